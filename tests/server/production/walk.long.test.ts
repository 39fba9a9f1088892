// Requests every route of a production server in each combination of providers.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EndpointName, endpoints } from '@openbell/core/contract';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSandbox } from '../../../examples/sandbox/src/index.ts';
import type { Config } from '../../../examples/server/src/config.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { createLogger } from '../../../examples/server/src/log.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { type RunningServer, startServer } from '../../../examples/server/src/start-server.ts';
import { readEmptyCluster } from '../../support/empty-cluster.ts';
import { productionConfig, productionKeys } from '../../support/production-config.ts';
import { expectClosed, walk } from './walk-routes.ts';

/** A database with the schema and no rows. */
let migrated: Blob;
let server: RunningServer | undefined;
let folder = '';
beforeAll(async () => {
  const database = await openDatabase({ memory: true, snapshot: await readEmptyCluster() });
  await migrate(database, await readMigrations());
  const dump = await database.dump?.();
  await database.close();
  if (dump === undefined) throw new Error('The embedded database cannot be dumped.');
  migrated = dump;
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Starts a production server on an empty database with a subscriber's token. Only rate limits are off. */
async function start(config: Config): Promise<{ url: string; token: string; log: readonly string[] }> {
  folder = await mkdtemp(join(tmpdir(), 'openbell-production-'));
  const log: string[] = [];
  server = await startServer({
    config: { ...config, rateLimits: false, dataFolder: join(folder, 'data') },
    database: await openDatabase({ memory: true, snapshot: migrated }),
    background: false,
    sandbox: createSandbox(),
    webFolder: join(folder, 'no-site'),
    log: createLogger({ clock: { now: () => Date.now() }, level: 'debug', write: (line) => log.push(line) }),
  });
  const { db } = server.context;
  const at = new Date();
  const [row] = await db
    .insert(users)
    .values({
      email: 'owner@openbell.example',
      firstName: 'Olga',
      expiredAt: new Date(at.getTime() + 86_400_000),
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: users.id });
  const token = await beginSession(db, { userId: row?.id ?? 0, remember: true }, at.getTime());
  return { url: server.url, token, log };
}

const modesOf = (config: Config) =>
  Object.fromEntries(config.providers.map(({ name, mode }) => [name, mode]));
const noKeys = Object.fromEntries(
  Object.keys(productionKeys)
    .filter((name) => !['NODE_ENV', 'PORT', 'SMTP_URL', 'MAIL_FROM'].includes(name))
    .map((name) => [name, undefined]),
);

describe('every route and method', () => {
  test('serves nothing below /dev and fails nowhere with all real providers', async () => {
    const config = productionConfig({});
    expect(new Set(Object.values(modesOf(config)))).toEqual(new Set(['real']));
    const { url, token } = await start(config);
    expectClosed(await walk({ url, tokenOf: () => token }));
  });

  test('serves nothing below /dev and fails nowhere with all optional providers off', async () => {
    const off = 'cards,wallet,push,market,feed,news,google,facebook';
    const { url, token } = await start(productionConfig({ ...noKeys, PROVIDERS_OFF: off }));
    expectClosed(await walk({ url, tokenOf: () => token }));
  });

  test('serves nothing below /dev and fails nowhere with each sandbox that production allows', async () => {
    const env = { ...noKeys, SANDBOX: 'push,market,feed,news,captcha', PROVIDERS_OFF: 'cards,wallet' };
    const { url, token } = await start(productionConfig(env));
    expectClosed(await walk({ url, tokenOf: () => token }));
  });
});

/** The response to a member when the provider of a call is off. */
const refusals: Readonly<Record<string, readonly [EndpointName, object | undefined, number, string]>> = {
  news: ['newsList', undefined, 404, 'Market news is not available on this site.'],
  market: ['timeSale', { ticker: 'AAPL' }, 404, 'Market data is not available on this site.'],
  push: ['storeNotificationToken', { token: 'x' }, 404, 'Push notifications are not available on this site.'],
  cards: [
    'createSubscription',
    { gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_1' },
    422,
    'Card payments are not available on this site.',
  ],
  wallet: [
    'createPaymentIntent',
    { gateway: 'paypal', program_id: 1, term: 1 },
    422,
    'PayPal is not available on this site.',
  ],
};

async function expectRefusal(url: string, token: string, provider: string): Promise<void> {
  const settings = (await (await fetch(`${url}/config.json`)).json()) as { off: string[] };
  expect(settings.off).toEqual([provider]);
  const refusal = refusals[provider];
  if (refusal === undefined) return;
  const [name, body, status, message] = refusal;
  const { method, path } = endpoints[name];
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ message })]);
}

describe('one provider that is not real', () => {
  test.each(['cards', 'wallet', 'push', 'market', 'feed', 'news', 'google', 'facebook'])(
    'starts, stays closed and says what is absent with %s off',
    async (provider) => {
      const config = productionConfig({ PROVIDERS_OFF: provider });
      expect(modesOf(config)).toMatchObject({ [provider]: 'off' });
      const { url, token } = await start(config);
      await expectRefusal(url, token, provider);
      expectClosed(await walk({ url, tokenOf: () => token, methods: ['GET', 'POST'] }));
    },
  );

  test.each(['push', 'market', 'feed', 'news', 'captcha'])(
    'starts and stays closed with %s in a sandbox',
    async (provider) => {
      const config = productionConfig({ SANDBOX: provider });
      expect(modesOf(config)).toMatchObject({ [provider]: 'sandbox' });
      const { url, token } = await start(config);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expectClosed(await walk({ url, tokenOf: () => token, methods: ['GET'] }));
    },
  );

  test('has no options feed when the feed is off', async () => {
    const { url } = await start(productionConfig({ PROVIDERS_OFF: 'feed' }));
    const socket = new WebSocket(`${url.replace('http', 'ws')}/options`);
    const status = await new Promise<number | undefined>((resolve) => {
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('open', () => resolve(101));
      socket.once('error', () => undefined);
    });
    socket.terminate();
    expect(status).toBe(404);
  });

  test('offers no sign-in with Google or Facebook [social.no-sandbox-in-production]', async () => {
    const { url } = await start(
      productionConfig({ ...noKeys, PROVIDERS_OFF: 'cards,wallet,push,market,feed,news' }),
    );
    const settings = (await (await fetch(`${url}/config.json`)).json()) as Record<string, unknown>;
    expect(settings).toMatchObject({ socialSandbox: false });
    expect(settings).not.toHaveProperty('googleClientId');
    expect((await fetch(`${url}/dev/social/google`)).status).toBe(404);
    const response = await fetch(`${url}/api/web/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'google', id: '1', email: 'a@b.co', credential: 'x', remember: true }),
    });
    expect(response.status).toBe(422);
  });
});

test('serves the articles of the news sandbox outside /dev', async () => {
  const { url, token } = await start(productionConfig({ SANDBOX: 'news' }));
  const response = await fetch(`${url}/api/app/news-list`, { headers: { authorization: `Bearer ${token}` } });
  const [item] = (await response.json()) as { url: string }[];
  expect(item?.url).toMatch(/^\/media\/news\/\d+\.html$/);
  const page = await fetch(url + item?.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Sandbox')]);
  expect((await fetch(`${url}/media/sandbox.css`)).status).toBe(200);
});
