// While the database is full, down or gone, calls return 503 with Retry-After and no details (ASVS 16.5.1 to 16.5.3).
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { contactMessages } from '../../../examples/server/src/db/schema/accounts.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import {
  type CallResponse,
  openTestDatabase,
  sharedServer,
  startTestServer,
  type TestServer,
} from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

const question = { name: 'Ann', email: 'ann@example.com', message: 'When does it open?' };

function expectAway(response: CallResponse): void {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.body).toEqual({
    message: 'The service is busy. Please try again.',
    request_id: response.headers.get('x-request-id'),
    retry_after: 1,
  });
}

describe('errors of the database', () => {
  const own = sharedServer();
  beforeAll(async () => {
    await own.context.db.execute(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file base/1/2' using errcode = tg_argv[0]; end $$`);
  });

  test.each([
    ['the disk is full', '53100', 'disk-full'],
    ['there are too many connections', '53300', 'database-unavailable'],
    ['an administrator shuts it down', '57P01', 'database-unavailable'],
    ['it has crashed', '57P02', 'database-unavailable'],
    ['it is starting', '57P03', 'database-unavailable'],
    ['the connection failed', '08006', 'database-unavailable'],
  ])('return 503 and write nothing when %s (%s), and log %s', async (_, code, event) => {
    const { db } = own.context;
    await db.delete(contactMessages);
    const ask = () => own.call('POST', '/api/web/submit-contact-form', { body: question });
    await db.execute(
      `create trigger refuse after insert on contact_messages execute function refuse('${code}')`,
    );
    const refused = await ask();
    await db.execute('drop trigger refuse on contact_messages');
    expectAway(refused);
    const logged = own.logLines.findLast((line) => line.includes(`"${event}"`));
    expect(logged).toContain(code);
    expect(await db.select().from(contactMessages)).toEqual([]);
    expect((await ask()).status).toBe(200);
  });
});

const calls = [
  ['GET', '/api/web/profile', undefined],
  ['GET', '/api/web/program', undefined],
  ['GET', '/api/web/alert/demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60', undefined],
  ['POST', '/api/web/submit-contact-form', question],
  ['POST', '/api/web/send-otp', { email: 'member@openbell.test' }],
  [
    'POST',
    '/api/web/login',
    { type: 'manual', username: 'member@openbell.test', password: 'Opening-bell-9' },
  ],
] as const;

/** Asserts that all calls return 503 and that /healthz reports the failure. */
async function expectAllAway(server: TestServer, token: string): Promise<void> {
  for (const [method, path, body] of calls) {
    const response = await server.call(method, path, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    expect([path, response.status]).toEqual([path, 503]);
    expectAway(response);
  }
  const health = await server.call('GET', '/healthz');
  expect([health.status, health.body]).toEqual([503, { status: 'no database' }]);
}

test('returns 503 for all calls and /healthz when the embedded database is closed', async () => {
  const database = await openTestDatabase();
  // The server closes the database again when it stops.
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= database.close();
    return closing;
  };
  const server = await startTestServer({ database: { ...database, close } });
  expect((await server.call('GET', '/healthz')).status).toBe(200);
  const token = await server.signIn('member');
  await close();
  await expectAllAway(server, token);
  await server.close();
});

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
