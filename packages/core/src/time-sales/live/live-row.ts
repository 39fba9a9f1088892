import type { FeedTradeEvent } from '../../contract/index.ts';
import { cancelConditions, conditionName, exchangeName } from '../../contract/trade-codes.ts';
import { formatOptionSymbol, rootFilter } from '../../option-symbol/index.ts';
import { readPrint } from '../../shared/read-print.ts';
import { BETWEEN, CALL, PUT } from '../columns/trade-codes.ts';
import type { TimedTrade } from '../timed-trade.ts';

/**
 * Reads a trade of the feed; null when its symbol or time is unreadable. An event carries no quote: the side, market,
 * delta, IV and underlying are unknown.
 */
export function readLiveTrade(event: FeedTradeEvent): TimedTrade | null {
  const print = readPrint(event);
  if (print === null) return null;
  const { symbol, time } = print;
  // A cancel counts as one whatever its other conditions are.
  const condition = event.c?.find((id) => cancelConditions.has(id)) ?? event.c?.[0];
  return {
    time,
    option: formatOptionSymbol(symbol),
    symbol,
    qty: event.s,
    price: event.p,
    exchange: event.x === undefined ? '' : exchangeName(event.x),
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
  if (ticker === '') return trades;
  const isOwn = rootFilter(ticker);
  return trades.filter(({ symbol }) => symbol !== null && isOwn(symbol.root));
}

/**
 * A trade of the feed as a row of a ticker (empty: all tickers); its side, market, delta, IV and underlying are unknown.
 * Null for another ticker's trade, and for an unreadable symbol or time.
 */
export function liveRow(event: FeedTradeEvent, ticker: string): TimedTrade | null {
  const trade = readLiveTrade(event);
  return trade === null ? null : (tradesOf([trade], ticker)[0] ?? null);
}
