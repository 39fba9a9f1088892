import type { ReadableAtom } from 'nanostores';
import type { OptionSymbol } from '../option-symbol/index.ts';
import type { FeedListener } from '../options-feed/index.ts';

/** The part of an options feed that the tape uses. */
export interface FlashSource {
  start(): () => void;
  listen(listener: FeedListener): () => void;
}

/** One big trade on the tape. */
export interface FlashTrade {
  /** 1, 2 … in order of arrival. */
  readonly id: number;
  /** The symbol as the feed wrote it. */
  readonly sym: string;
  readonly option: OptionSymbol;
  /** Unix milliseconds. */
  readonly time: number;
  /** Dollars for one share. */
  readonly price: number;
  /** Contracts. */
  readonly size: number;
  /** Price × size × multiplier, in dollars: exact to the cent. */
  readonly dollars: number;
  readonly conditions: readonly number[];
  /** Id of the exchange; null when unknown. */
  readonly exchange: number | null;
  /** Reported late, or out of sequence. */
  readonly isLate: boolean;
  /** Canceled by a later cancel print. */
  readonly isCanceled: boolean;
}

/** Dollars of the trades since the tape was cleared, without canceled ones. */
export interface FlashTotals {
  readonly trades: number;
  readonly dollars: number;
  readonly calls: number;
  readonly puts: number;
}

export interface TradeFlashState {
  readonly isPaused: boolean;
  /** The newest trades, at most `limit`, oldest first. */
  readonly trades: readonly FlashTrade[];
  /** Trades since `pause()`, not in `trades` yet. */
  readonly waiting: number;
  readonly totals: FlashTotals;
  /** Number of all trades of the feed, big or not. */
  readonly seen: number;
  /** Big trades left out because they were unreadable. */
  readonly unreadable: number;
  /** Dollars of the largest trade in `trades`, for weight bars. */
  readonly largest: number;
  /** Milliseconds from a trade to its arrival, the median of about a second; null before the first trade. */
  readonly lag: number | null;
}

export interface TradeFlash {
  readonly $state: ReadableAtom<TradeFlashState>;
  /** Starts the feed, and listens until the returned function is called. */
  start(): () => void;
  /** Adds a listener for the big trades of each frame, paused or not; returns a function that removes it. */
  listen(listener: (trades: readonly FlashTrade[]) => void): () => void;
  /** Freezes `trades`; new ones are counted and kept. */
  pause(): void;
  /** Shows the trades since `pause()`, and continues. */
  resume(): void;
  /** Drops every trade and total. */
  clear(): void;
  destroy(): void;
}
