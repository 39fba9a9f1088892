// What a chat costs to open does not grow with each message that nobody has read yet.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chatRowsQuery } from '../../../examples/server/src/chat/view-chat.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { messages, userBlocks } from '../../../examples/server/src/db/schema/chat.ts';
import { type ChatWorld, type Person, startWorld } from './support.ts';

const UNREAD = 2_000;

let database: Database;
let world: ChatWorld;
let ann: Person;
let chatId: number;

/** A step of a plan that was carried out, as far as it is looked at. */
interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanStep[];
}

beforeAll(async () => {
  const url = process.env.TEST_DATABASE_URL;
  database = await openDatabase(
    url === undefined
      ? { memory: true, snapshot: new Blob([await readFile(inject('serverSnapshot'))]) }
      : { url },
  );
  world = await startWorld({ database });
  const ben = await world.person('Ben');
  const cas = await world.person('Cas');
  ann = await world.person('Ann');
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

afterAll(() => world.close());

/** All steps of the plan by which a query was carried out. */
async function stepsOf(query: { readonly sql: string; readonly params: unknown[] }): Promise<PlanStep[]> {
  const [row] = await database.transaction((run) =>
    run(`explain (analyze, format json) ${query.sql}`, query.params),
  );
  const plans = row?.['QUERY PLAN'] as { readonly Plan: PlanStep }[] | undefined;
  const withAll = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(withAll)];
  return (plans ?? []).flatMap(({ Plan }) => withAll(Plan));
}

test('reads deletions and blocks once instead of once per unread message', async () => {
  const steps = await stepsOf(chatRowsQuery(database.db, ann.id, { id: chatId }).toSQL());
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.filter((step) => step['Actual Loops'] > 1)).toEqual([]);
});

test('counts only visible messages of others as unread', async () => {
  const { body } = await world.get(`/web/chat/${chatId}`, ann);
  expect(body.data?.unread_count).toBe((UNREAD * 3) / 4 - 1);
});
