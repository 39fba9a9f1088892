// A group with more members than a statement can have parameters (65,535).
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../support/test-server.ts';
import { sharedWorld, type TestUser } from './support.ts';

const SIZE = 70_000;

describe.each(engines)('a group of 70,000 on %s', (engine) => {
  let [ann, bob]: [TestUser, TestUser] = [] as never;
  let chatId: number;

  const world = sharedWorld({ engine });
  beforeAll(async () => {
    [ann, bob] = [await world.user('Ann'), await world.user('Bob')];
    chatId = await world.chat('GR', 'Huge', [ann, bob]);
    const at = new Date(world.server.clock.now()).toISOString();
    await world.server.context.db.execute(`with added as (
        insert into users (email, first_name, expired_at, created_at, updated_at)
          select 'huge' || n || '@test.example', 'Member ' || n, timestamptz '${at}' + interval '1 year', '${at}', '${at}'
          from generate_series(1, ${SIZE - 2}) n
          returning id)
      insert into chat_members (chat_id, user_id, joined_at) select ${chatId}, id, '${at}' from added`);
    await world.server.context.db.execute('analyze users, chat_members');
  });

  test('delivers a message and its reactions, and lists the chat', async () => {
    const [toAnn, toBob] = [await world.socket(ann), await world.socket(bob)];
    const id = await world.tell(ann, chatId, 'hello');
    await toBob.next((frame) => Number(frame.message?.id) === id);
    expect((await world.act(bob, id, 'react', { emoji: '👍' })).status).toBe(200);
    await toAnn.next(
      (frame) =>
        Number(frame.message?.id) === id &&
        Array.isArray(frame.message?.reactions) &&
        frame.message.reactions.length === 1,
    );
    expect((await world.get(`/web/chat/${chatId}?min_id=0`, bob)).status).toBe(200);
    const { body } = await world.get('/web/chats?chat_type=GR', bob);
    expect((body.data as unknown as { id: number }[]).map((chat) => chat.id)).toContain(chatId);
  });

  test('shows the first 50 members and the number of all', async () => {
    const { body } = await world.get(`/web/chat/${chatId}`, ann);
    expect(body.data).toMatchObject({ users_count: SIZE });
    expect(body.data?.users).toHaveLength(50);
  });
});
