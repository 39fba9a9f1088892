// While the database is full, down or gone, calls return 503 with Retry-After and no details (ASVS 16.5.1 to 16.5.3).
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createLocks } from '../../../examples/server/src/db/locks.ts';
import { openNotifications } from '../../../examples/server/src/db/notifications.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { contactMessages } from '../../../examples/server/src/db/schema/accounts.ts';
import { createLogger, type Logger } from '../../../examples/server/src/log.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy.ts';
import { hasPostgres, usesPglite } from '../../support/postgres.ts';
import { createSeededDatabase } from '../../support/seeded-postgres.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { openSeeded, sharedServer, startTestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { expectAllAway, expectAway, expectAwayUnderLoad, question } from './expect-away.ts';

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

test.runIf(usesPglite)(
  'returns 503 for all calls and /healthz when the embedded database is closed',
  async () => {
    const database = await openSeeded();
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
  },
);

interface Opening {
  readonly url: string;
  readonly log: Pick<Logger, 'warn'>;
  readonly onOpen: () => void;
}

test.runIf(hasPostgres).each([
  {
    connection: 'openbell events',
    open({ url, log, onOpen }: Opening) {
      const notifications = openNotifications(url, onOpen, log);
      return () => notifications.close();
    },
  },
  {
    connection: 'openbell lock',
    open: ({ url, log, onOpen }: Opening) =>
      createLocks(url)(1, { log, onTaken: onOpen, onLost: () => undefined }),
  },
])(
  'warns once for each outage of the connection "$connection", without its password',
  async ({ connection, open }) => {
    const password = 'pass-of-the-url';
    const proxy = await startDatabaseProxy(await createSeededDatabase(inject('seededPostgres') ?? ''));
    const url = Object.assign(new URL(proxy.url), { password }).href;
    const lines: string[] = [];
    let opened = 0;
    const connect = vi.spyOn(pg.Client.prototype, 'connect');
    const attempts = () =>
      connect.mock.contexts.filter((client) => (client as pg.Client).password === password).length;
    const close = open({
      url,
      log: createLogger({ clock: { now: () => 0 }, write: (line) => lines.push(line) }),
      onOpen: () => {
        opened += 1;
      },
    });
    try {
      for (const outage of [1, 2]) {
        await until(() => expect(opened).toBe(outage));
        await proxy.stop();
        const before = attempts();
        await until(() => expect(attempts()).toBeGreaterThan(before + 1));
        expect(lines).toHaveLength(outage);
        await proxy.start();
      }
      await until(() => expect(opened).toBe(3));
      for (const line of lines)
        expect(JSON.parse(line)).toMatchObject({
          level: 'warn',
          event: 'database-connection-lost',
          connection,
        });
      expect(lines.join()).not.toContain(password);
    } finally {
      await close();
      await proxy.close();
      connect.mockRestore();
    }
  },
);

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let proxy: DatabaseProxy;
  // After the server has closed.
  afterAll(() => proxy.close());
  const server = sharedByTests(async () => {
    proxy = await startDatabaseProxy(await createSeededDatabase(inject('seededPostgres') ?? ''));
    return startTestServer({ database: await openDatabase({ url: proxy.url }) });
  });

  test('returns 503 while the connections to the database are lost under load, and goes on after it', async () => {
    await expectAwayUnderLoad(server, async (isAway) => {
      await proxy.stop();
      await isAway();
      await proxy.start();
    });
  });

  test('returns 503 for all calls and /healthz when the database cannot be reached', async () => {
    expect((await server.call('GET', '/healthz')).status).toBe(200);
    const token = await server.signIn('member');
    await proxy.stop();
    await expectAllAway(server, token);
  });
});
