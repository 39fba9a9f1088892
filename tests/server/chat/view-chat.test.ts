// The cost of opening a chat does not grow with the number of unread messages.
import { beforeAll, expect, test } from 'vitest';
import { findChats, singleChats } from '../../../examples/server/src/chat/chat-rows.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { messages, userBlocks } from '../../../examples/server/src/db/schema/chat.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { openSeeded } from '../../support/test-server.ts';
import { startWorld, usersOf } from './support.ts';

const UNREAD = 2_000;

let chatId: number;

/** The fields of a query plan's node that the test reads. */
interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanStep[];
}

let database: Database;
const world = sharedByTests(async () => {
  database = await openSeeded();
  return startWorld({ database });
});
const [ann] = usersOf(world, beforeAll, 'Ann');
beforeAll(async () => {
  const ben = await world.user('Ben');
  const cas = await world.user('Cas');
  chatId = await world.chat('GR', 'Long', [ann, ben, cas]);
  const { db } = world.server.context;
  const createdAt = new Date(world.server.clock.now());
  const rows = Array.from({ length: UNREAD }, (_, i) => ({
    chatId,
    senderId: i % 4 === 0 ? cas.id : ben.id,
    messageType: 'TXT' as const,
    body: `Number ${i}`,
    createdAt,
  }));
  const stored = await db.insert(messages).values(rows).returning({ id: messages.id });
  await db.insert(userBlocks).values({ userId: ann.id, blockedId: cas.id, createdAt });
  await world.act(ann, stored[1]?.id ?? 0, 'delete');
});

/** All nodes of the executed plan of a query. */
async function stepsOf(query: { readonly sql: string; readonly params: unknown[] }): Promise<PlanStep[]> {
  const [row] = await database.transaction((run) =>
    run(`explain (analyze, format json) ${query.sql}`, query.params),
  );
  const plans = row?.['QUERY PLAN'] as { readonly Plan: PlanStep }[] | undefined;
  const withAll = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(withAll)];
  return (plans ?? []).flatMap(({ Plan }) => withAll(Plan));
}

test('reads deletions and blocks once instead of once per unread message', async () => {
  const { sql } = singleChats(database.db).getQuery();
  const steps = await stepsOf({ sql, params: [`{${chatId}}`, `{${ann.id}}`] });
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.filter((step) => step['Actual Loops'] > 1)).toEqual([]);
});

test('lists chats without the ids of deleted messages', async () => {
  const [listed, ...others] = await findChats(database.db, { userId: ann.id, type: 'GR' });
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ id: chatId, unread: (UNREAD * 3) / 4 - 1, deleted: [] });
});

test('counts only visible messages of others as unread', async () => {
  const { body } = await world.get(`/web/chat/${chatId}`, ann);
  expect(body.data?.unread_count).toBe((UNREAD * 3) / 4 - 1);
});
