// Responses with the longest texts and lists stay near 1 MiB, and the client still reads everything.
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import {
  chatMembers,
  chats,
  messageFiles,
  messageReactions,
  messages,
} from '../../../examples/server/src/db/schema/chat.ts';
import { type Json, sharedWorld, usersOf } from './support.ts';

const MIB = 1024 * 1024;
/** A long name: 100 characters of four bytes. */
const NAME = '𝔄'.repeat(100);
const AT = new Date(1_760_000_000_000);

let crowd: number[];

const world = sharedWorld();
const [ann] = usersOf(world, beforeAll, 'Ann');
beforeAll(async () => {
  const rows = Array.from({ length: 60 }, () => ({
    email: `${randomUUID()}@test.example`,
    firstName: NAME,
    createdAt: AT,
    updatedAt: AT,
  }));
  crowd = (await world.server.context.db.insert(users).values(rows).returning({ id: users.id })).map(
    ({ id }) => id,
  );
});

async function newChats(count: number): Promise<number[]> {
  const { db } = world.server.context;
  const rows = Array.from({ length: count }, () => ({ chatType: 'GR' as const, name: NAME, createdAt: AT }));
  const ids = (await db.insert(chats).values(rows).returning({ id: chats.id })).map(({ id }) => id);
  for (const chatId of ids)
    await db
      .insert(chatMembers)
      .values([...crowd, ann.id].map((userId) => ({ chatId, userId, joinedAt: AT })));
  return ids;
}

async function fill(chatId: number, body: string, count: number): Promise<number[]> {
  const senderId = crowd[0] ?? 0;
  const rows = Array.from({ length: count }, () => ({
    chatId,
    senderId,
    // Other messages have no files.
    messageType: 'IMGS' as const,
    body,
    createdAt: AT,
  }));
  const stored = await world.server.context.db.insert(messages).values(rows).returning({ id: messages.id });
  return stored.map(({ id }) => id);
}

async function read(path: string): Promise<{ readonly bytes: number; readonly data: Json }> {
  const { status, text, body } = await world.server.call('GET', `/api${path}`, { token: ann.token });
  expect(status).toBe(200);
  return { bytes: Buffer.byteLength(text), data: body.data as unknown as Json };
}

const idsOf = (list: Json | undefined) => (list as unknown as { id: number }[]).map(({ id }) => id);

async function addFiles(ids: readonly number[]): Promise<void> {
  const rows = ids.flatMap((messageId) =>
    Array.from({ length: 10 }, (_, position) => ({
      id: randomBytes(16).toString('hex'),
      messageId,
      position,
      name: '𝔄'.repeat(116),
      mime: 'image/jpeg',
      bytes: 1,
    })),
  );
  for (let at = 0; at < rows.length; at += 1_000)
    await world.server.context.db.insert(messageFiles).values(rows.slice(at, at + 1_000));
}

async function addReactions(ids: readonly number[]): Promise<void> {
  for (const messageId of ids)
    await world.server.context.db
      .insert(messageReactions)
      .values(crowd.map((userId) => ({ messageId, userId, emoji: '❤️', createdAt: AT })));
}

test.each([
  ['texts of 4,000 characters', '𝔄'.repeat(4_000), 200, async () => {}],
  ['texts of control characters', '\u0001'.repeat(4_000), 200, async () => {}],
  ['ten files each', 'x', 300, addFiles],
  ['sixty reactions each', 'x', 200, addReactions],
] as const)(
  'pages messages with %s by their bytes, and returns all of them',
  async (_what, body, count, add) => {
    const [chatId = 0] = await newChats(1);
    const stored = await fill(chatId, body, count);
    await add(stored);
    let page = await read(`/web/chat/${chatId}?min_id=0`);
    const found = idsOf(page.data.messages);
    expect(page.bytes).toBeLessThan(1.5 * MIB);
    while (Number(page.data.first_message_id) !== -1) {
      page = await read(`/web/chat/${chatId}/more?min_id=${page.data.first_message_id}`);
      expect(page.bytes).toBeLessThan(1.5 * MIB);
      found.unshift(...idsOf(page.data.messages));
    }
    expect(found).toEqual(stored);
  },
);

test('lists all chats with the start of their last message and members up to 512 KiB', async () => {
  const ids = await newChats(60);
  for (const chatId of ids) await fill(chatId, '𝔄'.repeat(4_000), 1);
  const { bytes, data } = await read('/web/chats?chat_type=GR');
  expect(bytes).toBeLessThan(MIB);
  const listed = data as unknown as { id: number; users: Json[]; users_count: number; last_msg: Json }[];
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect([...(String(listed[0]?.last_msg.message) ?? '')]).toHaveLength(300);
  expect(listed[0]?.users).toHaveLength(50);
  const last = listed.at(-1);
  expect(last?.users.map(({ user_id }) => Number(user_id))).toEqual([ann.id]);
  // The client loads the others by page.
  expect(last?.users_count).toBe(61);
  const page = await world.get(`/web/chat/${last?.id}/users?page=1`, ann);
  expect((page.body.data as unknown as Json[]).length).toBe(50);
});
