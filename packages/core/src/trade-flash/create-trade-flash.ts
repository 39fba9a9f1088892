import { atom } from 'nanostores';
import type { FrameReading, TradeFilter } from '../options-feed/index.ts';
import { type Cancel, type OnError, type Scheduler, systemClock, systemScheduler } from '../ports/index.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { createTask } from '../shared/task.ts';
import { createLagGauge } from './lag-gauge.ts';
import { createTape } from './tape.ts';
import { bigDeltaFilter, isBurst, standardMultiplier, withCancels } from './trade-flash.rules.ts';
import type { FlashSource, FlashTrade, TradeFlash, TradeFlashState } from './trade-flash.types.ts';

export interface TradeFlashOptions {
  readonly feed: FlashSource;
  readonly scheduler?: Scheduler | undefined;
  /** The current time in Unix milliseconds, which the lag is measured by: the server's, if known. */
  readonly now?: (() => number) | undefined;
  /** Receives errors that listeners throw. */
  readonly onError?: OnError | undefined;
  /** Selects the big trades. Default: `bigDeltaFilter`. */
  readonly filter?: TradeFilter;
  /** Shares per contract of a symbol; adjusted contracts differ. Default 100. */
  readonly multiplierOf?: (sym: string) => number;
  /** The most trades shown. Default 2000. */
  readonly limit?: number;
}

const initial: TradeFlashState = {
  isPaused: false,
  trades: [],
  waiting: 0,
  totals: { trades: 0, dollars: 0, calls: 0, puts: 0 },
  seen: 0,
  unreadable: 0,
  largest: 0,
  lag: null,
};

/** The tape of big trades, published at most once a frame; in a burst every other frame. */
export function createTradeFlash(options: TradeFlashOptions): TradeFlash {
  const { feed, filter = bigDeltaFilter, limit = 2000 } = options;
  const { scheduler = systemScheduler, now = systemClock.now } = options;
  const events = createEmitter<{ trades: readonly FlashTrade[] }>('trade flash listener', options.onError);
  const lag = createLagGauge(now);
  const tape = createTape(limit, options.multiplierOf ?? (() => standardMultiplier));
  const $state = atom<TradeFlashState>(initial);
  let shown: readonly FlashTrade[] = [];
  /** Trades since `pause()`. */
  let waiting = 0;
  let isPaused = false;
  let seen = 0;
  let malformed = 0;
  /** Trades since the last publication. */
  let unpublished = 0;
  const frame = createTask(nextFrame, publish);

  function onFrame(reading: FrameReading, connection = 0): void {
    seen += reading.seen;
    malformed += reading.malformed;
    const added: FlashTrade[] = [];
    for (const event of reading.trades) {
      const trade = tape.add(event, connection);
      if (trade !== null) added.push(trade);
    }
    unpublished += added.length;
    if (isPaused) waiting = Math.min(waiting + added.length, limit);
    // Late prints do not show the delay of the feed.
    for (const trade of added) if (!trade.isLate) lag.record(trade.time);
    if (added.length > 0) events.emit('trades', added);
    frame.schedule();
  }

  /** Skips one frame in a burst, so the tape is never more than 30 ms behind. */
  function nextFrame(run: () => void): Cancel {
    let cancel = scheduler.nextFrame(() => {
      if (isBurst(unpublished)) cancel = scheduler.nextFrame(run);
      else run();
    });
    return () => cancel();
  }

  function publish(): void {
    unpublished = 0;
    if (!isPaused) shown = tape.latest(limit);
    $state.set({
      isPaused,
      trades: shown,
      waiting,
      totals: tape.totals(),
      seen,
      unreadable: tape.unreadable + malformed,
      largest: largestOf(shown),
      lag: lag.read(),
    });
  }

  function clear(): void {
    tape.clear();
    waiting = 0;
    shown = [];
    seen = 0;
    malformed = 0;
    lag.clear();
    frame.run();
  }

  const lifecycle = createLifecycle(() => [
    feed.listen({ filter: withCancels(filter), onFrame }),
    feed.start(),
    frame.cancel,
  ]);

  return {
    $state,
    start: lifecycle.start,
    listen: (listener) => events.on('trades', listener),
    pause() {
      if (isPaused) return;
      frame.run();
      isPaused = true;
      publish();
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      waiting = 0;
      frame.run();
    },
    clear,
    destroy() {
      lifecycle.destroy();
      events.clear();
      isPaused = false;
      clear();
    },
  };
}

function largestOf(trades: readonly FlashTrade[]): number {
  let largest = 0;
  for (const { isCanceled, dollars } of trades) if (!isCanceled && dollars > largest) largest = dollars;
  return largest;
}
