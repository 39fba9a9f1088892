// Repeated statements are prepared once per connection.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, rowsOf } from '../../../examples/server/src/db/database.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { sql } from '../../../examples/server/src/db/query.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';

describe.runIf(hasPostgres)('statements on PostgreSQL', () => {
  let postgres: TestPostgres;
  let database: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ url: await postgres.createDatabase() });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  /** The prepared statements of the connection; the calls of these tests all use the same one. */
  const prepared = () =>
    rowsOf<{ statement: string }>(
      database.db,
      sql`select statement from pg_prepared_statements order by name`,
    );

  test('prepares a statement with parameters at its third use, and no statement without', async () => {
    const statement = (value: number) => sql`select ${value}::int + 1 as sum`;
    for (let value = 0; value < 2; value += 1) await rowsOf(database.db, statement(value));
    expect(await prepared()).toEqual([]);
    for (let value = 2; value < 5; value += 1) {
      expect(await rowsOf(database.db, statement(value))).toEqual([{ sum: value + 1 }]);
    }
    expect(await prepared()).toEqual([{ statement: 'select $1::int + 1 as sum' }]);
  });

  test('still works after a column was added to a table that a prepared statement reads', async () => {
    await database.db.execute(sql`create table notes (id int, body text)`);
    await database.db.execute(sql`insert into notes values (1, 'one')`);
    const read = () => rowsOf(database.db, sql`select id, body from notes where id = ${1}`);
    for (let use = 0; use < 4; use += 1) await read();
    await database.db.execute(sql`alter table notes add column extra text`);
    expect(await read()).toEqual([{ id: 1, body: 'one' }]);
  });

  test('keeps at most 200 prepared statements when texts differ', async () => {
    for (let index = 0; index < 210; index += 1) {
      const text = sql.raw(`as column_${index}`);
      for (let use = 0; use < 3; use += 1) await rowsOf(database.db, sql`select ${index}::int ${text}`);
    }
    expect(await prepared()).toHaveLength(200);
    expect(await rowsOf(database.db, sql`select ${7}::int as column_209`)).toEqual([{ column_209: 7 }]);
  });
});
