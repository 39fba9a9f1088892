import type { FeedTradeEvent } from '@openbell/core/contract';
import type { FeedListener } from '@openbell/core/options-feed';
import {
  autoscrollThreshold,
  centsOf,
  createTradeFlash,
  dollarsOf,
  followsEnd,
  isSweep,
  newSince,
  optionConditions,
  summaryOf,
  type TradeFlashOptions,
  weightOf,
} from '@openbell/core/trade-flash';
import { createFakeTime, recordStates } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

function trade(parts: Partial<FeedTradeEvent> = {}): FeedTradeEvent {
  return {
    ev: 'T',
    sym: 'O:SPY251219C00650000',
    x: 302,
    p: 1.25,
    s: 150,
    c: [209],
    t: 1_763_650_000_000,
    ...parts,
  };
}

function setUp(options: Partial<TradeFlashOptions> = {}) {
  const time = createFakeTime();
  const listeners = new Set<FeedListener>();
  let starts = 0;
  const flash = createTradeFlash({
    feed: {
      start() {
        starts += 1;
        return () => {
          starts -= 1;
        };
      },
      listen(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    scheduler: time.scheduler,
    now: time.clock.now,
    ...options,
  });
  flash.start();
  let connection = 1;
  const push = (...trades: FeedTradeEvent[]): void => {
    for (const { onFrame } of listeners) {
      onFrame({ isValid: true, trades, statuses: [], seen: trades.length + 3, malformed: 0 }, connection);
    }
  };
  /** Delivers trades and advances one frame. */
  const show = async (...trades: FeedTradeEvent[]): Promise<void> => {
    push(...trades);
    await time.frame();
  };
  return {
    time,
    flash,
    push,
    show,
    listeners,
    reconnect: () => {
      connection += 1;
    },
    starts: () => starts,
    state: () => flash.$state.get(),
  };
}

describe('trade flash rules', () => {
  test('also offers option conditions: sweeps, crosses, floor, multi-leg', () => {
    const all = [...optionConditions].sort((a, b) => a - b);
    expect([all.length, all[0], all[1], all.at(-1)]).toEqual([22, 219, 227, 247]);
    const sweeps = Array.from({ length: 48 }, (_, i) => 201 + i).filter((condition) =>
      isSweep([209, condition]),
    );
    expect(sweeps).toEqual([219, 228, 230]);
  });

  test('figures exclude canceled trades', () => {
    const trades = [
      { dollars: 0.1, isCanceled: false },
      { dollars: 0.2, isCanceled: false },
      { dollars: 99, isCanceled: true },
    ];
    expect(summaryOf(trades)).toEqual({ trades: 2, dollars: 0.3, largest: 0.2 });
    expect(summaryOf([])).toEqual({ trades: 0, dollars: 0, largest: 0 });
  });

  test('dollars are price × size × 100, exact where doubles are not [market.dollars]', () => {
    expect(0.07 * 3 * 100).not.toBe(21);
    expect(dollarsOf(0.07, 3)).toBe(21);
    expect(dollarsOf(1.25, 150)).toBe(18_750);
    expect(dollarsOf(1.25, 150, 10)).toBe(1875);
    expect(dollarsOf(0.0001, 1)).toBe(0.01);
  });

  test('dollars equal an integer computation for prices of up to four decimals', () => {
    fc.assert(
      fc.property(
        fc.nat(999_999_999),
        fc.nat(900_000),
        fc.constantFrom(1, 10, 100),
        (tenThousandths, size, multiplier) => {
          const exact = BigInt(tenThousandths) * BigInt(size) * BigInt(multiplier);
          expect(BigInt(centsOf(tenThousandths / 10_000, size, multiplier))).toBe((exact + 50n) / 100n);
        },
      ),
    );
  });

  test('the tape follows the end within 100 px [market.autoscroll]', () => {
    expect(autoscrollThreshold).toBe(100);
    const at = (distance: number): boolean =>
      followsEnd({ scrollHeight: 5000, clientHeight: 400, scrollTop: 4600 - distance });
    expect([0, 99, 100, 101, 4000].map(at)).toEqual([true, true, true, false, false]);
  });

  test('a weight is between 0 and 1', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (dollars, largest) => {
        const weight = weightOf(dollars, largest);
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
      }),
    );
    expect([weightOf(100, 100), weightOf(25, 100), weightOf(0, 100)]).toEqual([1, 0.5, 0]);
  });

  test('counts new trades since the last one seen, up to the length of the tape', () => {
    const tape = [{ id: 8 }, { id: 9 }, { id: 10 }];
    expect([10, 9, 8, 1].map((seen) => newSince(tape, seen))).toEqual([0, 1, 2, 3]);
    expect(newSince([], 4)).toBe(0);
  });
});

describe('trade flash', () => {
  test('publishes once per frame for any number of trades [market.tape-frame]', async () => {
    const { flash, push, time, state } = setUp();
    const { states } = recordStates(flash.$state);
    push(trade(), trade());
    push(trade({ s: 200, p: 2 }));
    expect(states).toHaveLength(1);
    await time.frame();
    expect(states).toHaveLength(2);
    expect(state().trades.map(({ id, dollars }) => [id, dollars])).toEqual([
      [1, 18_750],
      [2, 18_750],
      [3, 40_000],
    ]);
    expect(state()).toMatchObject({
      seen: 9,
      largest: 40_000,
      totals: { trades: 3, dollars: 77_500, calls: 77_500, puts: 0 },
    });
  });

  test('publishes every other frame at a high rate, with a delay of at most one frame', async () => {
    const { flash, push, time, state } = setUp();
    const { states } = recordStates(flash.$state);
    const torrent = Array.from({ length: 9 }, () => trade());
    push(...torrent);
    await time.frame();
    expect(states).toHaveLength(1);
    push(...torrent);
    await time.frame();
    expect(states).toHaveLength(2);
    expect(state().trades).toHaveLength(18);
    push(...torrent.slice(1));
    await time.frame();
    expect(states).toHaveLength(3);
    expect(state().trades).toHaveLength(26);
    push(...torrent);
    await time.frame();
    await time.frame();
    expect(states).toHaveLength(4);
    expect(state().trades).toHaveLength(35);
  });

  test('pausing at a high rate first shows all trades received so far', async () => {
    const { flash, push, time, state } = setUp();
    push(...Array.from({ length: 9 }, () => trade()));
    await time.frame();
    flash.pause();
    expect(state()).toMatchObject({ isPaused: true, waiting: 0 });
    expect(state().trades).toHaveLength(9);
    await time.frame();
    expect(state().trades).toHaveLength(9);
  });

  test('subscribes to the feed with the filter and cancel conditions', () => {
    const { listeners } = setUp();
    const [listener] = [...listeners];
    expect(listener?.filter.sizeOver).toBe(100);
    expect([...(listener?.filter.conditions ?? [])]).toEqual([15, 16, 37, 201, 203, 205, 207]);
  });

  test.each([201, 203, 205, 207])(
    'condition %i cancels the newest earlier print of the same symbol, price and size',
    async (condition) => {
      const { show, state } = setUp();
      await show(trade(), trade({ p: 2 }), trade(), trade({ s: 151 }), trade({ c: [condition] }));
      expect(state().trades.map(({ isCanceled }) => isCanceled)).toEqual([false, false, true, false]);
      expect(state().totals.trades).toBe(3);
      await show(trade({ c: [condition] }), trade({ c: [condition] }));
      expect(state().trades.map(({ isCanceled }) => isCanceled)).toEqual([true, false, true, false]);
      expect(state().totals).toMatchObject({ trades: 2, dollars: 30_000 + 18_875 });
    },
  );

  test('a cancel applies to trades that left the tape, up to five times its length [market.cancels]', async () => {
    const { show, state } = setUp({ limit: 10 });
    await show(trade({ p: 9 }), ...Array.from({ length: 49 }, () => trade()));
    await show(trade({ p: 9, c: [201] }));
    expect(state().totals).toMatchObject({ trades: 49, dollars: 49 * 18_750 });
    // Trades from hundreds of trades ago are dropped to limit memory.
    await show(trade({ p: 9 }));
    await show(...Array.from({ length: 200 }, () => trade()));
    await show(trade({ p: 9, c: [201] }));
    expect(state().totals.trades).toBe(250);
  });

  test('a cancel applies only to its symbol, and updates the largest trade [market.cancels]', async () => {
    const { show, state } = setUp();
    await show(trade({ p: 9 }), trade(), trade({ sym: 'O:QQQ251219P00500000', p: 9, c: [201] }));
    expect([state().totals.trades, state().largest]).toEqual([2, 135_000]);
    await show(trade({ p: 9, c: [201] }));
    expect([state().totals.trades, state().largest]).toEqual([1, 18_750]);
  });

  test.each([202, 204, 206, 208])('condition %i marks a trade as late [market.late]', async (condition) => {
    const { show, state } = setUp();
    await show(trade({ c: [condition] }), trade());
    expect(state().trades.map(({ isLate }) => isLate)).toEqual([true, false]);
  });

  test('shows both of two prints with one sequence [market.dedupe]', async () => {
    const { show, state } = setUp();
    await show(trade({ q: 143_015, s: 300, p: 16.7 }), trade({ q: 143_015, s: 150, p: 16.75 }));
    expect(state().trades.map(({ size, price }) => [size, price])).toEqual([
      [300, 16.7],
      [150, 16.75],
    ]);
  });

  test('cancels the trade whose sequence the cancel has, else the newest equal one [market.cancels]', async () => {
    const { show, state } = setUp();
    await show(trade({ q: 7 }), trade({ q: 8 }), trade({ q: 9 }));
    await show(trade({ q: 7, c: [201] }));
    expect(state().trades.map(({ isCanceled }) => isCanceled)).toEqual([true, false, false]);
    await show(trade({ q: 10, c: [201] }));
    expect(state().trades.map(({ isCanceled }) => isCanceled)).toEqual([true, false, true]);
  });

  test('ignores the last minutes that a provider repeats after a reconnect [market.dedupe]', async () => {
    const { show, state, reconnect } = setUp({ limit: 100 });
    const day = Array.from({ length: 300 }, (_, i) => trade({ q: i + 1, s: 101 + i }));
    await show(...day);
    reconnect();
    await show(...day, trade({ q: 301 }));
    expect(state().totals.trades).toBe(301);
    expect(state().trades.at(-1)).toMatchObject({ id: 301, exchange: 302 });
  });

  test('counts malformed trades of a frame [market.symbols]', async () => {
    const { listeners, state, time } = setUp();
    for (const { onFrame } of listeners)
      onFrame({ isValid: true, trades: [trade({ sym: 'x' })], statuses: [], seen: 4, malformed: 3 }, 1);
    await time.frame();
    await time.frame();
    expect([state().unreadable, state().seen]).toEqual([4, 4]);
  });

  test('counts and skips an unreadable symbol [market.symbols]', async () => {
    const { show, state } = setUp();
    await show(trade({ sym: 'O:NONSENSE' }), trade());
    expect([state().trades.length, state().unreadable]).toEqual([1, 1]);
  });

  test('counts and skips an invalid price, size or time, without changing the totals', async () => {
    const { show, state } = setUp();
    await show(
      trade({ p: 1e305 }),
      trade({ p: -1e308 }),
      trade({ s: 1e305 }),
      trade({ p: 1e15, s: 1e15 }),
      trade({ t: 9e15 }),
      trade(),
    );
    expect(state()).toMatchObject({ unreadable: 5, largest: 18_750, totals: { trades: 1, dollars: 18_750 } });
    // Half a cent is rounded away from zero for both signs, even if the product is not a safe integer.
    const [huge, size] = [90_071_992.000005, 1001];
    expect(centsOf(-huge, size, 10)).toBe(-centsOf(huge, size, 10));
    expect([centsOf(1e305, 1), dollarsOf(1, Number.POSITIVE_INFINITY)]).toEqual([Number.NaN, Number.NaN]);
  });

  test('the multiplier can be set per symbol [market.multiplier]', async () => {
    const { show, state } = setUp({ multiplierOf: (sym) => (sym.startsWith('O:GME1') ? 10 : 100) });
    await show(trade({ sym: 'O:GME1270115P00003000' }), trade());
    expect(state().trades.map(({ dollars }) => dollars)).toEqual([1875, 18_750]);
    expect(state().totals).toMatchObject({ puts: 1875, calls: 18_750 });
  });

  test('limits the history and keeps the newest trades [market.tape-bounded]', async () => {
    const { show, state } = setUp({ limit: 3 });
    for (let i = 0; i < 20; i++) await show(trade({ s: 101 + i }), trade({ s: 301 + i }));
    expect(state().trades.map(({ id }) => id)).toEqual([38, 39, 40]);
    expect(state().totals.trades).toBe(40);
  });

  test('pausing freezes the tape and counts new trades; resuming shows them all [market.tape-pause]', async () => {
    const { flash, show, state } = setUp();
    await show(trade());
    flash.pause();
    const { trades } = state();
    await show(trade({ s: 200 }), trade({ s: 300 }));
    expect(state()).toMatchObject({ isPaused: true, waiting: 2 });
    expect(state().trades).toBe(trades);
    flash.resume();
    expect(state()).toMatchObject({ isPaused: false, waiting: 0 });
    expect(state().trades.map(({ size }) => size)).toEqual([150, 200, 300]);
  });

  test('limits waiting trades to the tape length, and clear() removes everything', async () => {
    const { flash, show, state, time } = setUp({ limit: 3 });
    flash.pause();
    await show(...Array.from({ length: 9 }, (_, i) => trade({ q: i })));
    await time.frame();
    expect(state().waiting).toBe(3);
    flash.resume();
    expect(state().lag).not.toBeNull();
    flash.clear();
    expect(state()).toMatchObject({
      trades: [],
      waiting: 0,
      seen: 0,
      largest: 0,
      lag: null,
      totals: { trades: 0, dollars: 0, calls: 0, puts: 0 },
    });
    // clear() also removes the known trades, so a repeated trade is new.
    await show(trade({ q: 1 }));
    expect(state().totals).toMatchObject({ trades: 1, dollars: 18_750 });
  });

  test('the lag still updates when the clock is set back', async () => {
    let now = 2_000_000;
    const { show, state } = setUp({ now: () => now });
    await show(trade({ t: now - 100 }));
    await show(trade({ t: now - 300 }));
    now = 1_000_000;
    await show(trade({ t: now - 300 }));
    expect(state().lag).toBe(300);
  });

  test('the lag is the median of about a second, updated once per second, without late prints [market.lag]', async () => {
    const { show, state, time } = setUp();
    const ago = (ms: number, parts: Partial<FeedTradeEvent> = {}) =>
      trade({ t: time.clock.now() - ms, ...parts });
    expect(state().lag).toBeNull();
    await show(ago(90_000, { c: [202] }));
    expect(state().lag).toBeNull();
    await show(ago(240));
    expect(state().lag).toBe(240);
    await show(ago(900), ago(400));
    expect(state().lag).toBe(240);
    await time.advance(1000);
    await show(ago(100));
    expect(state().lag).toBe(400);
    // Shows the lag of a delayed feed, and no negative lag when the device clock is behind.
    await time.advance(1000);
    await show(ago(900_000));
    await time.advance(1000);
    await show(ago(900_000));
    expect(state().lag).toBe(900_000);
    await time.advance(1000);
    await show(ago(-5000), ago(-5000));
    await time.advance(1000);
    await show(ago(-5000));
    expect(state().lag).toBe(0);
  });

  test('listeners receive each trade once, also while paused', async () => {
    const problems: unknown[] = [];
    const { flash, push, reconnect } = setUp({ onError: (problem) => problems.push(problem) });
    const received: number[] = [];
    flash.listen(() => {
      throw new Error('host');
    });
    const unlisten = flash.listen((trades) => received.push(...trades.map(({ size }) => size)));
    push(trade({ q: 1 }));
    flash.pause();
    reconnect();
    push(trade({ q: 1 }), trade({ q: 2, s: 200 }), trade({ c: [201] }));
    unlisten();
    push(trade({ s: 300 }));
    expect(received).toEqual([150, 200]);
    expect(problems).toHaveLength(3);
  });

  test('keeps the tape until the last stop, and clears everything on destroy', async () => {
    const { flash, show, listeners, starts, state, time } = setUp();
    const stop = flash.start();
    await show(trade());
    stop();
    expect([starts(), listeners.size]).toEqual([1, 1]);
    flash.destroy();
    expect([starts(), listeners.size, state().trades.length, time.pending()]).toEqual([0, 0, 0, 0]);
  });
});
