// Which rows are shown: decided column by column, a dictionary entry once, so that a million rows take milliseconds.
import { parseOptionSymbol } from '../../option-symbol/index.ts';
import type { NumberColumn } from '../columns/number-column.ts';
import { NO_NUMBER } from '../columns/number-column.ts';
import type { TextColumn } from '../columns/text-column.ts';
import { BOUGHT, CALL, PUT, SOLD, scaleOf } from './totals.ts';

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
  readonly option: TextColumn;
  readonly exchange: TextColumn;
  readonly qty: NumberColumn;
  readonly price: NumberColumn;
  readonly underlying: NumberColumn;
  /** One byte a row; replaced when the table grows. */
  sides(): Uint8Array;
  rights(): Uint8Array;
}

/** Takes out of `mask` the rows from `from` to `end - 1` that one part of a selection leaves out. */
type Sieve = (mask: Uint8Array, from: number, end: number) => void;

/** By a text; each distinct one is looked at once, also when further rows bring new ones. */
function sieveTexts(column: TextColumn, wanted: (text: string) => boolean): Sieve {
  const isWanted: number[] = [];
  return (mask, from, end) => {
    const { ids, texts } = column;
    for (let id = isWanted.length; id < texts.length; id++)
      isWanted.push(wanted(texts[id] as string) ? 1 : 0);
    for (let row = from; row < end; row++)
      mask[row] = (mask[row] as number) & (isWanted[ids[row] as number] as number);
  };
}

function sieveBytes(bytes: () => Uint8Array, wanted: number): Sieve {
  return (mask, from, end) => {
    const values = bytes();
    for (let row = from; row < end; row++) if (values[row] !== wanted) mask[row] = 0;
  };
}

function sieveNumbers(column: NumberColumn, least: number): Sieve {
  return (mask, from, end) => {
    const { values, scale } = column;
    // A little less, for 0.07 × 100 is 7.000000000000001, and what is stored is a whole number.
    const stored = scale === 0 ? least : least * scale - 1e-6;
    for (let row = from; row < end; row++) if (!((values[row] as number) >= stored)) mask[row] = 0;
  };
}

function sievePremium({ qty, price }: SelectedColumns, least: number, multiplier: number): Sieve {
  return (mask, from, end) => {
    // Half a millionth of a dollar: 0.07 × 3 × 100 is 21.000000000000004, and 20.999999999999996 elsewhere.
    const stored = ((least - 5e-7) / multiplier) * scaleOf(qty, price);
    for (let row = from; row < end; row++)
      if (!((qty.values[row] as number) * (price.values[row] as number) >= stored)) mask[row] = 0;
  };
}

/** Rows whose strike or underlying is unknown are in neither. */
function sieveMoneyness({ option, underlying, rights }: SelectedColumns, wanted: 'in' | 'out'): Sieve {
  const strikes: number[] = [];
  const isIn = wanted === 'in';
  return (mask, from, end) => {
    const { ids, texts } = option;
    for (let id = strikes.length; id < texts.length; id++) {
      const symbol = parseOptionSymbol(texts[id] as string);
      strikes.push(symbol === null ? Number.NaN : symbol.strike / 1000);
    }
    const scale = underlying.scale === 0 ? 1 : underlying.scale;
    const contractType = rights();
    for (let row = from; row < end; row++) {
      if (mask[row] === 0) continue;
      const stored = underlying.values[row] as number;
      const spot = stored === NO_NUMBER ? Number.NaN : stored / scale;
      const strike = strikes[ids[row] as number] as number;
      const known = spot >= 0 && strike >= 0;
      const inTheMoney = contractType[row] === CALL ? spot > strike : spot < strike;
      if (!known || inTheMoney !== isIn) mask[row] = 0;
    }
  };
}

function sievesOf(columns: SelectedColumns, selection: TradeSelection, multiplier: number): readonly Sieve[] {
  const { side, right, exchanges, minQty, minPremium, expiryFrom, expiryTo, moneyness } = selection;
  const sieves: Sieve[] = [];
  if (side !== null) sieves.push(sieveBytes(columns.sides, side === 'bought' ? BOUGHT : SOLD));
  if (right !== null) sieves.push(sieveBytes(columns.rights, right === 'call' ? CALL : PUT));
  if (exchanges.length > 0) {
    const wanted = new Set(exchanges);
    sieves.push(sieveTexts(columns.exchange, (name) => wanted.has(name)));
  }
  if (minQty > 0) sieves.push(sieveNumbers(columns.qty, minQty));
  if (minPremium > 0) sieves.push(sievePremium(columns, minPremium, multiplier));
  if (expiryFrom !== null || expiryTo !== null) {
    const isInside = (text: string): boolean => {
      const expiry = parseOptionSymbol(text)?.expiry;
      if (expiry === undefined) return false;
      return (expiryFrom === null || expiry >= expiryFrom) && (expiryTo === null || expiry <= expiryTo);
    };
    sieves.push(sieveTexts(columns.option, isInside));
  }
  if (moneyness !== null) sieves.push(sieveMoneyness(columns, moneyness));
  return sieves;
}

/** 1 for each row that a selection lets through, 0 for the others. Rows that come later are looked at alone. */
export interface GrowingMask {
  /** The first `count` rows; the array is good until the next call. */
  upTo(count: number, room: number): Uint8Array;
}

/** The mask of a selection; null when it lets everything through. */
export function createMask(
  columns: SelectedColumns,
  selection: TradeSelection,
  multiplier: number,
): GrowingMask | null {
  const sieves = sievesOf(columns, selection, multiplier);
  if (sieves.length === 0) return null;
  let mask = new Uint8Array(0);
  let known = 0;
  return {
    upTo(count, room) {
      if (mask.length < count) {
        const grown = new Uint8Array(room);
        grown.set(mask.subarray(0, known));
        mask = grown;
      }
      mask.fill(1, known, count);
      for (const sieve of sieves) sieve(mask, known, count);
      known = count;
      return mask;
    },
  };
}
