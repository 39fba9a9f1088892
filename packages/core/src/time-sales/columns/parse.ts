// Reads the fields of a row. The values equal those of the contract's `tradeSchema`, without its cost for each of the
// up to a million rows of a response.
import type { Trade } from '../../contract/index.ts';
import { parseOptionSymbol } from '../../option-symbol/index.ts';
import { parseInstant } from '../../shared/instants.ts';
import type { TimedTrade, TradeFields } from '../timed-trade.ts';
import { BETWEEN, BOUGHT, CALL, PUT, SOLD } from './trade-codes.ts';

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** A finite number, or its decimal text; null for anything else. */
function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !NUMBER.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A text, also written as a number; the empty text for anything else. */
function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Two digits at `at`, or NaN. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Reads instants as `parseInstant` does. Caches the last day: nearly all rows of a response share it. */
function createInstantReader(): (value: unknown) => number | null {
  let day = '';
  let dayStart: number | null = null;
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    // Fast path for `2026-11-20T14:30:00.000Z`, as JavaScript backends write it.
    if (typeof value !== 'string' || value.length !== 24 || value.charCodeAt(23) !== 90) {
      return parseInstant(value);
    }
    const prefix = value.slice(0, 11);
    if (prefix !== day) {
      day = prefix;
      dayStart = prefix.endsWith('T') ? parseInstant(`${prefix}00:00:00.000Z`) : null;
    }
    const isPlain = value.charCodeAt(13) === 58 && value.charCodeAt(16) === 58 && value.charCodeAt(19) === 46;
    const hour = two(value, 11);
    const minute = two(value, 14);
    const second = two(value, 17);
    const ms = two(value, 20) * 10 + (two(value, 21) % 10);
    const isValid = isPlain && hour < 24 && minute < 60 && second < 60 && ms < 1000;
    if (dayStart === null || !isValid) return parseInstant(value);
    return dayStart + hour * 3_600_000 + minute * 60_000 + second * 1000 + ms;
  };
}

/** Returns a function that reads a row of untrusted input; null for an unreadable one. */
export function createTradeReader(): (raw: unknown) => TradeFields | null {
  const readInstant = createInstantReader();
  return (raw) => {
    if (typeof raw !== 'object' || raw === null) return null;
    const row = raw as Readonly<Partial<Record<keyof Trade, unknown>>>;
    const time = readInstant(row.time);
    const { option } = row;
    const qty = readNumber(row.qty);
    const price = readNumber(row.price);
    if (time === null || typeof option !== 'string' || option === '' || qty === null || price === null)
      return null;
    const side = readNumber(row.type);
    return {
      time,
      option,
      qty,
      price,
      exchange: readText(row.exchange),
      market: readText(row.market),
      delta: readNumber(row.delta),
      iv: readNumber(row.iv),
      underlying: readNumber(row.underlying),
      condition: readText(row.condition),
      type: side === BOUGHT || side === SOLD ? side : BETWEEN,
      contract_type: readNumber(row.contract_type) === CALL ? CALL : PUT,
    };
  };
}

/** Reads a short list of trades; unreadable ones are left out. */
export function readTrades(rows: readonly unknown[]): readonly TimedTrade[] {
  const read = createTradeReader();
  return rows.flatMap((row) => {
    const trade = read(row);
    return trade === null ? [] : [{ ...trade, symbol: parseOptionSymbol(trade.option) }];
  });
}
