import type { NumberColumn } from '../columns/number-column.ts';
import { NO_NUMBER } from '../columns/number-digits.ts';
import type { TextColumn } from '../columns/text-column.ts';
import { BOUGHT, CALL, PUT, SOLD } from '../columns/trade-codes.ts';
import type { TradeColumns } from '../columns/trade-columns.ts';
import { premiumScale } from './totals.ts';

/** Filters of the table. A part that is null, 0 or empty lets all rows through. */
export interface TradeSelection {
  readonly side: 'bought' | 'sold' | null;
  readonly right: 'call' | 'put' | null;
  /** Names of exchanges. */
  readonly exchanges: readonly string[];
  /** Contracts. */
  readonly minQty: number;
  /** Dollars: price × quantity × multiplier. */
  readonly minPremium: number;
  /** Days of expiry, `YYYY-MM-DD`, inclusive. */
  readonly expiryFrom: string | null;
  readonly expiryTo: string | null;
  /** In the money: the underlying was above a call's strike, or below a put's, at the time of the trade. */
  readonly moneyness: 'in' | 'out' | null;
}

/** The selection of all rows. */
export const everything: TradeSelection = {
  side: null,
  right: null,
  exchanges: [],
  minQty: 0,
  minPremium: 0,
  expiryFrom: null,
  expiryTo: null,
  moneyness: null,
};

/** The number of active filters of a selection. */
export function countParts(selection: TradeSelection): number {
  const { side, right, exchanges, minQty, minPremium, expiryFrom, expiryTo, moneyness } = selection;
  const choices = [side, right, expiryFrom ?? expiryTo, moneyness].map((choice) => choice !== null);
  return [...choices, exchanges.length > 0, minQty > 0, minPremium > 0].filter(Boolean).length;
}

/** Clears the rows from `from` to `end - 1` in `mask` that one filter excludes. */
type RowFilter = (mask: Uint8Array, from: number, end: number) => void;

/** Tests each distinct text once, by its id. */
function filterTexts(column: TextColumn, wanted: (id: number) => boolean): RowFilter {
  const isWanted: number[] = [];
  return (mask, from, end) => {
    const { ids, texts } = column;
    for (let id = isWanted.length; id < texts.length; id++) isWanted.push(wanted(id) ? 1 : 0);
    for (let row = from; row < end; row++)
      mask[row] = (mask[row] as number) & (isWanted[ids[row] as number] as number);
  };
}

function filterBytes(columns: TradeColumns, name: 'sides' | 'rights', wanted: number): RowFilter {
  return (mask, from, end) => {
    const values = columns[name];
    for (let row = from; row < end; row++) if (values[row] !== wanted) mask[row] = 0;
  };
}

function filterNumbers(column: NumberColumn, least: number): RowFilter {
  return (mask, from, end) => {
    const { values, scale } = column;
    // Stored values are integers, but 0.07 × 100 is 7.000000000000001.
    const stored = scale === 0 ? least : least * scale - 1e-6;
    for (let row = from; row < end; row++) if (!((values[row] as number) >= stored)) mask[row] = 0;
  };
}

function filterPremium({ qty, price }: TradeColumns, least: number, multiplier: number): RowFilter {
  return (mask, from, end) => {
    // A tolerance of half a millionth of a dollar: 0.07 × 3 × 100 is 21.000000000000004.
    const stored = ((least - 5e-7) / multiplier) * premiumScale(qty, price);
    for (let row = from; row < end; row++)
      if (!((qty.values[row] as number) * (price.values[row] as number) >= stored)) mask[row] = 0;
  };
}

/** Rows with an unknown strike or underlying are neither in nor out of the money. */
function filterMoneyness(columns: TradeColumns, wanted: 'in' | 'out'): RowFilter {
  const { option, underlying } = columns;
  const strikes: number[] = [];
  const isIn = wanted === 'in';
  return (mask, from, end) => {
    const { ids, texts } = option;
    for (let id = strikes.length; id < texts.length; id++) {
      const symbol = option.symbolOf(id);
      strikes.push(symbol === null ? Number.NaN : symbol.strike / 1000);
    }
    const scale = underlying.scale === 0 ? 1 : underlying.scale;
    const { rights } = columns;
    for (let row = from; row < end; row++) {
      if (mask[row] === 0) continue;
      const stored = underlying.values[row] as number;
      const spot = stored === NO_NUMBER ? Number.NaN : stored / scale;
      const strike = strikes[ids[row] as number] as number;
      const known = spot >= 0 && strike >= 0;
      const inTheMoney = rights[row] === CALL ? spot > strike : spot < strike;
      if (!known || inTheMoney !== isIn) mask[row] = 0;
    }
  };
}

function filtersOf(
  columns: TradeColumns,
  selection: TradeSelection,
  multiplier: number,
): readonly RowFilter[] {
  const { side, right, exchanges, minQty, minPremium, expiryFrom, expiryTo, moneyness } = selection;
  const filters: RowFilter[] = [];
  if (side !== null) filters.push(filterBytes(columns, 'sides', side === 'bought' ? BOUGHT : SOLD));
  if (right !== null) filters.push(filterBytes(columns, 'rights', right === 'call' ? CALL : PUT));
  if (exchanges.length > 0) {
    const { exchange } = columns;
    filters.push(filterTexts(exchange, (id) => exchanges.includes(exchange.texts[id] ?? '')));
  }
  if (minQty > 0) filters.push(filterNumbers(columns.qty, minQty));
  if (minPremium > 0) filters.push(filterPremium(columns, minPremium, multiplier));
  if (expiryFrom !== null || expiryTo !== null) {
    const isInside = (id: number): boolean => {
      const expiry = columns.option.symbolOf(id)?.expiry;
      if (expiry === undefined) return false;
      return (expiryFrom === null || expiry >= expiryFrom) && (expiryTo === null || expiry <= expiryTo);
    };
    filters.push(filterTexts(columns.option, isInside));
  }
  if (moneyness !== null) filters.push(filterMoneyness(columns, moneyness));
  return filters;
}

/**
 * Returns a function that gives the mask of a selection, or null when it selects all rows. A mask has one byte a row: 1
 * for selected rows. Each row is tested once; the array is valid until the next call.
 */
export function createMask(
  columns: TradeColumns,
  selection: TradeSelection,
  multiplier: number,
): (() => Uint8Array) | null {
  const filters = filtersOf(columns, selection, multiplier);
  if (filters.length === 0) return null;
  let mask = new Uint8Array(0);
  let known = 0;
  return () => {
    const { count, capacity } = columns;
    if (mask.length < count) {
      const grown = new Uint8Array(capacity);
      grown.set(mask.subarray(0, known));
      mask = grown;
    }
    mask.fill(1, known, count);
    for (const filter of filters) filter(mask, known, count);
    known = count;
    return mask;
  };
}
