// Members and readers of groups that are larger than a page.
import { beforeAll, expect, test } from 'vitest';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { chatMembers } from '../../../examples/server/src/db/schema/chat.ts';
import { type Json, sharedWorld, type TestUser, usersOf } from './support.ts';

const SIZE = 120;

let chatId: number;
let ids: number[];

const world = sharedWorld();
const [first, last, stranger] = usersOf(world, beforeAll, 'First', 'Last', 'Stranger');
beforeAll(async () => {
  const { db } = world.server.context;
  const at = new Date(world.server.clock.now());
  const others = await db
    .insert(users)
    .values(
      Array.from({ length: SIZE - 2 }, (_, index) => ({
        email: `large${index}@test.example`,
        firstName: index % 10 === 0 ? `Zoë_${index}` : `Member ${index}`,
        expiredAt: new Date(at.getTime() + 86_400_000),
        createdAt: at,
        updatedAt: at,
      })),
    )
    .returning({ id: users.id });
  ids = [first.id, ...others.map(({ id }) => id), last.id];
  chatId = await world.chat('GR', 'Large', [first]);
  await db.insert(chatMembers).values(
    ids.slice(1).map((userId, index) => ({
      chatId,
      userId,
      joinedAt: new Date(at.getTime() + 1_000 * (index + 1)),
    })),
  );
});

const idsOf = (list: Json | undefined): number[] =>
  (list as unknown as { user_id: number }[]).map(({ user_id }) => user_id);

async function chatOf(user: TestUser): Promise<readonly Json[]> {
  const list = await world.get('/web/chats?chat_type=GR', user);
  const one = await world.get(`/web/chat/${chatId}`, user);
  const [listed] = list.body.data as unknown as Json[];
  return [listed ?? {}, one.body.data ?? {}];
}

test('returns the first 50 users with the caller, and the number of all [chat.users-first]', async () => {
  for (const chat of await chatOf(first)) {
    expect(idsOf(chat.users)).toEqual(ids.slice(0, 50));
    expect(chat).toMatchObject({ users_count: SIZE });
  }
  for (const chat of await chatOf(last)) {
    expect(idsOf(chat.users)).toEqual([...ids.slice(0, 49), last.id]);
    expect(chat).toMatchObject({ users_count: SIZE });
  }
});

test('returns all users by page, and those whose name contains a text [chat.users-paged]', async () => {
  const page = async (query: string) => (await world.get(`/web/chat/${chatId}/users?${query}`, last)).body;
  const pages = [await page('page=1'), await page('page=2'), await page('page=3')];
  expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(ids);
  expect(pages.map(({ last_page }) => Number(last_page))).toEqual([3, 3, 3]);
  expect(await page('page=4')).toMatchObject({ data: [] });
  const found = await page('page=1&q=zoË_1');
  expect((found.data as unknown as Json[]).map(({ user }) => String(user?.first_name))).toEqual([
    'Zoë_10',
    'Zoë_100',
    'Zoë_110',
  ]);
  for (const q of ['zoe_1', 'zoe\u0308_1', 'ＺＯＥ_1'])
    expect(await page(`page=1&q=${encodeURIComponent(q)}`)).toEqual(found);
  expect(await page('page=1&q=%25')).toEqual({ data: [], last_page: 1 });
  const statusOf = async (query: string, user: TestUser) =>
    (await world.get(`/web/chat/${chatId}/users?${query}`, user)).status;
  expect(await statusOf('page=0', last)).toBe(422);
  expect(await statusOf(`page=1&q=${'x'.repeat(101)}`, last)).toBe(422);
  expect(await statusOf('page=1', stranger)).toBe(404);
});

test('returns 20 readers and the counts to the sender, and all readers by page [chat.readers]', async () => {
  const id = await world.tell(first, chatId, 'read me');
  const { db } = world.server.context;
  const readers = ids.slice(1, 101);
  const set = (columns: string, of: readonly number[]) =>
    db.execute(`update chat_members set ${columns} where user_id in (${of.join(',')})`);
  await set(`read_upto = ${id}, delivered_upto = ${id}`, readers);
  await set(`delivered_upto = ${id}`, ids.slice(101, 102));

  const messageOf = async (user: TestUser) => {
    const { body } = await world.get(`/web/chat/${chatId}`, user);
    return (body.data?.messages as unknown as Json[] | undefined)?.at(-1);
  };
  expect(await messageOf(first)).toMatchObject({ id, read_count: 100, delivered_count: 101 });
  expect(await messageOf(first)).toMatchObject({ read_by: expect.objectContaining({ length: 20 }) });
  expect(await messageOf(last)).toMatchObject({ read_by: [], read_count: null, delivered_count: null });

  const path = `/web/chat/${chatId}/message/${id}/readers`;
  const pages = [await world.get(`${path}?page=1`, first), await world.get(`${path}?page=2`, first)];
  expect(pages.flatMap(({ body }) => idsOf(body.data)).toSorted((a, b) => a - b)).toEqual(readers);
  expect(pages[0]?.body).toMatchObject({ last_page: 2 });
  expect((await world.get(`${path}?page=1`, last)).status).toBe(404);
  expect((await world.get(`${path}?page=x`, first)).status).toBe(422);
});
