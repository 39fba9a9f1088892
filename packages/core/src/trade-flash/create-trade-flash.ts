import { atom } from 'nanostores';
import type { FeedTradeEvent } from '../contract/index.ts';
import { parseOptionSymbol } from '../option-symbol/index.ts';
import type { FrameReading, TradeFilter } from '../options-feed/index.ts';
import { type Cancel, type OnError, type Scheduler, systemClock, systemScheduler } from '../ports/index.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { createRecentTrades } from '../shared/recent-trades.ts';
import { createLagGauge } from './lag-gauge.ts';
import {
  bigDeltaFilter,
  centsOf,
  isCancel,
  isLate,
  isTorrent,
  standardMultiplier,
  withCancels,
} from './trade-flash.rules.ts';
import type { FlashSource, FlashTrade, TradeFlash, TradeFlashState } from './trade-flash.types.ts';

export interface TradeFlashOptions {
  readonly feed: FlashSource;
  readonly scheduler?: Scheduler | undefined;
  /** The present, in Unix milliseconds, that the lag is measured by: the server's, where it is known. */
  readonly now?: (() => number) | undefined;
  /** Hears of a listener that threw. */
  readonly onError?: OnError | undefined;
  /** Which trades are big. Default: the specification's rule (`bigDeltaFilter`). */
  readonly filter?: TradeFilter;
  /** Shares a contract stands for; adjusted ones differ. Default 100 for every symbol. */
  readonly multiplierOf?: (sym: string) => number;
  /** How many trades the tape holds. Default 2000. */
  readonly limit?: number;
}

const empty: TradeFlashState = {
  isPaused: false,
  trades: [],
  waiting: 0,
  totals: { trades: 0, dollars: 0, calls: 0, puts: 0 },
  seen: 0,
  unreadable: 0,
  largest: 0,
  lag: null,
};

/** The tape of big trades, published at most once a frame; in a torrent ({@link isTorrent}) every other frame. */
export function createTradeFlash(options: TradeFlashOptions): TradeFlash {
  const { feed, filter = bigDeltaFilter, limit = 2000 } = options;
  const {
    scheduler = systemScheduler,
    multiplierOf = () => standardMultiplier,
    now = systemClock.now,
  } = options;
  const arrivals = createEmitter<{ trades: readonly FlashTrade[] }>((error) =>
    options.onError?.({ where: 'trade flash listener', error }),
  );
  const lag = createLagGauge(now);
  const $state = atom<TradeFlashState>(empty);
  /** More than are shown: a cancel print may mean one that has left the screen. */
  const most = limit * 5;
  let tape: FlashTrade[] = [];
  /** How many of `tape`, counted from its end, were not published when it was paused. */
  let waiting = 0;
  let shown: readonly FlashTrade[] = [];
  let nextId = 1;
  /** `nextId` when the tape was last published. */
  let publishedId = 1;
  let seen = 0;
  let unreadable = 0;
  let cents = { trades: 0, all: 0, calls: 0, puts: 0 };
  let isPaused = false;
  /** Trades are told apart by symbol and sequence. */
  let isKnown = createRecentTrades(limit * 4);
  let cancelFrame: Cancel | null = null;

  function count(trade: FlashTrade, sign: 1 | -1): void {
    const amount = Math.round(trade.dollars * 100) * sign;
    cents.trades += sign;
    cents.all += amount;
    if (trade.option.type === 'call') cents.calls += amount;
    else cents.puts += amount;
  }

  /** A cancel print takes back the newest earlier print of the same symbol, price and size. */
  function takeBack(event: FeedTradeEvent): void {
    const at = tape.findLastIndex(
      (trade) =>
        !trade.isCanceled && trade.sym === event.sym && trade.price === event.p && trade.size === event.s,
    );
    const found = tape[at];
    if (found === undefined) return;
    tape[at] = { ...found, isCanceled: true };
    count(found, -1);
  }

  /** Puts a trade on the tape; null for what is known, takes another back, or cannot be read. */
  function take(event: FeedTradeEvent): FlashTrade | null {
    if (event.q !== undefined && isKnown(event.sym, event.q)) return null;
    const conditions = event.c ?? [];
    if (isCancel(conditions)) {
      takeBack(event);
      return null;
    }
    const option = parseOptionSymbol(event.sym);
    const worth = centsOf(event.p, event.s, multiplierOf(event.sym));
    if (option === null || Number.isNaN(new Date(event.t).getTime()) || Number.isNaN(worth)) {
      unreadable += 1;
      return null;
    }
    const trade: FlashTrade = {
      id: nextId,
      sym: event.sym,
      option,
      time: event.t,
      price: event.p,
      size: event.s,
      dollars: worth / 100,
      conditions,
      exchange: event.x ?? null,
      isLate: isLate(conditions),
      isCanceled: false,
    };
    nextId += 1;
    tape.push(trade);
    count(trade, 1);
    if (isPaused) waiting = Math.min(waiting + 1, limit);
    // Trimmed in blocks: shifting at every trade would move the whole tape each time.
    if (tape.length > most * 2) tape = tape.slice(-most);
    // Late prints are late by themselves; they say nothing of the feed.
    if (!trade.isLate) lag.heard(trade.time);
    return trade;
  }

  function onFrame(reading: FrameReading): void {
    seen += reading.seen;
    unreadable += reading.malformed;
    const taken: FlashTrade[] = [];
    for (const event of reading.trades) {
      const trade = take(event);
      if (trade !== null) taken.push(trade);
    }
    if (taken.length > 0) arrivals.emit('trades', taken);
    schedule();
  }

  function schedule(): void {
    cancelFrame ??= scheduler.nextFrame(() => {
      // One frame's rest, not more: the tape stays 30 milliseconds behind at the most.
      if (isTorrent(nextId - publishedId)) cancelFrame = scheduler.nextFrame(publishNow);
      else publishNow();
    });
  }

  function publish(): void {
    publishedId = nextId;
    // A paused tape stands still; only the count of what waits moves.
    if (!isPaused) shown = tape.slice(-limit);
    let largest = 0;
    for (const trade of shown) if (!trade.isCanceled && trade.dollars > largest) largest = trade.dollars;
    $state.set({
      isPaused,
      trades: shown,
      waiting,
      totals: {
        trades: cents.trades,
        dollars: cents.all / 100,
        calls: cents.calls / 100,
        puts: cents.puts / 100,
      },
      seen,
      unreadable,
      largest,
      lag: lag.read(),
    });
  }

  function publishNow(): void {
    cancelFrame?.();
    cancelFrame = null;
    publish();
  }

  function clear(): void {
    tape = [];
    waiting = 0;
    shown = [];
    seen = 0;
    unreadable = 0;
    cents = { trades: 0, all: 0, calls: 0, puts: 0 };
    isKnown = createRecentTrades(limit * 4);
    lag.clear();
    publishNow();
  }

  const lifecycle = createLifecycle(() => {
    const unlisten = feed.listen({ filter: withCancels(filter), onFrame });
    const stop = feed.start();
    return () => {
      unlisten();
      stop();
      cancelFrame?.();
      cancelFrame = null;
    };
  });

  return {
    $state,
    start: lifecycle.start,
    listen: (listener) => arrivals.on('trades', listener),
    pause() {
      if (isPaused) return;
      publishNow();
      isPaused = true;
      publish();
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      waiting = 0;
      publishNow();
    },
    clear,
    destroy() {
      lifecycle.destroy();
      arrivals.clear();
      isPaused = false;
      clear();
    },
  };
}
