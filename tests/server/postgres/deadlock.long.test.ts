// PostgreSQL aborts one of two deadlocked transactions, and the server retries it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Db } from '../../../examples/server/src/db/database.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { programs } from '../../../examples/server/src/db/schema/billing.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ url: await postgres.createDatabase() });
    await migrate(database, await readMigrations());
    await database.db
      .insert(programs)
      .values(['a', 'b'].map((slug) => ({ slug, name: '', monthlyCents: 1, yearlyCents: 1 })));
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const add = (tx: Db, slug: string, letter: string) =>
    tx.execute(`update programs set name = name || '${letter}' where slug = '${slug}'`);

  test('completes both transactions of a deadlock, each once', async () => {
    let begun = 0;
    let tries = 0;
    let go = () => {};
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    const change = (letter: string, first: string, second: string) =>
      database.db.transaction(async (tx) => {
        tries += 1;
        await add(tx, first, letter);
        begun += 1;
        if (begun >= 2) go();
        await both;
        await add(tx, second, letter);
      });
    await Promise.all([change('x', 'a', 'b'), change('y', 'b', 'a')]);
    // At least one was aborted; on a busy machine they may deadlock twice.
    expect(tries).toBeGreaterThan(2);
    const rows = await database.db.select().from(programs);
    const ours = rows.filter(({ slug }) => slug === 'a' || slug === 'b');
    expect(ours.map(({ name }) => [...name].sort().join(''))).toEqual(['xy', 'xy']);
  });
});
