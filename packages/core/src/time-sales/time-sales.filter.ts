// Which rows are shown: decided column by column, a dictionary entry once, so that a million rows take milliseconds.
import { parseOptionSymbol } from '../option-symbol/index.ts';
import type { NumberColumn } from './time-sales.number-column.ts';
import { NO_NUMBER } from './time-sales.number-column.ts';
import type { TextColumn } from './time-sales.text-column.ts';
import { BOUGHT, CALL, PUT, SOLD } from './time-sales.totals.ts';

/** What somebody wants to see. Every part that is left open lets all rows through. */
export interface TradeSelection {
  readonly side: 'bought' | 'sold' | null;
  readonly right: 'call' | 'put' | null;
  /** Names of exchanges; empty is all. */
  readonly exchanges: readonly string[];
  /** Contracts. */
  readonly minQty: number;
  /** Dollars: price × quantity × multiplier. */
  readonly minPremium: number;
  /** Days of expiry, `YYYY-MM-DD`, both included; null is open. */
  readonly expiryFrom: string | null;
  readonly expiryTo: string | null;
  /** In the money: the underlying is above a call's strike, or below a put's, when the trade was made. */
  readonly moneyness: 'in' | 'out' | null;
}

/** Lets everything through. */
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

/** How many parts of a selection leave something out. */
export function countParts(selection: TradeSelection): number {
  const { side, right, exchanges, minQty, minPremium, expiryFrom, expiryTo, moneyness } = selection;
  return [
    side !== null,
    right !== null,
    exchanges.length > 0,
    minQty > 0,
    minPremium > 0,
    expiryFrom !== null || expiryTo !== null,
    moneyness !== null,
  ].filter(Boolean).length;
}

export interface SelectedColumns {
  readonly count: number;
  readonly option: TextColumn;
  readonly exchange: TextColumn;
  readonly qty: NumberColumn;
  readonly price: NumberColumn;
  readonly underlying: NumberColumn;
  readonly type: Uint8Array;
  readonly contractType: Uint8Array;
}

/** Takes out of `mask` the rows whose text is not wanted; each distinct text is looked at once. */
function maskTexts(
  mask: Uint8Array,
  count: number,
  column: TextColumn,
  wanted: (text: string) => boolean,
): void {
  const isWanted = Uint8Array.from(column.texts, (text) => (wanted(text) ? 1 : 0));
  const { ids } = column;
  for (let row = 0; row < count; row++)
    mask[row] = (mask[row] as number) & (isWanted[ids[row] as number] as number);
}

function maskNumbers(mask: Uint8Array, count: number, column: NumberColumn, least: number): void {
  const { values, scale } = column;
  const stored = scale === 0 ? least : least * scale;
  for (let row = 0; row < count; row++) if (!((values[row] as number) >= stored)) mask[row] = 0;
}

function maskBytes(mask: Uint8Array, count: number, bytes: Uint8Array, wanted: number): void {
  for (let row = 0; row < count; row++) if (bytes[row] !== wanted) mask[row] = 0;
}

function maskPremium(mask: Uint8Array, columns: SelectedColumns, least: number, multiplier: number): void {
  const { count, qty, price } = columns;
  const scale = (qty.scale === 0 ? 1 : qty.scale) * (price.scale === 0 ? 1 : price.scale);
  // Half a millionth of a dollar: 0.07 × 3 × 100 is 21.000000000000004, and 20.999999999999996 elsewhere.
  const stored = ((least - 5e-7) / multiplier) * scale;
  for (let row = 0; row < count; row++)
    if (!((qty.values[row] as number) * (price.values[row] as number) >= stored)) mask[row] = 0;
}

/** Rows whose strike or underlying is unknown are in neither. */
function maskMoneyness(mask: Uint8Array, columns: SelectedColumns, wanted: 'in' | 'out'): void {
  const { count, option, underlying, contractType } = columns;
  const strikes = Float64Array.from(option.texts, (text) => {
    const symbol = parseOptionSymbol(text);
    return symbol === null ? Number.NaN : symbol.strike / 1000;
  });
  const scale = underlying.scale === 0 ? 1 : underlying.scale;
  const isIn = wanted === 'in';
  for (let row = 0; row < count; row++) {
    if (mask[row] === 0) continue;
    const stored = underlying.values[row] as number;
    const spot = stored === NO_NUMBER ? Number.NaN : stored / scale;
    const strike = strikes[option.ids[row] as number] as number;
    const known = spot >= 0 && strike >= 0;
    const inTheMoney = contractType[row] === CALL ? spot > strike : spot < strike;
    if (!known || inTheMoney !== isIn) mask[row] = 0;
  }
}

/** 1 for each row that a selection lets through, 0 for the others; null when it lets all through. */
export function maskOf(
  columns: SelectedColumns,
  selection: TradeSelection,
  multiplier: number,
): Uint8Array | null {
  if (countParts(selection) === 0) return null;
  const { count } = columns;
  const { side, right, exchanges, minQty, minPremium, expiryFrom, expiryTo, moneyness } = selection;
  const mask = new Uint8Array(count).fill(1);
  if (side !== null) maskBytes(mask, count, columns.type, side === 'bought' ? BOUGHT : SOLD);
  if (right !== null) maskBytes(mask, count, columns.contractType, right === 'call' ? CALL : PUT);
  if (exchanges.length > 0) {
    const wanted = new Set(exchanges);
    maskTexts(mask, count, columns.exchange, (name) => wanted.has(name));
  }
  if (minQty > 0) maskNumbers(mask, count, columns.qty, minQty);
  if (minPremium > 0) maskPremium(mask, columns, minPremium, multiplier);
  if (expiryFrom !== null || expiryTo !== null) {
    maskTexts(mask, count, columns.option, (text) => {
      const expiry = parseOptionSymbol(text)?.expiry;
      if (expiry === undefined) return false;
      return (expiryFrom === null || expiry >= expiryFrom) && (expiryTo === null || expiry <= expiryTo);
    });
  }
  if (moneyness !== null) maskMoneyness(mask, columns, moneyness);
  return mask;
}
