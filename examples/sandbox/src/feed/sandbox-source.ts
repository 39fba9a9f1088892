import type { FeedTradeEvent } from '@openbell/core/contract';
import type { Clock } from '../../../server/src/clock.ts';
import {
  createShared,
  type FeedSource,
  frameOf,
  prefixed,
} from '../../../server/src/providers/feed/feed-source.ts';
import { latestSession } from '../../../server/src/providers/market/calendar.ts';
import type { Timers } from '../../../server/src/timers.ts';
import type { SandboxMarket, TradeDay } from '../market/index.ts';

/** Trades a second at speed 1: the mean of the real feed (all US options). */
const TRADES_PER_SECOND = 300;

const TICK_MS = 50;
/** Wait after a failed load. */
const AGAIN_MS = 5_000;
/** Limits the burst after a pause of the process. */
const LONGEST_GAP_MS = 1_000;
/** Varies the pace between about a third and twice the mean, which is 1. */
const paceAt = (now: number) => 1 + 0.45 * Math.sin(now / 2_300) + 0.3 * Math.sin(now / 410 + 1);

export interface SandboxSourceOptions {
  readonly market: Pick<SandboxMarket, 'tradeDay'>;
  readonly clock: Clock;
  readonly timers: Timers;
  /** 1 is real time. */
  readonly speed: number;
  /** Returns the next sequence number, shared by all sources of a server. */
  readonly nextSequence: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Creates sequence numbers that ascend, also after a restart: browsers drop duplicates by symbol and number. Based on
 * ten numbers per millisecond.
 */
export function createSequence(clock: Clock): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, clock.now() * 10);
    return last;
  };
}

/** Replays the simulated session in a loop, with the current time on every trade. */
export function createSandboxSource(options: SandboxSourceOptions): FeedSource {
  const { market, clock, timers, speed, nextSequence, onError } = options;

  return createShared((all) => {
    let stopped = false;
    let trades: TradeDay | null = null;
    let row = 0;
    let due = 0;
    let last = clock.now();
    let cancelAgain = () => {};

    const load = () => {
      market.tradeDay(latestSession(clock.now())).then(
        (day) => {
          if (stopped) return;
          trades = day;
          row = 0;
          last = clock.now();
        },
        (error: unknown) => {
          onError(error);
          if (stopped) return;
          all.status({ ev: 'status', status: 'upstream_unavailable', message: 'The feed could not start.' });
          cancelAgain = timers.after(AGAIN_MS, load);
        },
      );
    };
    load();

    const stopTicking = timers.every(TICK_MS, () => {
      const now = clock.now();
      const passed = Math.max(0, Math.min(LONGEST_GAP_MS, now - last));
      last = now;
      if (trades === null) return;
      due += (passed / 1000) * TRADES_PER_SECOND * speed * paceAt(now);
      const count = Math.floor(due);
      due -= count;
      const events: FeedTradeEvent[] = [];
      while (events.length < count && row < trades.count) {
        events.push(eventOf(trades, row, { t: now, q: nextSequence() }));
        row += 1;
      }
      if (events.length > 0) all.frame(frameOf(events));
      if (row >= trades.count) {
        trades = null;
        load();
      }
    });

    return () => {
      stopped = true;
      cancelAgain();
      stopTicking();
    };
  }, onError);
}

function eventOf(trades: TradeDay, row: number, stamp: Pick<FeedTradeEvent, 't' | 'q'>): FeedTradeEvent {
  return {
    ev: 'T',
    sym: prefixed(trades.contracts[trades.contract[row] ?? 0]?.symbol ?? ''),
    x: trades.exchange[row] ?? 0,
    p: (trades.price[row] ?? 0) / 100,
    s: trades.qty[row] ?? 0,
    c: [trades.condition[row] ?? 0],
    ...stamp,
  };
}
