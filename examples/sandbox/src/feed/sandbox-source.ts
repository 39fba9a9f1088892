import type { FeedTradeEvent } from '@openbell/core/contract';
import {
  type Clock,
  createShared,
  type FeedSource,
  frameOf,
  latestSession,
  prefixed,
  sessionOf,
  type Timers,
} from '@openbell/example-server';
import { rowsUntil, type SandboxMarket, type TradeDay } from '../market/index.ts';

/** Trades a second at speed 1: the mean of the real feed (all US options). */
const TRADES_PER_SECOND = 300;

const TICK_MS = 50;
/** Wait after a failed load. */
const AGAIN_MS = 5_000;
/** Limits the burst after a pause of the process. */
const LONGEST_GAP_MS = 1_000;
/** The least age of a replayed trade: greater than the delay of any live feed, so that clients can tell. */
const REPLAY_AGE_MS = 31 * 60_000;
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

/**
 * Sends the trades of the simulated session in a loop. During market hours they have the current time; outside, the last
 * session is replayed with its own times.
 */
export function createSandboxSource(options: SandboxSourceOptions): FeedSource {
  const { market, clock, timers, speed, nextSequence, onError } = options;

  return createShared((all) => {
    let stopped = false;
    let isLoading = false;
    let trades: TradeDay | null = null;
    let row = 0;
    let due = 0;
    let last = clock.now();
    let cancelAgain = () => {};

    const load = () => {
      isLoading = true;
      market.tradeDay(latestSession(clock.now())).then(
        (day) => {
          if (stopped) return;
          isLoading = false;
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
      const day = latestSession(now);
      if (trades.day !== day) {
        if (!isLoading) load();
        return;
      }
      const isOpen = now < sessionOf(day).close;
      const end = isOpen ? trades.count : rowsUntil(trades, now - REPLAY_AGE_MS);
      due += (passed / 1000) * TRADES_PER_SECOND * speed * paceAt(now);
      const count = Math.floor(due);
      due -= count;
      const events: FeedTradeEvent[] = [];
      if (row >= end) row = 0;
      while (events.length < count && row < end) {
        const t = isOpen ? now : (trades.time[row] ?? now);
        events.push(eventOf(trades, row, { t, q: nextSequence() }));
        row += 1;
      }
      if (events.length > 0) all.frame(frameOf(events));
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
