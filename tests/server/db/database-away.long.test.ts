// Calls while a real PostgreSQL restarts and stops.
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startTestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { expectAllAway, expectAway } from './expect-away.ts';

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
  const server = sharedByTests(async () => {
    postgres = await startPostgres();
    return startTestServer({ database: await openDatabase({ url: await postgres.createDatabase() }) });
  });

  test('returns 503 during a restart of the database under load, and goes on after it', async () => {
    const token = await server.signIn('member');
    const profile = () => server.call('GET', '/api/web/profile', { token });
    const statuses = new Set<number>();
    let isOver = false;
    const client = async (): Promise<void> => {
      while (!isOver) {
        const response = await profile();
        if (response.status !== 200) expectAway(response);
        statuses.add(response.status);
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    await postgres.restart();
    await until(async () => expect((await server.call('GET', '/healthz')).status).toBe(200));
    isOver = true;
    await clients;
    expect([...statuses].sort()).toEqual([200, 503]);
    expect((await profile()).status).toBe(200);
  });

  test('returns 503 for all calls and /healthz when the database stops', async () => {
    expect((await server.call('GET', '/healthz')).status).toBe(200);
    const token = await server.signIn('member');
    await postgres.stop();
    await expectAllAway(server, token);
  });
});
