import type { Trade } from '../contract/index.ts';
import type { OptionSymbol } from '../option-symbol/index.ts';

/** The fields of a trade that the columns hold. */
export interface TradeFields extends Omit<Trade, 'time'> {
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** A trade from its reading, out of a response or the feed, to its cells. */
export interface TimedTrade extends TradeFields {
  /** The contract of `option`; null for a malformed symbol. */
  readonly symbol: OptionSymbol | null;
}
