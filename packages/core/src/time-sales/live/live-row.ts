import type { FeedTradeEvent, Trade } from '../../contract/index.ts';
import { cancelConditions, conditionName, exchangeName } from '../../contract/trade-codes.ts';
import {
  formatOptionSymbol,
  type OptionSymbol,
  parseOptionSymbol,
  rootFilter,
} from '../../option-symbol/index.ts';
import { parseInstant } from '../../shared/instants.ts';
import { BETWEEN, CALL, PUT } from '../columns/trade-codes.ts';
import type { TimedTrade } from './join.ts';

/** A readable trade of the feed. */
export interface LivePrint {
  readonly event: FeedTradeEvent;
  readonly symbol: OptionSymbol;
  /** Whole milliseconds since the epoch. */
  readonly time: number;
}

/** The start of year 1: no text of an earlier time is readable. */
const earliest = -62_135_596_800_000;

/** Reads a trade of the feed; null when its symbol or time is unreadable. */
export function readPrint(event: FeedTradeEvent): LivePrint | null {
  const symbol = parseOptionSymbol(event.sym);
  const time = parseInstant(event.t);
  if (symbol === null || time === null || time < earliest) return null;
  return { event, symbol, time: Math.trunc(time) };
}

/** The prints of a ticker (empty: all tickers) as rows. */
export function rowsOfTicker(prints: readonly LivePrint[], ticker: string): TimedTrade[] {
  if (ticker === '') return prints.map(toRow);
  const isOwn = rootFilter(ticker);
  return prints.filter(({ symbol }) => isOwn(symbol.root)).map(toRow);
}

/** A print carries no quote: its side, market, delta, IV and underlying are unknown. */
function toRow({ event, symbol, time }: LivePrint): TimedTrade {
  // A cancel counts as one whatever its other conditions are.
  const condition = event.c?.find((id) => cancelConditions.has(id)) ?? event.c?.[0];
  return {
    time,
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
 * A trade of the feed as a row of a ticker (empty: all tickers); its side, market, delta, IV and underlying are unknown.
 * Null for another ticker's trade, and for an unreadable symbol or time.
 */
export function liveRow(event: FeedTradeEvent, ticker: string): Trade | null {
  const print = readPrint(event);
  const [row] = print === null ? [] : rowsOfTicker([print], ticker);
  return row === undefined ? null : { ...row, time: new Date(row.time).toISOString() };
}
