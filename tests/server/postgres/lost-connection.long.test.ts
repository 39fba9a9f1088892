// A database connection that ends while a transaction uses it.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

describe.runIf(hasPostgres)('a lost database connection', () => {
  let postgres: TestPostgres;
  let database: Database;
  let admin: pg.Client;

  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    database = await openDatabase({ url });
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await database.close();
    await postgres.stop();
  });

  test('fails its transaction and nothing else when it ends between two statements', async () => {
    const transaction = database.transaction(async (run) => {
      const [row] = await run('select pg_backend_pid() as pid');
      await admin.query('select pg_terminate_backend($1)', [row?.pid]);
      await until(async () => {
        const { rowCount } = await admin.query('select from pg_stat_activity where pid = $1', [row?.pid]);
        expect(rowCount).toBe(0);
      });
      await run('select 1');
    });
    await expect(transaction).rejects.toThrow();
    expect(await database.transaction((run) => run('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});
