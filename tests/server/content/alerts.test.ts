import { once } from 'node:events';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { scheduleAlert } from '../../../examples/server/src/content/scheduled-alerts.ts';
import { rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import { siteAlerts } from '../../../examples/server/src/db/schema/content.ts';
import { startHousekeeping } from '../../../examples/server/src/housekeeping.ts';
import { queueMail } from '../../../examples/server/src/mail/outbox.ts';
import { createErrorCounts } from '../../../examples/server/src/operate/error-counts.ts';
import { type CallResponse, sharedServer } from '../../support/test-server.ts';

const DEMO = 'demo-4f1c2a9e7b6d4c0f8e3a5b1d9c7e2f60';
const DAY = 86_400_000;

let subscriber: string;
const server = sharedServer({ config: { rateLimits: true } });
beforeAll(async () => {
  subscriber = await server.signIn('subscriber');
});
beforeEach(async () => {
  await server.context.db.delete(rateLimits);
});

const publish = (message: unknown) => server.call('POST', '/dev/alerts', { body: { message } });
const view = (code: string) => server.call('GET', `/api/web/alert/${code}`);
const list = (page: string) =>
  server.call('GET', `/api/web/alerts${page === '' ? '' : `?page=${page}`}`, { token: subscriber });
const idsOf = (response: CallResponse) =>
  (response.body.data as unknown as { id: number }[]).map(({ id }) => id);

describe('the list', () => {
  test('returns pages from 1 to last_page, newest first, with each alert once [alerts.call]', async () => {
    const first = await list('1');
    expect(first.status).toBe(200);
    const last = Number(first.body.last_page);
    expect(last).toBeGreaterThan(1);
    const pages = [];
    for (let page = 1; page <= last; page += 1) pages.push(await list(String(page)));
    const ids = pages.flatMap(idsOf);
    const stored = await server.context.db.select({ id: siteAlerts.id }).from(siteAlerts);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(stored.length);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect((await list('')).text).toBe(first.text);
  });

  test('returns an empty page past the last one, and 422 for an invalid page [alerts.invalid-page]', async () => {
    const beyond = await list('999999999');
    expect(beyond.status).toBe(200);
    expect(idsOf(beyond)).toEqual([]);
    for (const page of ['0', '-1', '1.5', 'two', '1e1', '%20', '99999999999', "1';--"]) {
      const response = await list(page);
      expect(response.status, page).toBe(422);
      expect(Object.keys(response.body.errors ?? {})).toEqual(['page']);
    }
  });

  test('never contains the codes', async () => {
    expect((await list('1')).text).not.toContain(DEMO);
  });
});

describe('publishing (sandbox)', () => {
  test('puts a new alert first in the list and publishes alert-created [alerts.published]', async () => {
    const received: number[] = [];
    const stop = server.context.bus.subscribe('alert-created', ({ alertId }) => received.push(alertId));
    const response = await publish('  <b>SPY</b> & 🔔\nsecond line  ');
    stop();
    expect(response.status).toBe(201);
    expect(response.body.alert?.message).toBe('<b>SPY</b> & 🔔\nsecond line');
    const [first] = (await list('1')).body.data as unknown as { id: number; message: string }[];
    expect(first).toMatchObject({ id: received[0], message: '<b>SPY</b> & 🔔\nsecond line' });
    expect(received).toHaveLength(1);
  });

  test('publishes a scheduled alert in time while the mail server does not respond [operate.alert-schedule]', async () => {
    const { context, clock } = server;
    const { db, bus } = context;
    let noteRequest = (): void => {};
    const asked = new Promise<void>((resolve) => {
      noteRequest = resolve;
    });
    const closed = new AbortController();
    const mail = {
      send: async () => {
        noteRequest();
        await once(closed.signal, 'abort');
        throw new Error('closed');
      },
      deletesSentTexts: false,
      close: () => closed.abort(),
    };
    await queueMail(db, { to: 'ada@example.com', subject: 'A code', text: 'Text' }, clock.now() - 1);
    const published = new Promise<void>((resolve) => {
      const stop = bus.subscribe('alert-created', () => {
        stop();
        resolve();
      });
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const stop = startHousekeeping({ ...context, mail }, createErrorCounts());
      vi.advanceTimersByTime(5_000);
      await asked;
      await scheduleAlert(context, { message: 'SPY calls' }, new Date(clock.now() - 1));
      vi.advanceTimersByTime(10 * 60_000);
      await published;
      await stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test('rejects an invalid message', async () => {
    for (const message of ['', ' ', 7, null, 'x'.repeat(2_001), 'nul\u0000']) {
      expect((await publish(message)).status).toBe(422);
    }
  });

  test('rejects requests of other sites', async () => {
    const other = await server.call('POST', '/dev/alerts', {
      body: { message: 'x' },
      headers: { origin: 'https://evil.example' },
    });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    const text = await server.call('POST', '/dev/alerts', {
      body: '{"message":"x"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
  });
});

describe('one alert by its code', () => {
  test('is public and is kept out of caches, referrers and the log [alerts.view-public]', async () => {
    const response = await view(DEMO);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body.alert ?? {}).sort()).toEqual(['created_at', 'id', 'message']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const lines = server.logLines.join('\n');
    expect(lines).toContain('/api/web/alert/[redacted]');
    expect(lines).not.toContain(DEMO);
  });

  test('has a random code of at least 128 bits, never an id [alerts.code-strength]', async () => {
    const codes = new Set<string>();
    for (let round = 0; round < 5; round += 1) codes.add(String((await publish('Hi')).body.code));
    expect(codes.size).toBe(5);
    for (const code of codes) expect(code).toMatch(/^[\w-]{32}$/);
    expect((await view('1')).status).toBe(404);
    const stored = await server.context.db.select().from(siteAlerts);
    const forever = stored.filter(({ codeExpiresAt }) => codeExpiresAt === null);
    expect(forever.map(({ code }) => code)).toEqual([DEMO]);
  });

  test('returns the same 404 for an unknown, a mistyped and an expired code [alerts.uniform-404]', async () => {
    const code = String((await publish('Gone in a month')).body.code);
    expect((await view(code)).status).toBe(200);
    server.clock.advance(30 * DAY + 1);
    subscriber = await server.signIn('mentor').catch(() => subscriber);
    const responses = await Promise.all(
      [code, DEMO.toUpperCase(), 'x'.repeat(32), '..%2f..%2fprofile', "'%20or%201=1", 'a'.repeat(5_000)].map(
        view,
      ),
    );
    for (const response of responses) {
      expect(response.status).toBe(404);
      expect(response.body).toEqual({ error: 'Failed to load alert', message: 'Failed to load alert' });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect((await view(DEMO)).status).toBe(200);
  });

  test('is limited to 30 requests a minute per address, wrong codes included [alerts.rate-limit]', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, number) => view(`guess-${number}-of-a-code-0000`)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]));
    const refused = await view(DEMO);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.body.error).toBe(refused.body.message);
    server.clock.advance(60_000);
    expect((await view(DEMO)).status).toBe(200);
  });
});
