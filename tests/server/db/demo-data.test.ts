// The checks for demo data on a database with and without the tables of the sandbox.
import { afterEach, expect, test } from 'vitest';
import { endOfAccess } from '../../../examples/server/src/billing/subscription-state.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { claimForProduction, removeDemoData } from '../../../examples/server/src/db/demo-data.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { eq, sql } from '../../../examples/server/src/db/query.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { subscriptions } from '../../../examples/server/src/db/schema/billing.ts';
import { SNAPSHOT_AT } from '../../support/snapshot-at.ts';
import { openEmpty, openSeeded } from '../../support/test-server.ts';

let database: Database;
afterEach(() => database.close());

const readTables = async () => {
  const rows = await database.transaction((run) =>
    run("select tablename from pg_tables where starts_with(tablename, 'sandbox_')"),
  );
  return rows.map(({ tablename }) => String(tablename));
};

test('accepts and cleans a database that was migrated without the sandbox', async () => {
  database = await openEmpty();
  await migrate(database, await readMigrations());
  expect(await readTables()).toEqual([]);
  await claimForProduction(database.db, SNAPSHOT_AT);
  expect(await removeDemoData(database.db, endOfAccess)).toMatchObject({ accounts: 0, plans: 0 });
});

test('finds the plans paid in a sandbox and empties its tables', async () => {
  database = await openSeeded();
  await expect(claimForProduction(database.db, SNAPSHOT_AT)).rejects.toThrow(/, 4 plans paid in a sandbox/);
  expect(await removeDemoData(database.db, endOfAccess)).toMatchObject({ plans: 4 });
  const tables = await readTables();
  expect(tables).toHaveLength(6);
  for (const table of tables) {
    const rows = await database.transaction((run) => run(`select 1 from ${table}`));
    expect([table, rows.length]).toEqual([table, 0]);
  }
  await claimForProduction(database.db, SNAPSHOT_AT);
});

test('keeps granted access of members whose other plan was paid in a sandbox', async () => {
  database = await openSeeded();
  const { db } = database;
  // Members with a sandbox plan, who are not demo accounts.
  await db.execute(sql`delete from demo_rows where table_name = 'users'`);
  const [granted, other] = await db.select().from(subscriptions).orderBy(subscriptions.id).limit(2);
  if (granted === undefined || other === undefined) throw new Error('The seed has no plans.');
  const { id: _, ...plan } = granted;
  const until = new Date(SNAPSHOT_AT + 86_400_000);
  await db.insert(subscriptions).values({
    ...plan,
    provider: 'manual',
    providerSubscriptionId: 'manual_1',
    status: 'canceled',
    currentPeriodEnd: until,
    pastDueSince: null,
    paymentReversed: false,
  });
  await removeDemoData(db, endOfAccess);
  const accessOf = async (id: number) =>
    (await db.select({ expiredAt: users.expiredAt }).from(users).where(eq(users.id, id)))[0]?.expiredAt;
  expect([await accessOf(granted.userId), await accessOf(other.userId)]).toEqual([until, null]);
});
