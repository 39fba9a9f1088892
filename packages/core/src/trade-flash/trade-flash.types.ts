import type { ReadableAtom } from 'nanostores';
import type { OptionSymbol } from '../option-symbol/index.ts';
import type { FeedListener } from '../options-feed/index.ts';

/** The part of an options feed that the tape uses; any source of read frames will do. */
export interface FlashSource {
  start(): () => void;
  listen(listener: FeedListener): () => void;
}

/** One big trade on the tape. */
export interface FlashTrade {
  /** Counts up from 1 in the order of arrival. */
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
  /** Exchange id, null when the feed did not say. */
  readonly exchange: number | null;
  /** Reported late, or out of sequence. */
  readonly isLate: boolean;
  /** Taken back by a later cancel print. */
  readonly isCanceled: boolean;
}

/** Dollars of what the tape has seen since it started, without canceled trades. */
export interface FlashTotals {
  readonly trades: number;
  readonly dollars: number;
  readonly calls: number;
  readonly puts: number;
}

export interface TradeFlashState {
  readonly isPaused: boolean;
  /** Oldest first; the newest so many (`limit`). */
  readonly trades: readonly FlashTrade[];
  /** Trades that have come since `pause()` and are not in `trades` yet. */
  readonly waiting: number;
  readonly totals: FlashTotals;
  /** All trades of the feed, big or not. */
  readonly seen: number;
  /** Big trades left out because their symbol or event could not be read. */
  readonly unreadable: number;
  /** The most dollars of a trade in `trades`: what a weight bar is measured by. */
  readonly largest: number;
  /** Milliseconds from a trade to its arrival, the median of about a second; null before the first trade. */
  readonly lag: number | null;
}

export interface TradeFlash {
  readonly $state: ReadableAtom<TradeFlashState>;
  /** Listens while somebody needs it; starts the feed with it. */
  start(): () => void;
  /** Hears of each frame's big trades as they come, paused or not; what it returns takes the listener away. */
  listen(listener: (trades: readonly FlashTrade[]) => void): () => void;
  /** Holds the tape still; what comes is counted and kept. */
  pause(): void;
  /** Shows what has waited, and goes on. */
  resume(): void;
  /** Forgets every trade and total. */
  clear(): void;
  destroy(): void;
}
