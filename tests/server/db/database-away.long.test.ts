// Calls while a real PostgreSQL restarts and stops.
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startTestServer } from '../../support/test-server.ts';
import { expectAllAway, expectAwayUnderLoad } from './expect-away.ts';

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
  const server = sharedByTests(async () => {
    postgres = await startPostgres();
    return startTestServer({ database: await openDatabase({ url: await postgres.createDatabase() }) });
  });

  test('returns 503 during a restart of the database under load, and goes on after it', async () => {
    await expectAwayUnderLoad(server, () => postgres.restart());
  });

  test('returns 503 for all calls and /healthz when the database stops', async () => {
    expect((await server.call('GET', '/healthz')).status).toBe(200);
    const token = await server.signIn('member');
    await postgres.stop();
    await expectAllAway(server, token);
  });
});
