import type { ReadableAtom } from 'nanostores';
import type { FeedStatusEvent, FeedTradeEvent } from '../contract/index.ts';

/** Which trades somebody wants: those of more than `minSize` contracts, and those with one of the conditions. */
export interface TradeFilter {
  readonly minSize: number;
  readonly conditions: ReadonlySet<number>;
}

/** What a frame holds. */
export interface FrameReading {
  /** False when the frame is no JSON at all. */
  readonly isValid: boolean;
  /** The wanted trades, in the frame's order. */
  readonly trades: readonly FeedTradeEvent[];
  readonly statuses: readonly FeedStatusEvent[];
  /** Trades in the frame, wanted or not, malformed ones included. */
  readonly seen: number;
  readonly malformed: number;
}

/**
 * - `idle`: not started. `connecting`: no connection yet. `authenticating`, `subscribing`: the provider's hand-shake.
 * - `live`: trades come as they are made.
 * - `waiting`: the connection was lost; the next try is at `retryAt`.
 * - `evicted`: another connection took this one's place (`max_connections`); tried again later, and slowly.
 * - `refused`: the key or token is not accepted. Only `retry()` tries again.
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
  /** Tries since data last came. */
  readonly attempt: number;
  /** When the next try is made, in milliseconds of the clock; null when none is planned. */
  readonly retryAt: number | null;
  /** The provider's last word of trouble, or empty. It stays until trades come: a connection that is greeted may end yet. */
  readonly message: string;
  /** Connected, but the server's own provider is away: no trades come until it is back. */
  readonly isInterrupted: boolean;
  /** Trades that a slow connection has missed since the feed was started. */
  readonly leftOut: number;
}

export interface FeedListener {
  /** Which trades come in `trades`; all are counted. */
  readonly filter: TradeFilter;
  /** Called once for each frame that holds a trade, wanted or not. */
  onFrame(reading: FrameReading): void;
}

export interface OptionsFeed {
  readonly $state: ReadableAtom<FeedState>;
  /** Opens the connection for as long as somebody needs it: the first start opens it, the last stop closes it. */
  start(): () => void;
  /** Hears of trades; the function that it returns takes the listener away. */
  listen(listener: FeedListener): () => void;
  /** Tries at once, unless a try is under way, with the count begun anew: for a person's click. */
  retry(): void;
  destroy(): void;
}
