// Live trades of the options feed in the table of Time & Sales.
import type { FeedTradeEvent } from '@openbell/core/contract';
import { createTimeSales } from '@openbell/core/time-sales';
import { createFakeApi, createMemoryStorage, settle } from '@openbell/testing';
import { describe, expect, test } from 'vitest';
import { event, noon, openFeed, row, timeSalePath } from './live-support.ts';

function setUp(options: { liveLimit?: number; storage?: ReturnType<typeof createMemoryStorage> } = {}) {
  const parts = openFeed();
  const { api, time, sockets, feed } = parts;
  const timeSales = createTimeSales({ api, feed, scheduler: time.scheduler, ...options });
  const state = () => timeSales.$state.get();
  const quantities = (): (number | undefined)[] =>
    Array.from({ length: state().rows.count }, (_, place) => state().rows.at(place)?.qty);
  return {
    ...parts,
    timeSales,
    state,
    quantities,
    respond: async (rows: readonly unknown[]): Promise<void> => {
      await api.latest(timeSalePath).succeed({ data: rows, biggest_data: [] });
      await settle();
    },
    trades: async (...events: readonly FeedTradeEvent[]): Promise<void> => {
      sockets.latest().deliver(events);
      await time.frame();
    },
  };
}

/** Loaded with a row of five contracts, and live. */
async function live(ticker: string, options?: Parameters<typeof setUp>[0]) {
  const parts = setUp(options);
  const stop = parts.timeSales.start();
  void parts.timeSales.load(ticker);
  parts.greet();
  await parts.respond([row()]);
  await parts.time.frame();
  return { ...parts, stop };
}

describe('time and sales with a feed', () => {
  test('shows every trade of one connection, also with one sequence [market.dedupe]', async () => {
    const { trades, quantities } = await live('SPY');
    const shared = { q: 143_015, t: noon + 1000 };
    await trades(event({ ...shared, s: 300, p: 16.7 }), event({ ...shared, s: 150, p: 16.75 }));
    expect(quantities().toSorted()).toEqual([150, 300, 5]);
  });

  test('shows a trade that a reconnect repeats once, even hundreds of trades later [time-sales.live-once]', async () => {
    const { trades, state, sockets, feed, greet, respond } = await live('SPY');
    const day = Array.from({ length: 500 }, () => event());
    await trades(...day);
    sockets.latest().drop();
    feed.retry();
    greet();
    await respond([row()]);
    // Also one with size 0: Time & Sales shows every print.
    await trades(...day, event({ s: 0 }));
    expect(state().loaded).toBe(502);
  });

  test('does not reload when the first connection opens after the load', async () => {
    const { timeSales, api, respond, greet, trades, quantities } = setUp();
    timeSales.start();
    void timeSales.load('SPY');
    await respond([row()]);
    greet();
    expect(api.requests).toHaveLength(1);
    await trades(event({ s: 9 }));
    expect(quantities()).toEqual([9, 5]);
  });

  test('ignores the feed when turned off, even if it is open for other features [time-sales.live-off]', async () => {
    const { timeSales, trades, quantities, feed, sockets, greet, time, api } = await live('SPY');
    feed.start();
    timeSales.setLive(false);
    await trades(event({ s: 9 }));
    sockets.latest().drop();
    await time.advance(5000);
    greet();
    await trades(event({ s: 8 }));
    expect([quantities(), api.requests.length]).toEqual([[5], 1]);
  });

  test('adds the trades of its ticker in the next frame, in the current order and selection [time-sales.live]', async () => {
    const { trades, quantities, state, time, sockets, timeSales } = await live('SPY');
    await trades(event({ s: 9 }), event({ s: 3 }), event({ s: 99, sym: 'O:QQQ251219C00500000' }));
    expect(quantities()).toEqual([9, 5, 3]);
    // A print has no quote, so it has no side.
    expect(state().totals).toMatchObject({ trades: 3, bought: 625, calls: 2125 });
    timeSales.select({ minQty: 5 });
    await trades(event({ s: 4 }), event({ s: 6 }));
    expect(quantities()).toEqual([9, 6, 5]);
    // A cancel applies to loaded and live rows.
    await trades(event({ s: 5, c: [201] }));
    expect(state().totals).toMatchObject({ trades: 2, canceled: 2, bought: 0 });
    // Only the silence timer of the feed is pending.
    expect(time.pending()).toBe(1);
    expect(sockets.latest().frames().at(-1)).toEqual({ action: 'subscribe', params: 'T.*' });
  });

  test('is live by default for one ticker, and for all tickers only on request [time-sales.live-off]', async () => {
    const { timeSales, greet, respond, trades, quantities, sockets, time, state } = setUp();
    timeSales.start();
    void timeSales.load('');
    expect([state().isLive, sockets.connections.length]).toEqual([false, 0]);
    void timeSales.load('SPY');
    expect([state().isLive, sockets.live().length]).toEqual([true, 1]);
    void timeSales.load('');
    await time.advance(0);
    expect([state().isLive, sockets.live().length]).toEqual([false, 0]);
    timeSales.setLive(true);
    greet();
    await respond([row()]);
    await trades(event({ s: 9 }), event({ s: 99, sym: 'O:QQQ251219C00500000' }));
    expect(quantities()).toEqual([99, 9, 5]);
  });

  test('shows a trade that arrives during the load once [time-sales.live-once]', async () => {
    const { timeSales, greet, trades, respond, quantities, time } = setUp();
    timeSales.start();
    void timeSales.load('SPY');
    greet();
    await trades(event({ s: 5, t: noon }), event({ s: 8, t: noon + 1 }), event({ s: 2, t: noon - 1 }));
    // Before the first load no live rows are shown.
    expect(quantities()).toEqual([]);
    await respond([row()]);
    await time.frame();
    // The print that is older than the newest loaded row is late, not a duplicate.
    expect(quantities()).toEqual([8, 5, 2]);
  });

  test('ignores repeated trades after a reconnect, and loads missed ones [time-sales.live-interruption]', async () => {
    const { sockets, time, greet, trades, respond, api, quantities } = await live('SPY');
    const received = event({ s: 9 });
    await trades(received);
    const before = api.requests.length;
    sockets.latest().drop();
    await time.advance(2000);
    greet();
    expect(api.requests.length).toBe(before + 1);
    await trades(received, event({ s: 8, t: noon + 5000 }));
    const later = (ms: number): string => new Date(noon + ms).toISOString();
    // The response includes the missed trades; the later live row is kept.
    await respond([row({ qty: 6, time: later(3000) }), row({ qty: 9, time: later(1000) }), row()]);
    await time.frame();
    expect(quantities()).toEqual([9, 8, 6, 5]);
  });

  test('reloads after an interruption of the provider, but not after the first connection', async () => {
    const { sockets, api, trades } = await live('SPY');
    expect(api.requests).toHaveLength(1);
    sockets.latest().deliver([{ ev: 'status', status: 'upstream_unavailable', message: '' }]);
    expect(api.requests).toHaveLength(1);
    await trades(event());
    expect(api.requests).toHaveLength(2);
  });

  test('keeps live rows after an older response or a failed load', async () => {
    const { timeSales, trades, respond, api, quantities, time } = await live('SPY');
    await trades(event({ s: 9 }));
    void timeSales.load('SPY');
    await respond([row({ qty: 4 })]);
    expect(quantities()).toEqual([9, 4]);
    void timeSales.load('SPY');
    await trades(event({ s: 3 }));
    await api.latest(timeSalePath).refuse(500);
    await time.frame();
    expect(quantities()).toEqual([9, 4, 3]);
  });

  test('keeps updating the shown rows while another ticker loads or fails [time-sales.live]', async () => {
    const { timeSales, trades, api, quantities, state } = await live('SPY');
    await trades(event({ s: 9 }));
    void timeSales.load('QQQ');
    await trades(event({ s: 99, sym: 'O:QQQ251219C00500000' }), event({ s: 8 }));
    expect(quantities()).toEqual([9, 8, 5]);
    await api.latest(timeSalePath).refuse(404);
    await trades(event({ s: 7 }), event({ s: 98, sym: 'O:QQQ251219C00500000' }));
    expect(state()).toMatchObject({ status: 'failed', ticker: 'QQQ', shownTicker: 'SPY' });
    expect(quantities()).toEqual([9, 8, 7, 5]);
  });

  test('keeps rows of all tickers static while a live ticker loads', async () => {
    const { timeSales, greet, respond, trades, quantities } = setUp();
    timeSales.start();
    void timeSales.load('');
    await respond([row()]);
    void timeSales.load('QQQ');
    greet();
    await trades(event({ s: 9 }));
    expect(quantities()).toEqual([5]);
  });

  test('keeps the newest of more than 100,000 trades that arrive during a load', async () => {
    const { timeSales, greet, respond, state, sockets, time } = setUp();
    timeSales.start();
    void timeSales.load('SPY');
    greet();
    const created = (count: number): FeedTradeEvent[] => Array.from({ length: count }, () => event());
    sockets.latest().deliver([...created(130_000), event({ s: 88 })]);
    sockets.latest().deliver([event({ s: 77 })]);
    await respond([row()]);
    await time.frame();
    expect(state().loaded).toBe(50_002);
    expect([0, 1].map((place) => state().rows.at(place)?.qty)).toEqual([88, 77]);
  });

  test('counts unreadable trades until the next load [market.symbols]', async () => {
    const { timeSales, trades, quantities, state, respond } = await live('SPY');
    await trades(event({ sym: 'nonsense' }), event({ t: 9e15 }), event({ s: 'x' as never }), event({ s: 6 }));
    expect([quantities(), state().unreadable]).toEqual([[6, 5], 3]);
    void timeSales.load('SPY');
    await respond([row(), { bad: 1 }]);
    expect(state().unreadable).toBe(1);
  });

  test('shows only trades of the new ticker after a change', async () => {
    const { timeSales, trades, respond, quantities, time } = await live('SPY');
    await trades(event({ s: 9 }));
    void timeSales.load('QQQ');
    await trades(event({ s: 99, sym: 'O:QQQ251219C00500000' }), event({ s: 10 }));
    await respond([]);
    await time.frame();
    expect(quantities()).toEqual([99]);
  });

  test('leaves the feed when turned off, saves the choice, and reloads when turned on [time-sales.live-off]', async () => {
    const storage = createMemoryStorage();
    const { timeSales, sockets, time, api, state, stop } = await live('SPY', { storage });
    timeSales.setLive(false);
    await time.advance(0);
    await time.frame();
    expect([sockets.live().length, state().isLive]).toEqual([0, false]);
    stop();

    const later = setUp({ storage });
    later.timeSales.start();
    void later.timeSales.load('SPY');
    expect([later.sockets.connections.length, later.state().isLive]).toEqual([0, false]);
    timeSales.start();
    timeSales.setLive(true);
    expect([sockets.live().length, api.requests.length]).toEqual([1, 2]);
  });

  test('reloads when the limit of live rows is reached', async () => {
    const { trades, api, respond, quantities } = await live('SPY', { liveLimit: 3 });
    await trades(event(), event());
    expect(api.requests).toHaveLength(1);
    await trades(event());
    expect(api.requests).toHaveLength(2);
    // The load contains two of the three.
    await respond([77, 7, 7].map((qty) => row({ qty, time: new Date(noon + 1000).toISOString() })));
    expect(quantities()).toEqual([77, 7, 7, 7]);
    await trades(event(), event());
    expect(api.requests).toHaveLength(2);
    await trades(event());
    expect(api.requests).toHaveLength(3);
  });

  test('does not reload for the limit while another ticker loads', async () => {
    const { timeSales, trades, api, respond, state } = await live('SPY', { liveLimit: 3 });
    void timeSales.load('QQQ');
    await trades(event(), event(), event(), event());
    expect(api.requests).toHaveLength(2);
    await respond([]);
    expect(state()).toMatchObject({ status: 'loaded', shownTicker: 'QQQ' });
  });

  test('keeps the newest 50,000 live rows that a load does not contain', async () => {
    const { timeSales, trades, respond, state, time } = await live('SPY');
    timeSales.setSort(null);
    await trades(...Array.from({ length: 50_001 }, (_, index) => event({ s: index })));
    void timeSales.load('SPY');
    await trades(event({ s: 60_000 }));
    await respond([row()]);
    await time.frame();
    const { rows } = state();
    expect([rows.count, ...[0, 1, 50_000, 50_001].map((place) => rows.at(place)?.qty)]).toEqual([
      50_002, 5, 1, 50_000, 60_000,
    ]);
  });

  test('waits for the full limit again when the reload fails', async () => {
    const { trades, api } = await live('SPY', { liveLimit: 3 });
    await trades(event(), event(), event());
    await api.latest(timeSalePath).refuse(404);
    await trades(event(), event());
    expect(api.requests).toHaveLength(2);
    await trades(event());
    expect(api.requests).toHaveLength(3);
  });

  test('shows trades of a ticker whose first load failed after a later load', async () => {
    const { timeSales, trades, respond, api, quantities, time } = await live('SPY');
    void timeSales.load('QQQ');
    await api.latest(timeSalePath).refuse(404);
    await trades(event({ s: 9, sym: 'O:QQQ251219C00500000' }));
    void timeSales.load('QQQ');
    await respond([]);
    await time.frame();
    expect(quantities()).toEqual([9]);
  });

  test('does the same for all tickers', async () => {
    const { timeSales, greet, trades, respond, api, quantities, time } = setUp();
    timeSales.setLive(true);
    timeSales.start();
    void timeSales.load('');
    greet();
    await api.latest(timeSalePath).refuse(404);
    await trades(event({ s: 9 }));
    void timeSales.load('');
    await respond([row()]);
    await time.frame();
    expect(quantities()).toEqual([9, 5]);
  });

  test('sends no request after a reconnect without a load, or after destroy', async () => {
    const { timeSales, greet, sockets, time, api, trades, respond, quantities } = setUp();
    timeSales.setLive(true);
    timeSales.start();
    greet();
    sockets.latest().drop();
    await time.advance(5000);
    greet();
    expect(api.requests).toHaveLength(0);

    void timeSales.load('');
    await respond([row()]);
    void timeSales.load('');
    await trades(event({ s: 9 }));
    timeSales.destroy();
    timeSales.setLive(true);
    expect(api.requests).toHaveLength(2);
    // Trades from before destroy are not shown.
    void timeSales.load('');
    await respond([]);
    await time.frame();
    expect(quantities()).toEqual([]);
  });

  test('drops trades of a ticker that is replaced before its rows are loaded', async () => {
    const { timeSales, greet, trades, respond, quantities, time } = setUp();
    timeSales.start();
    void timeSales.load('SPY');
    greet();
    await trades(event({ s: 9 }));
    void timeSales.load('QQQ');
    await trades(event({ s: 3, sym: 'O:QQQ251219C00500000' }));
    await respond([]);
    await time.frame();
    expect(quantities()).toEqual([3]);
  });

  test('destroy resets the live setting', async () => {
    const { timeSales, state } = await live('SPY');
    timeSales.setLive(false);
    timeSales.destroy();
    void timeSales.load('SPY');
    expect(state().isLive).toBe(true);
  });

  test('closes the connection after the last stop, and opens none without a feed', async () => {
    const { timeSales, stop, sockets, time } = await live('SPY');
    const second = timeSales.start();
    stop();
    await time.advance(0);
    expect(sockets.live()).toHaveLength(1);
    second();
    await time.advance(0);
    expect(sockets.live()).toHaveLength(0);

    const alone = createTimeSales({ api: createFakeApi(settle), scheduler: time.scheduler });
    alone.start()();
    alone.setLive(true);
    expect(alone.$state.get().isLive).toBeNull();
  });
});
