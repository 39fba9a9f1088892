// Sessions that another statement has locked.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type ChatWorld, startWorld } from '../chat/support.ts';

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
  let world: ChatWorld;
  let client: pg.Client;

  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    world = await startWorld({ database: await openDatabase({ url }) });
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await world.close();
    await postgres.stop();
  });

  test('serves all members while the session of one is locked and due to be extended', async () => {
    const [ann, bob] = [await world.user('Ann'), await world.user('Bob')];
    world.server.clock.advance(120_000);
    await client.query('begin');
    await client.query('select id from sessions where user_id = $1 for update', [ann.id]);
    const responses = await Promise.all([ann, bob].map((user) => world.get('/web/chats?chat_type=GR', user)));
    await client.query('rollback');
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await client.query(
      'select user_id, last_seen_at > created_at as extended from sessions where user_id = any($1) order by user_id',
      [[ann.id, bob.id]],
    );
    expect(rows).toEqual([
      { user_id: ann.id, extended: false },
      { user_id: bob.id, extended: true },
    ]);
  });
});
