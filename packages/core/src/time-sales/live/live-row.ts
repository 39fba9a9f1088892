import type { FeedTradeEvent } from '../../contract/index.ts';
import { cancelConditions, conditionName, exchangeName } from '../../contract/trade-codes.ts';
import { formatOptionSymbol, type OptionSymbol, rootFilter } from '../../option-symbol/index.ts';
import { readPrint } from '../../shared/read-print.ts';
import { BETWEEN, CALL, PUT } from '../columns/trade-codes.ts';
import type { TimedTrade } from '../timed-trade.ts';

/** Returns a function that is true for the roots of a ticker's options; of every one for an empty ticker. */
export function rootsOf(ticker: string): (root: string) => boolean {
  return ticker === '' ? () => true : rootFilter(ticker);
}

/** Reads the trades of the wanted roots, and counts the trades of the feed that are unreadable. */
export function readLiveTrades(
  events: readonly FeedTradeEvent[],
  isWanted: (root: string) => boolean,
): { readonly trades: readonly TimedTrade[]; readonly unreadable: number } {
  const trades: TimedTrade[] = [];
  let unreadable = 0;
  for (const event of events) {
    const print = readPrint(event);
    if (print === null) unreadable += 1;
    else if (isWanted(print.symbol.root)) trades.push(toTrade(event, print.symbol, print.time));
  }
  return { trades, unreadable };
}

/** An event carries no quote: the side, market, delta, IV and underlying are unknown. */
function toTrade({ s, p, x, c }: FeedTradeEvent, symbol: OptionSymbol, time: number): TimedTrade {
  // A cancel counts as one whatever its other conditions are.
  const condition = c?.find((id) => cancelConditions.has(id)) ?? c?.[0];
  return {
    time,
    option: formatOptionSymbol(symbol),
    symbol,
    qty: s,
    price: p,
    exchange: x === undefined ? '' : exchangeName(x),
    market: '',
    delta: null,
    iv: null,
    underlying: null,
    condition: condition === undefined ? '' : conditionName(condition),
    type: BETWEEN,
    contract_type: symbol.type === 'call' ? CALL : PUT,
  };
}

/** The trades of a ticker; all for an empty one. */
export function tradesOf(trades: readonly TimedTrade[], ticker: string): readonly TimedTrade[] {
  const isOwn = rootsOf(ticker);
  return trades.filter(({ symbol }) => symbol !== null && isOwn(symbol.root));
}
