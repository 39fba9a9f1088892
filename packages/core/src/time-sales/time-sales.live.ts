// Trades of the options feed as rows, and which of them a load already holds.
import type { FeedTradeEvent, Trade } from '../contract/index.ts';
import { cancelConditions, conditionName, exchangeName } from '../contract/trade-codes.ts';
import { formatOptionSymbol, parseOptionSymbol, rootBelongsTo } from '../option-symbol/index.ts';
import type { TradeFilter } from '../options-feed/index.ts';
import { parseInstant } from '../shared/instants.ts';
import { optionKey } from './time-sales.keys.ts';
import type { TradeTable } from './time-sales.table.ts';
import { BETWEEN, CALL, PUT } from './time-sales.totals.ts';

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

/**
 * Tells the rows that were made since a load from those that it holds: the later ones, and of its last moment those
 * that are not among its own. Each of its own answers for one.
 */
export function createJoin(loaded: TradeTable): (row: Trade) => boolean {
  const { newest } = loaded;
  if (newest === null) return () => true;
  const keyOf = (row: Trade): string => `${optionKey(row.option)} ${row.qty} ${row.price}`;
  const held = new Map<string, number>();
  for (const index of loaded.since(newest)) {
    const row = loaded.row(index);
    if (row !== null) held.set(keyOf(row), (held.get(keyOf(row)) ?? 0) + 1);
  }
  return (row) => {
    const at = Date.parse(row.time);
    if (at !== newest) return at > newest;
    const left = held.get(keyOf(row)) ?? 0;
    if (left > 0) held.set(keyOf(row), left - 1);
    return left === 0;
  };
}
