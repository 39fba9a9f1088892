// A simulated day with the provider, from connect to maintenance, with every visible state.
import { createOptionsFeed, type FeedStatus } from '@openbell/core/options-feed';
import { bigDeltaFilter, createTradeFlash } from '@openbell/core/trade-flash';
import {
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  recordStates,
} from '@openbell/testing';
import { describe, expect, test } from 'vitest';

const status = (name: string, message = '') => ({ ev: 'status', status: name, message });
const trade = (q: number, parts: object = {}) => ({
  ev: 'T',
  sym: 'O:SPY251219C00650000',
  x: 302,
  p: 1.25,
  s: 150,
  c: [209],
  t: 1_763_650_000_000,
  q,
  ...parts,
});

function setUp() {
  const sockets = createFakeSockets();
  const time = createFakeTime();
  const feed = createOptionsFeed({
    url: 'wss://feed.test/options',
    auth: () => 'key',
    socketFactory: sockets.factory,
    scheduler: time.scheduler,
    clock: time.clock,
    page: createFakePage(),
    random: createFakeRandom(),
  });
  const flash = createTradeFlash({
    feed,
    filter: bigDeltaFilter,
    scheduler: time.scheduler,
    now: time.clock.now,
  });
  const { states } = recordStates(feed.$state);
  flash.start();
  const state = () => feed.$state.get();
  let seen = 0;
  return {
    sockets,
    time,
    feed,
    flash,
    state,
    /** The statuses passed through since the last call. */
    passed(): FeedStatus[] {
      const names = states.slice(seen).map((one) => one.status);
      seen = states.length;
      return names.filter((name, at) => name !== names[at - 1]);
    },
    tell: (...events: unknown[]) => sockets.latest().deliver(events),
    greet(...events: unknown[]) {
      sockets.latest().accept();
      sockets.latest().deliver([status('connected'), status('auth_success')]);
      sockets.latest().deliver([status('success', 'subscribed to: T.*'), ...events]);
    },
    untilRetry: () => time.advance((state().retryAt ?? 0) - time.clock.now()),
    sizes: () => flash.$state.get().trades.map(({ size }) => size),
  };
}

describe('a day with the provider', () => {
  test('trades, eviction, maintenance and reconnects cause no duplicates or reconnect loops [market.eviction] [market.dedupe]', async () => {
    const { sockets, time, state, passed, tell, greet, untilRetry, sizes } = setUp();
    greet(trade(1), trade(2, { s: 100 }), trade(3, { s: 300 }));
    await time.frame();
    expect(passed()).toEqual(['idle', 'connecting', 'authenticating', 'subscribing', 'live']);
    expect(sizes()).toEqual([150, 300]);

    tell(status('max_connections', 'Maximum number of websocket connections exceeded. '));
    sockets.latest().drop(1008);
    expect(passed().at(-1)).toBe('evicted');
    expect((state().retryAt ?? 0) - time.clock.now()).toBeGreaterThanOrEqual(30_000);
    await untilRetry();
    // After the reconnect the provider repeats trades.
    greet(trade(3, { s: 300 }), trade(4, { s: 400 }));
    await time.frame();
    expect(passed().at(-1)).toBe('live');
    expect(sizes()).toEqual([150, 300, 400]);

    for (const code of [1012, 1013, 1001]) {
      sockets.latest().drop(code, 'service restart');
      expect([state().status, state().message]).toEqual(['waiting', 'service restart']);
      await untilRetry();
    }
    expect(state().attempt).toBe(3);
    greet(trade(5, { s: 500 }));
    await time.frame();
    expect(state()).toMatchObject({ status: 'live', attempt: 0, message: '', retryAt: null });
    expect(sizes()).toEqual([150, 300, 400, 500]);
  });

  test('reports an interrupted market feed until the next trade or connection [market.interrupted]', async () => {
    const { sockets, state, tell, greet, untilRetry } = setUp();
    greet(trade(1));
    tell(status('upstream_unavailable', 'The market feed is interrupted; it is being connected again.'));
    expect(state()).toMatchObject({ status: 'live', isInterrupted: true });
    tell(trade(2));
    expect(state().isInterrupted).toBe(false);
    tell(status('upstream_unavailable'));
    sockets.latest().drop();
    await untilRetry();
    expect(state()).toMatchObject({ status: 'connecting', isInterrupted: false });
  });

  test('is not interrupted when the server is connected to its provider again [market.interrupted]', async () => {
    const { state, tell, greet } = setUp();
    greet(trade(1));
    tell(status('upstream_unavailable'));
    expect(state().isInterrupted).toBe(true);
    tell(status('upstream_available'));
    expect(state()).toMatchObject({ status: 'live', isInterrupted: false });
  });

  test('reports the total of trades left out on a slow connection [market.missed-trades]', async () => {
    const { state, tell, greet } = setUp();
    greet(trade(1));
    expect(state().leftOut).toBe(0);
    tell(status('slow_consumer', '1204 trades were left out.'), trade(2));
    tell(status('slow_consumer', '6 trades were left out.'));
    tell(status('slow_consumer', 'Slow down!'));
    expect(state().leftOut).toBe(1211);
  });

  test('retries after auth_timeout, and waits for retry() after a refused key [market.refused]', async () => {
    const { sockets, feed, time, state, greet, untilRetry } = setUp();
    sockets.latest().accept();
    sockets.latest().deliver([status('auth_timeout', 'No authentication request received.')]);
    sockets.latest().drop(1000);
    expect(state()).toMatchObject({ status: 'waiting', message: 'No authentication request received.' });
    await untilRetry();
    sockets.latest().accept();
    sockets.latest().deliver([status('connected'), status('auth_failed', 'authentication failed')]);
    expect(state()).toMatchObject({ status: 'refused', message: 'authentication failed', retryAt: null });
    await time.advance(86_400_000);
    expect(sockets.connections).toHaveLength(2);
    feed.retry();
    greet(trade(1));
    expect(state().status).toBe('live');
  });
});
