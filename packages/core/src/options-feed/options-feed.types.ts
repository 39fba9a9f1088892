import type { ReadableAtom } from 'nanostores';
import type { FeedStatusEvent, FeedTradeEvent } from '../contract/index.ts';

/** Selects the trades of more than `sizeOver` contracts, and those with one of the conditions. */
export interface TradeFilter {
  readonly sizeOver: number;
  readonly conditions: ReadonlySet<number>;
}

/** The contents of a frame. */
export interface FrameReading {
  /** False when the frame is not JSON. */
  readonly isValid: boolean;
  /** The trades that pass the filter, in the frame's order. */
  readonly trades: readonly FeedTradeEvent[];
  readonly statuses: readonly FeedStatusEvent[];
  /** Number of trades in the frame, filtered and malformed ones included. */
  readonly seen: number;
  readonly malformed: number;
}

/**
 * - `idle`: not started. `connecting`: no connection yet. `authenticating`, `subscribing`: the provider's handshake.
 * - `live`: trades arrive as they are made.
 * - `waiting`: the connection was lost; the next attempt is at `retryAt`.
 * - `evicted`: another connection of the same key replaced this one (`max_connections`); retried after a longer delay.
 * - `refused`: the key or token was rejected. Only `retry()` connects again.
 */
export type FeedStatus =
  | 'idle'
  | 'connecting'
  | 'authenticating'
  | 'subscribing'
  | 'live'
  | 'waiting'
  | 'evicted'
  | 'refused';

export interface FeedState {
  readonly status: FeedStatus;
  /** Connection attempts since the last trade. */
  readonly attempt: number;
  /** Time of the next attempt, in milliseconds of the clock; null when none is scheduled. */
  readonly retryAt: number | null;
  /** The provider's last error message, or empty. Kept until trades arrive, since a greeted connection can still fail. */
  readonly message: string;
  /** Connected, but the server has lost its own provider: no trades arrive. */
  readonly isInterrupted: boolean;
  /** Trades that the server left out on a slow connection, since the feed was started. */
  readonly leftOut: number;
}

export interface FeedListener {
  /** Filters `trades`; `seen` counts all. */
  readonly filter: TradeFilter;
  /**
   * Called once for each frame that holds a trade, whether or not it passes the filter. `connection` is another number
   * after each break, when a provider may repeat trades.
   */
  onFrame(reading: FrameReading, connection?: number): void;
}

export interface OptionsFeed {
  readonly $state: ReadableAtom<FeedState>;
  /** Opens the connection. Reference counted: the first start opens it, the last stop closes it. */
  start(): () => void;
  /** Adds a listener; returns a function that removes it. */
  listen(listener: FeedListener): () => void;
  /** Connects now, with a new count of attempts, unless an attempt is under way. For a button. */
  retry(): void;
  destroy(): void;
}
