import { describe, expect, it, vi } from 'vitest';
import { createSandboxSource, createSequence } from '../../../examples/sandbox/src/feed/sandbox-source.ts';
import { createSandboxMarket } from '../../../examples/sandbox/src/market/index.ts';
import { readChannels } from '../../../examples/server/src/market/options-feed/feed-channels.ts';
import { readSpeed } from '../../../examples/server/src/market/options-feed/feed-speed.ts';
import {
  createShared,
  type FeedFrame,
  type FeedListener,
  frameOf,
} from '../../../examples/server/src/providers/feed/feed-source.ts';
import { retryDelay } from '../../../examples/server/src/providers/feed/upstream-source.ts';
import { fakeTimers } from '../unit/market/options-feed/support.ts';

// Generating whole sessions takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

// A Friday in market hours.
const START = Date.parse('2026-11-20T15:00:00Z');

describe('the sandbox feed', () => {
  const setUp = async (speed: number) => {
    const timers = fakeTimers();
    let asleep = 0;
    const clock = { now: () => START + timers.now() + asleep };
    const market = createSandboxMarket({ tradesPerDay: 60_000, now: clock.now });
    await market.tradeDay('2026-11-20');
    const source = createSandboxSource({
      market,
      clock,
      timers,
      speed,
      nextSequence: createSequence(clock),
      onError: (error) => {
        throw error;
      },
    });
    const frames: FeedFrame[] = [];
    const stop = source.listen({ frame: (frame) => frames.push(frame), status: () => {} });
    await new Promise((done) => setImmediate(done));
    const sleep = (ms: number) => {
      asleep += ms;
    };
    return { timers, clock, frames, stop, sleep, trades: () => frames.flatMap((frame) => frame.trades) };
  };

  it('sends about 300 trades a second with current times and increasing sequence numbers [market.sandbox-feed]', async () => {
    const { timers, trades, stop } = await setUp(1);
    timers.pass(60_000);
    const all = trades();
    expect(all.length / 60).toBeGreaterThan(270);
    expect(all.length / 60).toBeLessThan(330);
    expect(all.every(({ q, t }, index) => (q ?? 0) > (all[index - 1]?.q ?? 0) && t > START)).toBe(true);
    stop();
    timers.pass(5_000);
    expect(trades()).toHaveLength(all.length);
  });

  it('replays faster on request, and does not flood listeners after the process slept [market.sandbox-feed]', async () => {
    const { timers, trades, sleep } = await setUp(10);
    timers.pass(1_000);
    expect(trades().length).toBeGreaterThan(1_500);
    expect(trades().length).toBeLessThan(6_000);
    // After an hour without a tick: the maximum of one second (the pace varies up to twice the mean).
    const before = trades().length;
    sleep(3_600_000);
    timers.pass(50);
    expect(trades().length - before).toBeGreaterThan(900);
    expect(trades().length - before).toBeLessThan(6_600);
  });

  it('starts again at the end of the session', async () => {
    const { timers, trades } = await setUp(100);
    for (let step = 0; step < 40; step += 1) {
      timers.pass(100);
      await new Promise((done) => setImmediate(done));
    }
    expect(trades().length).toBeGreaterThan(60_000);
    expect(trades()[60_000]?.sym).toBe(trades()[0]?.sym);
    expect(trades()[60_000]?.q).toBeGreaterThan(trades()[59_999]?.q ?? 0);
  });

  it('reports a session that fails to load, and retries after five seconds', async () => {
    const timers = fakeTimers();
    const clock = { now: () => START + timers.now() };
    const market = createSandboxMarket({ tradesPerDay: 60_000, now: clock.now });
    let tries = 0;
    const errors: unknown[] = [];
    const source = createSandboxSource({
      market: {
        tradeDay(day) {
          tries += 1;
          return tries === 1 ? Promise.reject(new Error('no memory')) : market.tradeDay(day);
        },
      },
      clock,
      timers,
      speed: 1,
      nextSequence: createSequence(clock),
      onError: (error) => errors.push(error),
    });
    const statuses: string[] = [];
    let trades = 0;
    const stop = source.listen({
      frame: (frame) => {
        trades += frame.trades.length;
      },
      status: ({ status }) => statuses.push(status),
    });
    await market.tradeDay('2026-11-20');
    await new Promise((done) => setImmediate(done));
    expect([tries, statuses, errors.length]).toEqual([1, ['upstream_unavailable'], 1]);
    timers.pass(5_000);
    await new Promise((done) => setImmediate(done));
    timers.pass(1_000);
    expect(tries).toBe(2);
    expect(trades).toBeGreaterThan(100);
    stop();
  });

  it('keeps sequence numbers increasing across a restart', () => {
    let now = START;
    const clock = { now: () => now };
    const next = createSequence(clock);
    const last = [next(), next(), next()].at(-1) ?? 0;
    now += 1;
    expect(createSequence(clock)()).toBeGreaterThan(last);
    expect(Number.isSafeInteger(last)).toBe(true);
  });
});

describe('a shared source', () => {
  const setUp = (linger: number | null) => {
    const timers = fakeTimers();
    const log: string[] = [];
    const source = createShared(
      () => {
        log.push('start');
        return () => void log.push('stop');
      },
      () => log.push('error'),
      linger === null ? undefined : { timers, ms: linger },
    );
    return { timers, log, source, listen: () => source.listen({ frame: () => {}, status: () => {} }) };
  };

  it('runs once for any number of listeners, and stops with the last', () => {
    const { log, listen } = setUp(null);
    const first = listen();
    const second = listen();
    first();
    first();
    expect(log).toEqual(['start']);
    second();
    expect(log).toEqual(['start', 'stop']);
    listen();
    expect(log).toEqual(['start', 'stop', 'start']);
  });

  it('keeps running while a page reloads', () => {
    const { log, listen, timers } = setUp(1_000);
    listen()();
    timers.pass(999);
    const stop = listen();
    timers.pass(5_000);
    expect(log).toEqual(['start']);
    stop();
    timers.pass(1_000);
    expect(log).toEqual(['start', 'stop']);
  });

  it('sends its last status to a later listener, until trades arrive or it restarts [market.upstream-reconnect]', () => {
    const begun: FeedListener[] = [];
    const all = () => begun.at(-1);
    const source = createShared(
      (listener) => {
        begun.push(listener);
        return () => {};
      },
      () => {},
    );
    const join = () => {
      const statuses: string[] = [];
      return {
        statuses,
        leave: source.listen({ frame: () => {}, status: ({ status }) => statuses.push(status) }),
      };
    };
    const first = join();
    all()?.status({ ev: 'status', status: 'upstream_unavailable', message: '' });
    const late = join();
    expect([first.statuses, late.statuses]).toEqual([['upstream_unavailable'], ['upstream_unavailable']]);
    all()?.frame(frameOf([]));
    const later = join();
    expect(later.statuses).toEqual([]);
    all()?.status({ ev: 'status', status: 'upstream_unavailable', message: '' });
    for (const { leave } of [first, late, later]) leave();
    expect(join().statuses).toEqual([]);
  });

  it('sends nothing and does not start once it is closed', () => {
    const { log, listen, source } = setUp(null);
    listen();
    source.close();
    listen()();
    expect(log).toEqual(['start', 'stop']);
  });

  it('keeps serving other listeners when one throws', () => {
    const log: string[] = [];
    let tell = () => {};
    const source = createShared(
      (all) => {
        tell = () => all.status({ ev: 'status', status: 'x', message: '' });
        return () => {};
      },
      () => log.push('error'),
    );
    source.listen({
      frame: () => {},
      status: () => {
        throw new Error('mine');
      },
    });
    source.listen({ frame: () => {}, status: () => log.push('heard') });
    tell();
    expect(log).toEqual(['error', 'heard']);
  });
});

describe('waits before reconnecting', () => {
  const past = { failures: 1, evictions: 0, rejected: false, evicted: false };

  it('double after each failure, up to a minute', () => {
    expect([1, 2, 3, 4, 20].map((failures) => retryDelay({ ...past, failures }))).toEqual([
      1_000, 2_000, 4_000, 8_000, 60_000,
    ]);
  });

  it('double from 15 s after each eviction, whatever was received in between', () => {
    const waits = [1, 2, 3, 4, 5, 9].map((evictions) => retryDelay({ ...past, evicted: true, evictions }));
    expect(waits).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 300_000]);
  });

  it('last five minutes after a rejected key', () => {
    expect(retryDelay({ ...past, rejected: true })).toBe(300_000);
  });
});

describe('parameters of a browser', () => {
  it('reads lists of channels', () => {
    expect(readChannels('T.*')).toEqual({ channels: ['T.*'], unknown: [] });
    expect(readChannels(' T.o:aapl261218c00250000 ,, T.GME1270115P00003000')).toEqual({
      channels: ['T.O:AAPL261218C00250000', 'T.O:GME1270115P00003000'],
      unknown: [],
    });
    expect(readChannels('*, A.AAPL,T.')).toEqual({ channels: [], unknown: ['*', 'A.AAPL', 'T.'] });
  });

  it('reads the speed, one of a few values', () => {
    expect(readSpeed('/options')).toBe(1);
    expect(readSpeed('/options?speed=10')).toBe(10);
    // Nearest by ratio: 33 is nearer to 50 than to 20.
    expect([0.2, 0.3, 3, 4, 33, 60].map((speed) => readSpeed(`/options?speed=${speed}`))).toEqual([
      0.1, 0.5, 2, 5, 50, 50,
    ]);
    expect(readSpeed('/options?speed=1e9')).toBe(100);
    for (const bad of ['0', '-1', 'x', '', 'NaN']) expect(readSpeed(`/options?speed=${bad}`)).toBe(1);
  });
});
