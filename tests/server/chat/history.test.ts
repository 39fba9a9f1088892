// Pages of a chat, compared with a plain array.
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { findChat } from '../../../examples/server/src/chat/chat-rows.ts';
import { readHistory } from '../../../examples/server/src/chat/history.ts';
import { PAGE_BYTES } from '../../../examples/server/src/chat/load-messages.ts';
import { markFetched } from '../../../examples/server/src/chat/read-positions.ts';
import { messages } from '../../../examples/server/src/db/schema/chat.ts';
import { sharedWorld, type TestUser, usersOf } from './support.ts';

let long: number;
let ids: number[];

async function fill(chatId: number, senders: readonly TestUser[], count: number): Promise<number[]> {
  const values = Array.from({ length: count }, (_, index) => ({
    chatId,
    senderId: senders[index % senders.length]?.id ?? 0,
    messageType: 'TXT' as const,
    body: `message ${index}`,
    createdAt: new Date(1_760_000_000_000 + index * 1_000),
  }));
  const rows = await world.server.context.db.insert(messages).values(values).returning({ id: messages.id });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

interface Page {
  readonly ids: number[];
  readonly first: number | null;
}

async function read(path: string): Promise<Page> {
  const { status, body } = await world.get(path, ann);
  expect(status).toBe(200);
  const data = body.data as unknown as { messages: { id: number }[]; first_message_id: number | null };
  return { ids: data.messages.map(({ id }) => id), first: data.first_message_id };
}

const world = sharedWorld();
const [ann, bob] = usersOf(world, beforeAll, 'Ann', 'Bob');
beforeAll(async () => {
  // Two chats interleave, so the ids of one chat have gaps.
  long = await world.chat('GR', 'Long', [ann, bob]);
  const noise = await world.chat('GR', 'Noise', [bob]);
  ids = await fill(long, [ann, bob], 700);
  await fill(noise, [bob], 40);
  ids.push(...(await fill(long, [bob], 520)));
});

/** The documented pages, computed from a plain array. */
function expected(wish: { newer?: number; older?: number }): Page {
  const { newer, older } = wish;
  const limit = newer === undefined ? 50 : 1_000;
  const found = ids
    .filter((id) => (newer === undefined || id > newer) && (older === undefined || id < older))
    .slice(-limit);
  const [first] = found;
  if (first === undefined) return { ids: [], first: newer === undefined ? -1 : null };
  return { ids: found, first: first === ids[0] ? -1 : first };
}

const anyId = () => fc.oneof(fc.constantFrom(...ids), fc.integer({ min: -5, max: (ids.at(-1) ?? 0) + 60 }));

test('returns the newest 50 messages when min_id is missing or empty [chat.newest-page]', async () => {
  expect(await read(`/web/chat/${long}`)).toEqual(expected({}));
  expect(await read(`/web/chat/${long}?min_id=`)).toEqual(expected({}));
});

test('returns at most the 1,000 newest messages with an id above min_id, where -1 matches all [chat.min-id]', async () => {
  expect(await read(`/web/chat/${long}?min_id=-1`)).toEqual(expected({ newer: -1 }));
  expect((await read(`/web/chat/${long}?min_id=-1`)).ids).toHaveLength(1_000);
  await fc.assert(
    fc.asyncProperty(anyId(), async (minId) => {
      expect(await read(`/web/chat/${long}?min_id=${minId}`)).toEqual(expected({ newer: minId }));
    }),
    { numRuns: 15 },
  );
});

test('returns the page just before min_id from /more [chat.older-page]', async () => {
  await fc.assert(
    fc.asyncProperty(anyId(), async (minId) => {
      expect(await read(`/web/chat/${long}/more?min_id=${minId}`)).toEqual(expected({ older: minId }));
    }),
    { numRuns: 15 },
  );
});

test('returns each message once and in order when paging back by first_message_id [chat.older-page]', async () => {
  let page = await read(`/web/chat/${long}`);
  const walked = [...page.ids];
  while (page.first !== -1) {
    page = await read(`/web/chat/${long}/more?min_id=${page.first}`);
    walked.unshift(...page.ids);
  }
  expect(walked).toEqual(ids);
});

test('returns first_message_id null when nothing is newer, and -1 for an empty chat [chat.first-message-id]', async () => {
  expect(await read(`/web/chat/${long}?min_id=${ids.at(-1)}`)).toEqual({ ids: [], first: null });
  const empty = await world.chat('GR', 'Empty', [ann]);
  for (const path of [
    `/web/chat/${empty}`,
    `/web/chat/${empty}?min_id=5`,
    `/web/chat/${empty}/more?min_id=5`,
  ]) {
    expect(await read(path)).toEqual({ ids: [], first: -1 });
  }
});

test.each([
  'abc',
  '1.5',
  '1e3',
  '0x1',
  ' 1',
  '%2B1',
  '--1',
  '１',
  '99999999999999999',
  '99999999999999999999',
  '%00',
])('returns 422 when min_id is not an integer (%s) [chat.min-id]', async (minId) => {
  expect((await world.get(`/web/chat/${long}?min_id=${minId}`, ann)).status).toBe(422);
  expect((await world.get(`/web/chat/${long}/more?min_id=${minId}`, ann)).status).toBe(422);
});

test('uses the first value when min_id is repeated', async () => {
  const last = ids.at(-1) ?? 0;
  expect(await read(`/web/chat/${long}?min_id=${last}&min_id=-1`)).toEqual({ ids: [], first: null });
});

test('returns and marks only messages that were stored before a catch-up began', async () => {
  const { db, clock } = world.server.context;
  const chatId = await world.chat('GR', 'Racing', [ann, bob]);
  const before = await world.tell(bob, chatId, 'before');
  const row = await findChat(db, { chatId, userId: ann.id });
  if (row === undefined) throw new Error('No chat.');
  const after = await world.tell(bob, chatId, 'after');
  const page = await readHistory(db, { chatId, newestId: row.newestId }, { kind: 'newer', than: -1 });
  expect(page.messages.map(({ id }) => id)).toEqual([before]);
  expect(await markFetched(db, row, clock.now())).toMatchObject([{ detail: { messageIds: [before] } }]);
  expect((await findChat(db, { chatId, userId: ann.id }))?.deliveredUpto).toBe(before);
  expect((await read(`/web/chat/${chatId}?min_id=${before}`)).ids).toEqual([after]);
});

test('returns long messages page by page, each page with at most 1 MiB of text and one message', async () => {
  const chat = await world.chat('GR', 'Long texts', [ann, bob]);
  const bytes = 100_000;
  const values = Array.from({ length: 40 }, (_, index) => ({
    chatId: chat,
    senderId: bob.id,
    messageType: 'TXT' as const,
    body: String(index % 10).repeat(bytes),
    createdAt: new Date(1_760_000_000_000 + index * 1_000),
  }));
  const rows = await world.server.context.db.insert(messages).values(values).returning({ id: messages.id });
  const stored = rows.map(({ id }) => id).sort((a, b) => a - b);
  const perPage = Math.floor(PAGE_BYTES / bytes) + 1;
  const newest = await read(`/web/chat/${chat}?min_id=0`);
  expect(newest.ids).toEqual(stored.slice(-perPage));
  let page = newest;
  const all = [...page.ids];
  while (page.first !== -1) {
    page = await read(`/web/chat/${chat}/more?min_id=${page.first}`);
    expect(page.ids.length).toBeLessThanOrEqual(perPage);
    all.unshift(...page.ids);
  }
  expect(all).toEqual(stored);
});
