// Trades of the options feed as rows.
import type { FeedTradeEvent, Trade } from '../../contract/index.ts';
import { cancelConditions, conditionName, exchangeName } from '../../contract/trade-codes.ts';
import { formatOptionSymbol, parseOptionSymbol, rootBelongsTo } from '../../option-symbol/index.ts';
import type { TradeFilter } from '../../options-feed/index.ts';
import { parseInstant } from '../../shared/instants.ts';
import { BETWEEN, CALL, PUT } from '../view/totals.ts';

/** Every trade, whatever its size. */
export const everyTrade: TradeFilter = { minSize: Number.NEGATIVE_INFINITY, conditions: new Set() };

/** Whether a trade of the feed can be a row of any ticker. */
export function isReadable({ sym, t }: FeedTradeEvent): boolean {
  return parseOptionSymbol(sym) !== null && parseInstant(t) !== null;
}

/**
 * A trade of the feed as a row of a ticker (empty for all): null when it is another's, or its symbol cannot be read.
 * A print carries no quote: its side, market, delta, IV and underlying are unknown.
 */
export function liveRow(event: FeedTradeEvent, ticker: string): Trade | null {
  const symbol = parseOptionSymbol(event.sym);
  if (symbol === null || (ticker !== '' && !rootBelongsTo(symbol.root, ticker))) return null;
  const at = parseInstant(event.t);
  if (at === null) return null;
  // What takes another print back says so, whatever else is said of it.
  const condition = event.c?.find((id) => cancelConditions.has(id)) ?? event.c?.[0];
  return {
    time: new Date(at).toISOString(),
    option: formatOptionSymbol(symbol),
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
