import { type FeedTradeEvent, feedTradeEventSchema, readWire, type Schema } from '@openbell/core/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../../examples/server/src/config.ts';
import { attachUpgrades } from '../../../../examples/server/src/live/upgrade.ts';
import { createOptionsFeed } from '../../../../examples/server/src/market/options-feed/options-feed.ts';
import {
  createShared,
  type FeedFrame,
  type FeedListener,
  frameOf,
} from '../../../../examples/server/src/providers/feed/feed-source.ts';
import { serveLocally } from '../../../support/serve-locally.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';
import { sharedServer } from '../../../support/test-server.ts';
import { fakeTimers } from '../../unit/market/options-feed/support.ts';
import { joinFeed, openFeed } from './feed-client.ts';

/** Parses with the contract's schema; a dropped entry is an error. */
function parse<T>(schema: Schema<T>, input: unknown): T {
  const reading = readWire(schema, input);
  if (!reading.ok || reading.dropped.length > 0) throw new Error(JSON.stringify(reading));
  return reading.value;
}

let token: string;
const server = sharedServer();
beforeAll(async () => {
  token = await server.signIn('subscriber');
});

describe('the options feed over a real socket', () => {
  it('follows the protocol: connected, auth_success, success, then arrays of trades [market.second-socket]', async () => {
    const client = await joinFeed(`${server.url}/options`, token);
    const trade = await client.trade();
    expect(parse(feedTradeEventSchema, trade)).toEqual(trade);
    expect(trade.sym).toMatch(/^O:[A-Z0-9]{1,6}\d{6}[CP]\d{8}$/);
    expect(client.events.slice(0, 3).map((event) => event.ev === 'status' && event.status)).toEqual([
      'connected',
      'auth_success',
      'success',
    ]);
    client.socket.close();
  });

  it('rejects an unknown token with auth_failed and closes with 4401 [market.feed-token]', async () => {
    for (const bad of ['', 'x', 'A'.repeat(43), "' or 1=1 --"]) {
      const client = await openFeed(`${server.url}/options`);
      client.send({ action: 'auth', params: bad });
      expect((await client.status('auth_failed')).message).toBe('authentication failed');
      expect((await client.closed).code).toBe(4401);
    }
  });

  it('closes with 4403 for a member without a plan or with an expired plan [market.feed-subscribers]', async () => {
    for (const account of ['member', 'lapsed'] as const) {
      const client = await openFeed(`${server.url}/options`);
      client.send({ action: 'auth', params: await server.signIn(account) });
      await client.status('auth_failed');
      expect((await client.closed).code).toBe(4403);
      // The connection is accepted and closed afterwards.
      expect(client.events.map((event) => event.ev === 'status' && event.status)).toEqual([
        'connected',
        'auth_failed',
      ]);
    }
  });

  it('rejects a subscription before auth, and unknown actions', async () => {
    const client = await openFeed(`${server.url}/options`);
    client.send({ action: 'subscribe', params: 'T.*' });
    expect((await client.status('error')).message).toBe('authenticate first');
    client.send({ action: 'auth', params: token });
    await client.status('auth_success');
    for (const bad of ['{', '"T.*"', { action: 'dance', params: 'x' }, { action: 'subscribe' }])
      client.send(bad);
    client.send({ action: 'subscribe', params: 'T.*' });
    await client.trade();
    expect(client.events.filter((event) => event.ev === 'status' && event.status === 'error')).toHaveLength(
      5,
    );
    client.socket.close();
  });

  it('closes a connection that sends an oversized frame, and keeps the others open', async () => {
    const other = await joinFeed(`${server.url}/options`, token);
    const client = await openFeed(`${server.url}/options`);
    client.send('x'.repeat(40_000));
    expect((await client.closed).code).toBe(1009);
    const before = other.events.length;
    await other.event((event): event is FeedTradeEvent => event.ev === 'T' && other.events.length > before);
    other.socket.close();
  });

  it('sends a browser only the contracts it subscribed to [market.feed-contracts]', async () => {
    const all = await joinFeed(`${server.url}/options?speed=100`, token);
    const { sym } = await all.trade();
    const one = await joinFeed(`${server.url}/options?speed=100`, token, `T.${sym}`);
    await one.trade();
    expect(new Set(one.events.flatMap((event) => (event.ev === 'T' ? [event.sym] : [])))).toEqual(
      new Set([sym]),
    );
    all.socket.close();
    one.socket.close();
  });

  it('rejects pages of other origins, and accepts the site and its loopback name', async () => {
    await expect(openFeed(`${server.url}/options`, { origin: 'https://evil.example' })).rejects.toThrow(
      '403',
    );
    await expect(openFeed(`${server.url}/options`, { origin: 'null' })).rejects.toThrow('403');
    for (const origin of [server.url, server.url.replace('127.0.0.1', 'localhost')]) {
      const client = await openFeed(`${server.url}/options`, { origin });
      client.socket.close();
    }
  });
});

/** Serves a feed that does not share the server's sockets. */
async function serveFeed(
  options: Parameters<typeof createOptionsFeed>[1],
  config: Partial<Config> = {},
): Promise<{
  readonly url: string;
  readonly feed: ReturnType<typeof createOptionsFeed>;
  close(): Promise<void>;
}> {
  const { context } = server;
  const feed = createOptionsFeed({ ...context, config: { ...context.config, ...config } }, options);
  const front = await serveLocally();
  attachUpgrades(front.server, [feed], context.config);
  return {
    url: `${front.url}/options`,
    feed,
    close: async () => {
      await feed.close();
      await front.close();
    },
  };
}
/** A source without trades. */
const silent = () =>
  createShared(
    () => () => {},
    () => {},
  );

describe('many browsers share one source', () => {
  let all: FeedListener | null = null;
  let starts = 0;
  const emit = (frame: FeedFrame) => all?.frame(frame);
  const trade = (q: number): FeedTradeEvent => ({
    ev: 'T',
    sym: 'O:AAPL261218C00250000',
    x: 302,
    p: 1.25,
    s: 5,
    c: [209],
    t: 1_766_500_000_000,
    q,
  });

  const own = sharedByTests(() =>
    serveFeed({
      limits: { backlog: 256 * 1024 },
      source: () =>
        createShared(
          (listener) => {
            starts += 1;
            all = listener;
            return () => {
              all = null;
            };
          },
          () => {},
        ),
    }),
  );

  it('drops trades for a slow browser, reports how many, and sends all to the others [market.slow-browser]', async () => {
    const slow = await joinFeed(own.url, token);
    const quick = await joinFeed(own.url, token);
    expect(starts).toBe(1);
    slow.socket.pause();
    // One megabyte per frame: loopback sockets buffer several, so the test sends many more.
    const trades = 10_000;
    const bulk = frameOf(Array.from({ length: trades }, (_, index) => trade(index + 1)));
    const rounds = 20;
    for (let round = 0; round < rounds; round += 1) {
      const arrived = new Promise<Buffer>((done) =>
        quick.socket.once('message', (data) => done(data as Buffer)),
      );
      emit(bulk);
      expect((await arrived).length).toBeGreaterThan(1_000_000);
    }
    slow.socket.resume();
    const more = setInterval(() => emit(frameOf([trade(999_999)])), 5);
    const { message } = await slow.status('slow_consumer');
    clearInterval(more);
    const leftOut = Number(/^(\d+) trades were dropped\.$/.exec(message)?.[1]);
    expect(leftOut).toBeGreaterThanOrEqual(trades);
    const got = slow.frames.filter((frame) => frame.length > 1_000_000).length;
    expect(got).toBeLessThan(rounds);
    slow.socket.close();
    quick.socket.close();
    await Promise.all([slow.closed, quick.closed]);
  });

  it('keeps ten connections of a user, and closes the oldest with max_connections [market.feed-ten]', async () => {
    const clients = [];
    for (let index = 0; index < 11; index += 1) clients.push(await joinFeed(own.url, token));
    const [oldest, ...rest] = clients;
    expect((await oldest?.closed)?.code).toBe(1008);
    expect(oldest?.events.at(-1)).toMatchObject({ status: 'max_connections' });
    for (const client of rest) client.socket.close();
    await Promise.all(rest.map(({ closed }) => closed));
  });

  it('closes on the events for log-out and plan end, without waiting for a check [market.feed-ends]', async () => {
    // The clock is stopped, so no check runs.
    const { url, close } = await serveFeed({ timers: fakeTimers(), source: silent });
    const member = await server.signIn('other');
    const first = await joinFeed(url, member);
    const { body } = await server.call('GET', '/api/web/profile', { token: member });
    await server.call('POST', '/api/web/logout', { token: member });
    expect((await first.closed).code).toBe(4401);
    const second = await joinFeed(url, await server.signIn('other'));
    const { db, bus } = server.context;
    const past = new Date(server.clock.now() - 1_000).toISOString();
    await db.execute(`update users set expired_at = '${past}' where email = '${body.user?.email}'`);
    bus.publish({ type: 'entitlement-changed', detail: { userId: Number(body.user?.id) } });
    expect((await second.closed).code).toBe(4403);
    await close();
  });

  it.each([
    ['at the requested speed', false, 100],
    ['in real time, whatever the client requests,', true, 1],
  ])('replays the sandbox %s when production is %s', async (_what, production, expected) => {
    const speeds: number[] = [];
    const source = (speed: number) => {
      speeds.push(speed);
      return silent();
    };
    const { url, close } = await serveFeed({ source }, { production });
    await openFeed(`${url}?speed=100`);
    expect(speeds).toEqual([expected]);
    await close();
  });

  describe('limits per network address', () => {
    // The clock is stopped, so no slow connection is closed.
    const limited = sharedByTests(() =>
      serveFeed({ timers: fakeTimers(), source: silent }, { rateLimits: true, trustProxy: true }),
    );
    const from = (place: string) => openFeed(limited.url, { 'x-forwarded-for': place });
    const crowdOf = (count: number, place: string) =>
      Promise.all(Array.from({ length: count }, () => from(place)));

    it('keeps 200 unauthenticated connections, and closes the oldest for the next one', async () => {
      const first = await from('203.0.113.1');
      const crowd = await crowdOf(199, '203.0.113.1');
      for (const client of [first, ...crowd]) expect(client.socket.readyState).toBe(client.socket.OPEN);
      const next = await from('203.0.113.1');
      expect((await first.closed).code).toBe(1013);
      expect(first.events.at(-1)).toMatchObject({ status: 'auth_timeout' });
      // Each network address has its own limit.
      await from('203.0.113.2');
      for (const client of [...crowd, next]) expect(client.socket.readyState).toBe(client.socket.OPEN);
    });

    it('admits a member among silent connections, and keeps the member when more arrive', async () => {
      const place = '203.0.113.3';
      await crowdOf(250, place);
      const member = await from(place);
      member.send({ action: 'auth', params: token });
      await member.status('auth_success');
      await crowdOf(250, place);
      member.send({ action: 'subscribe', params: 'T.*' });
      await member.status('success');
    });
  });

  it('closes all connections with 1001 when the server stops', async () => {
    const client = await joinFeed(own.url, token);
    await own.feed.close();
    expect((await client.closed).code).toBe(1001);
    await expect(openFeed(own.url)).rejects.toThrow('503');
  });
});
