// Small frames of changed messages, for clients that offer the subprotocol `openbell.v1+patch`.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openSocket, sharedWorld, type TestSocket, type TestUser, usersOf } from '../support.ts';

let chatId: number;
const opened: TestSocket[] = [];

const world = sharedWorld();
afterAll(() => {
  for (const { ws } of opened) ws.terminate();
});
const [ann, bob] = usersOf(world, beforeEach, 'Ann', 'Bob');
beforeEach(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});

async function patchSocket(user: TestUser): Promise<TestSocket> {
  const socket = openSocket(world.url, ['openbell.v1', `bearer.${user.token}`, 'openbell.v1+patch']);
  opened.push(socket);
  await socket.opened;
  return socket;
}

test('sends reactions and unsent messages as patches to clients that offer them [socket.patch]', async () => {
  const [small, whole] = [await patchSocket(ann), await world.socket(ann)];
  expect(small.ws.protocol).toBe('openbell.v1+patch');
  const id = await world.tell(ann, chatId, 'hello');
  expect((await small.nextOf('WebFetchMessage')).message).toMatchObject({ id, message: 'hello' });
  await whole.nextOf('WebFetchMessage');

  await world.act(bob, id, 'react', { emoji: '👍' });
  expect(await small.nextOf('message_patch')).toEqual({
    type: 'message_patch',
    user_id: bob.id,
    id,
    chat_id: chatId,
    reactions: [{ emoji: '👍', user: { id: bob.id, first_name: 'Bob' } }],
  });
  expect((await whole.nextOf('WebFetchMessage')).message).toMatchObject({
    id,
    message: 'hello',
    reactions: [{ emoji: '👍' }],
  });

  await world.act(ann, id, 'unsend');
  expect(await small.nextOf('message_patch')).toEqual({
    type: 'message_patch',
    user_id: ann.id,
    id,
    chat_id: chatId,
    delete_from_everyone: true,
  });
  expect((await whole.nextOf('WebFetchMessage')).message).toMatchObject({ id, delete_from_everyone: true });
});

test('sends no reactions of a message whose sender the viewer has blocked [socket.projection]', async () => {
  const cleo = await world.user('Cleo');
  chatId = await world.chat('GR', 'Three', [ann, bob, cleo]);
  const id = await world.tell(ann, chatId, 'hello');
  await world.act(bob, id, 'block');
  const toBob = await patchSocket(bob);
  await world.act(cleo, id, 'react', { emoji: '👍' });
  expect(await toBob.nextOf('message_patch')).toMatchObject({ id, reactions: [] });
});

test('sends and lists no reactions of a member whom the viewer has blocked [chat.block-everywhere]', async () => {
  const cleo = await world.user('Cleo');
  chatId = await world.chat('GR', 'Three', [ann, bob, cleo]);
  const id = await world.tell(ann, chatId, 'hello');
  await world.act(bob, await world.tell(cleo, chatId, 'mine'), 'block');
  const [small, whole] = [await patchSocket(bob), await world.socket(bob)];
  await world.act(cleo, id, 'react', { emoji: '👍' });
  expect(await small.nextOf('message_patch')).toMatchObject({ id, reactions: [] });
  expect((await whole.nextOf('WebFetchMessage')).message).toMatchObject({
    id,
    message: 'hello',
    reactions: [],
  });
  const seenBy = async (user: TestUser) =>
    (await world.get(`/web/chat/${chatId}?min_id=${id - 1}`, user)).body.data as unknown as {
      messages: { reactions: unknown[] }[];
    };
  expect((await seenBy(bob)).messages[0]?.reactions).toEqual([]);
  expect((await seenBy(ann)).messages[0]?.reactions).toHaveLength(1);
});
