// The checks for demo data on a database with and without the tables of the sandbox.
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { claimForProduction, removeDemoData } from '../../../examples/server/src/db/demo-data.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
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
  expect(await removeDemoData(database.db)).toMatchObject({ accounts: 0, plans: 0 });
});

test('finds the plans paid in a sandbox and empties its tables', async () => {
  database = await openSeeded();
  await expect(claimForProduction(database.db, SNAPSHOT_AT)).rejects.toThrow(/, 4 plans paid in a sandbox/);
  expect(await removeDemoData(database.db)).toMatchObject({ plans: 4 });
  const tables = await readTables();
  expect(tables).toHaveLength(6);
  for (const table of tables) {
    const rows = await database.transaction((run) => run(`select 1 from ${table}`));
    expect([table, rows.length]).toEqual([table, 0]);
  }
  await claimForProduction(database.db, SNAPSHOT_AT);
});
