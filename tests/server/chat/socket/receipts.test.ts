import { beforeEach, describe, expect, test } from 'vitest';
import { type Json, sharedWorld, usersOf } from '../support.ts';

let chatId: number;

const world = sharedWorld();

const [ann, bob, cleo] = usersOf(world, beforeEach, 'Ann', 'Bob', 'Cleo');
beforeEach(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob, cleo]);
});

describe('receipts', () => {
  async function ticks(id: number): Promise<Json> {
    const { body } = await world.get(`/web/chat/${chatId}?min_id=-1`, ann);
    const found = (body.data as unknown as { messages: Json[] }).messages.find(
      (message) => Number(message.id) === id,
    );
    if (found === undefined) throw new Error('The message is not there.');
    return found;
  }

  test('reports DeliveredToAll to the sender once every other member was connected or has fetched [socket.delivered-to-all]', async () => {
    const toAnn = await world.socket(ann);
    const toBob = await world.socket(bob);
    const id = await world.tell(ann, chatId, 'hello');
    await toBob.nextOf('WebFetchMessage');
    expect(await ticks(id)).toMatchObject({ delivered_to_all: false });
    await world.get(`/web/chat/${chatId}`, cleo);
    expect(await toAnn.nextOf('DeliveredToAll')).toEqual({
      type: 'DeliveredToAll',
      chats: [{ id: chatId, message_ids: [id] }],
    });
    expect(await ticks(id)).toMatchObject({ delivered_to_all: true, seen_by_all: false, read_by: [] });
    expect(toBob.frames.filter(({ type }) => String(type) === 'DeliveredToAll')).toEqual([]);
  });

  test('reports DeliveredToAll at once when all members are connected', async () => {
    const toAnn = await world.socket(ann);
    await world.socket(bob);
    await world.socket(cleo);
    const id = await world.tell(ann, chatId, 'hello');
    expect((await toAnn.nextOf('DeliveredToAll')).chats).toEqual([{ id: chatId, message_ids: [id] }]);
  });

  test('does not mark earlier messages as delivered when a member connects, only when they fetch', async () => {
    const toAnn = await world.socket(ann);
    const missed = await world.tell(ann, chatId, 'missed');
    await world.socket(bob);
    await world.socket(cleo);
    const live = await world.tell(ann, chatId, 'live');
    expect((await toAnn.nextOf('DeliveredToAll')).chats).toEqual([{ id: chatId, message_ids: [live] }]);
    expect(await ticks(missed)).toMatchObject({ delivered_to_all: false });
    await world.get(`/web/chat/${chatId}`, bob);
    await world.get(`/web/chat/${chatId}`, cleo);
    await toAnn.next((frame) => JSON.stringify(frame.chats ?? '').includes(String(missed)));
    expect(await ticks(missed)).toMatchObject({ delivered_to_all: true });
  });

  test('marks as read only on ReadByAll, and notifies the sender when all members have read [chat.read-by-all]', async () => {
    const [toAnn, fromBob, fromCleo] = [
      await world.socket(ann),
      await world.socket(bob),
      await world.socket(cleo),
    ];
    const id = await world.tell(ann, chatId, 'hello');
    await world.get(`/web/chat/${chatId}`, bob);
    expect(await ticks(id)).toMatchObject({ seen_by_all: false, read_by: [] });
    fromBob.send({ type: 'ReadByAll', user_id: cleo.id, chat_id: chatId });
    await fromBob.nextOf('WebFetchChat');
    expect(await ticks(id)).toMatchObject({ seen_by_all: false, read_by: [bob.id] });
    fromCleo.send({ type: 'ReadByAll', user_id: cleo.id, chat_id: chatId });
    expect(await toAnn.nextOf('ReadByAll')).toEqual({
      type: 'ReadByAll',
      chat: { id: chatId, message_ids: [id] },
    });
    expect(await ticks(id)).toMatchObject({
      seen_by_all: true,
      delivered_to_all: true,
      read_by: [bob.id, cleo.id],
    });
    expect(fromBob.frames.filter(({ type }) => String(type) === 'ReadByAll')).toEqual([]);
    const { body } = await world.get('/web/chats?chat_type=GR', bob);
    expect((body.data as unknown as Json[])[0]?.unread_count).toBe(0);
  });

  test('ignores members with an expired plan in receipts', async () => {
    const lapsed = await world.user('Lapsed', new Date(world.server.clock.now() - 1));
    const small = await world.chat('GR', 'Small', [ann, bob, lapsed]);
    const [toAnn, fromBob] = [await world.socket(ann), await world.socket(bob)];
    const id = await world.tell(ann, small, 'hello');
    expect((await toAnn.nextOf('DeliveredToAll')).chats).toEqual([{ id: small, message_ids: [id] }]);
    fromBob.send({ type: 'ReadByAll', chat_id: small });
    expect((await toAnn.nextOf('ReadByAll')).chat).toEqual({ id: small, message_ids: [id] });
  });

  test('sends no read receipt to a sender whom the reader has blocked [socket.block-reading]', async () => {
    const pair = await world.chat('PR', 'Pair', [ann, bob]);
    const id = await world.tell(ann, pair, 'hello');
    await world.act(bob, id, 'block');
    const [toAnn, fromBob] = [await world.socket(ann), await world.socket(bob)];
    fromBob.send({ type: 'ReadByAll', chat_id: pair });
    await fromBob.nextOf('WebFetchChat');
    await world.tell(ann, pair, 'still there?');
    await toAnn.nextOf('WebFetchMessage');
    expect(toAnn.frames.filter(({ type }) => String(type) === 'ReadByAll')).toEqual([]);
    const { body } = await world.get(`/web/chat/${pair}`, ann);
    expect((body.data as unknown as { messages: Json[] }).messages[0]).toMatchObject({
      seen_by_all: false,
      read_by: [],
    });
  });
});
