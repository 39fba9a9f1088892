// Starts the server as a process in production with each pair of states of two providers, and requests every route.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { chooseProviders } from '../../../examples/server/src/choose-providers.ts';
import { type ProviderName, providerNames } from '../../../examples/server/src/config.ts';
import { lockDataFolder } from '../../../examples/server/src/db/data-folder.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { readEmptyCluster } from '../../support/empty-cluster.ts';
import { productionKeys } from '../../support/production-config.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { coverPairs, pairsIn, pairsOf } from './covering-array.ts';
import { expectClosed, paths, walk } from './walk-routes.ts';

const keys = {
  ...productionKeys,
  RECAPTCHA_SITE_KEY: 'recaptcha-site',
  RECAPTCHA_SECRET_KEY: 'recaptcha-secret',
  RECAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/verify',
};

const isAllowed = (setting: { readonly sandbox?: string; readonly off?: string }): boolean =>
  chooseProviders({
    production: true,
    configured: Object.fromEntries(providerNames.map((name) => [name, 'KEY'])),
    sandbox: setting.sandbox ?? '',
    off: setting.off ?? '',
  }).ok;

/** The states of each provider with which a production server may start. */
const states = Object.fromEntries<readonly string[]>(
  providerNames.map((name) => [
    name,
    [
      'real',
      ...(isAllowed({ sandbox: name }) ? ['sandbox'] : []),
      ...(isAllowed({ off: name }) ? ['off'] : []),
    ],
  ]),
) as Record<ProviderName, readonly string[]>;
const rows = coverPairs(states);

let folder = '';
let tokens: readonly string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openbell-pairs-'));
  const data = await lockDataFolder(join(folder, 'template'));
  const database = await openDatabase({ folder: data.database, snapshot: await readEmptyCluster() });
  await migrate(database, await readMigrations());
  tokens = await addMembers(database.db, paths.length);
  await database.close();
  await data.markDatabaseComplete();
  await data.release();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Adds subscribers with a session each. A production server limits the calls of one. */
async function addMembers(
  db: Awaited<ReturnType<typeof openDatabase>>['db'],
  count: number,
): Promise<readonly string[]> {
  const at = new Date();
  const added = await db
    .insert(users)
    .values(
      Array.from({ length: count }, (_, index) => ({
        email: `member${index}@openbell.example`,
        firstName: 'Olga',
        expiredAt: new Date(at.getTime() + 86_400_000),
        createdAt: at,
        updatedAt: at,
      })),
    )
    .returning({ id: users.id });
  const begun: string[] = [];
  for (const { id } of added)
    begun.push(await beginSession(db, { userId: id, remember: true }, at.getTime()));
  return begun;
}

async function upgradeStatus(url: string, path: string): Promise<number | undefined> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, ['openbell.v1']);
  const status = await new Promise<number | undefined>((resolve) => {
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.once('open', () => resolve(101));
    socket.once('error', () => undefined);
  });
  socket.terminate();
  return status;
}

test('the combinations have every pair of states of two providers', () => {
  const covered = new Set(rows.flatMap((row) => pairsIn(providerNames, row)));
  expect([...covered].toSorted()).toEqual(pairsOf(states).toSorted());
  expect(rows.length).toBeLessThan(20);
});

test.each(rows.map((row, index) => ({ row, index, title: describeRow(row) })))(
  'starts in production, serves nothing below /dev and fails nowhere with $title',
  async ({ row, index }) => {
    const named = (state: string) => providerNames.filter((name) => row[name] === state);
    const dataFolder = join(folder, String(index));
    await cp(join(folder, 'template'), dataFolder, { recursive: true });
    const server = await startServerProcess({
      dataFolder,
      env: {
        ...keys,
        CAPTCHA: 'on',
        TRUST_PROXY: '1',
        SANDBOX: named('sandbox').join(','),
        PROVIDERS_OFF: named('off').join(','),
      },
    });
    try {
      const settings = (await (await fetch(`${server.url}/config.json`)).json()) as { off?: string[] };
      expect((settings.off ?? []).toSorted()).toEqual(named('off').toSorted());
      const seen = await walk({
        url: server.url,
        tokenOf: (path) => tokens[path] ?? '',
        headersOf: (path) => ({ 'x-forwarded-for': `198.51.${100 + index}.${path}` }),
      });
      expectClosed(seen);
      // Rate limits and ended sessions would hide the routes.
      expect(seen.filter(({ status }) => status === 429)).toEqual([]);
      expect(seen).toContainEqual({ request: 'GET /api/web/profile', status: 200 });
      expect(await upgradeStatus(server.url, '/api/ws')).toBe(101);
      expect(await upgradeStatus(server.url, '/options')).toBe(row.feed === 'off' ? 404 : 101);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    } finally {
      expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null });
      await rm(dataFolder, { recursive: true, force: true });
    }
    expect(server.output()).not.toMatch(/unhandled|"level":"error"/);
  },
);

/** Names the providers that are not real. */
function describeRow(row: Readonly<Record<string, string>>): string {
  const others = Object.entries(row).filter(([, state]) => state !== 'real');
  return others.map(([name, state]) => `${name} ${state}`).join(', ') || 'all real';
}
