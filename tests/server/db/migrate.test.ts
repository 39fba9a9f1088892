import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxMigrations } from '../../../examples/sandbox/src/index.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { MigrationChangedError, migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { newForEachTest, sharedByTests } from '../../support/shared-by-tests.ts';
import { openSeeded } from '../../support/test-server.ts';

const readTables = (database: Database) =>
  database.transaction((run) =>
    run("select table_name from information_schema.tables where table_schema = 'public' order by 1"),
  );

test('reads all migrations, numbered without gaps or repeats', async () => {
  const folder = join(import.meta.dirname, '../../../examples/server/src/db/migrations');
  const names = (await readMigrations()).map(({ name }) => name);
  expect(names).toEqual((await readdir(folder)).sort());
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
});

describe('a migrated database', () => {
  const database = sharedByTests(openSeeded);

  test('does not apply a migration again', async () => {
    const before = await readTables(database);
    expect(await migrate(database, await readMigrations())).toEqual([]);
    expect(await readTables(database)).toEqual(before);
  });

  test('rejects a changed migration that was already applied, and names it', async () => {
    const [first] = await readMigrations();
    if (first === undefined) throw new Error('There are no migrations.');
    const edited = [{ ...first, sql: `${first.sql}\n-- edited` }];
    await expect(migrate(database, edited)).rejects.toThrow(MigrationChangedError);
    await expect(migrate(database, edited)).rejects.toThrow(first.name);
  });

  test.each([
    ['0002-billing.sql', 'f3c72e6119d23dd5bdc69f83b0036187b10c9e3068ab6f5f47f71a0b6ca58d0c'],
    ['0002-billing.sql', '77a85357be9b10f72bab9937fa86a3eb1336e441733661cbc58a6b6f89d05834'],
    ['0007-billing.sql', '84ff6b9b32d2dd7d4915f3d018f87a80d3fa09b7bcf40261c68465bfecd2aed7'],
  ])('accepts an earlier version of %s (case %#)', async (name, sha256) => {
    await database.transaction((run) =>
      run('update schema_migrations set sha256 = $2 where name = $1', [name, sha256]),
    );
    expect(await migrate(database, await readMigrations())).toEqual([]);
  });
});

describe('a database that a migration changes', () => {
  const database = newForEachTest(openSeeded);

  test('applies a new migration once', async () => {
    const more = [
      ...(await readMigrations()),
      { name: '9998-x.sql', sql: 'create table x (id int); insert into x values (1);' },
    ];
    expect(await migrate(database, more)).toEqual(['9998-x.sql']);
    expect(await migrate(database, more)).toEqual([]);
    expect(await database.transaction((run) => run('select id from x'))).toEqual([{ id: 1 }]);
  });

  test('rolls back a failed migration and keeps the earlier ones', async () => {
    const more = [
      { name: '9997-good.sql', sql: 'create table good (id int);' },
      { name: '9998-bad.sql', sql: 'create table half (id int); select * from nowhere;' },
    ];
    await expect(migrate(database, more)).rejects.toThrow('nowhere');
    const names = (await readTables(database)).map((row) => row.table_name);
    expect(names).toContain('good');
    expect(names).not.toContain('half');
  });

  test('keeps the rows of the sandbox in a database of a server that created its tables', async () => {
    const readRows = () =>
      database.transaction((run) => run('select * from sandbox_card_objects order by id'));
    const before = await readRows();
    expect(before.length).toBeGreaterThan(0);
    await database.transaction((run) => run("delete from schema_migrations where name like 'sandbox/%'"));
    const migrations = await readMigrations(sandboxMigrations);
    expect(await migrate(database, migrations)).toEqual(['sandbox/0001-payments.sql']);
    expect(await readRows()).toEqual(before);
  });
});
