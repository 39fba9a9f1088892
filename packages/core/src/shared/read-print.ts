import type { FeedTradeEvent } from '../contract/index.ts';
import { type OptionSymbol, parseOptionSymbol } from '../option-symbol/index.ts';

/** The years 1 to 9999, as `parseInstant` accepts them. */
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_999;

/** Reads the contract and the whole milliseconds of a feed trade; null when one of them is unreadable. */
export function readPrint({
  sym,
  t,
}: FeedTradeEvent): { readonly symbol: OptionSymbol; readonly time: number } | null {
  const symbol = parseOptionSymbol(sym);
  return symbol !== null && t >= earliest && t <= latest ? { symbol, time: Math.trunc(t) } : null;
}
