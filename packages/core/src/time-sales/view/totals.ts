import type { NumberColumn } from '../columns/number-column.ts';
import type { Totals } from '../time-sales.types.ts';

/** Type 1 is bought, 3 is sold. */
export const BOUGHT = 1;
export const SOLD = 3;
export const BETWEEN = 2;
export const CALL = 1;
export const PUT = 2;

/** A sum of integers that stays exact beyond 2^53. */
interface ExactSum {
  add(a: number, b: number): void;
  value(): bigint;
}

/** Sums products of two integers. */
function createExactSum(): ExactSum {
  let small = 0;
  let large = 0n;
  return {
    add(a, b) {
      const product = a * b;
      if (product > 4e15 || product < -4e15) {
        large += BigInt(a) * BigInt(b);
        return;
      }
      small += product;
      if (small > 4e15 || small < -4e15) {
        large += BigInt(small);
        small = 0;
      }
    },
    value: () => large + BigInt(small),
  };
}

/** Far more than a market is worth, and so little that a table of such rows has a sum: not Infinity, nor NaN. */
const mostStored = 1e290;

/** A stored quantity times a stored price; nonsense from outside stays a number. */
export function storedPremium({ qty, price }: Pick<CountedColumns, 'qty' | 'price'>, row: number): number {
  const product = (qty.values[row] as number) * (price.values[row] as number);
  return Math.max(-mostStored, Math.min(product, mostStored));
}

export interface CountedColumns {
  readonly qty: NumberColumn;
  readonly price: NumberColumn;
  /** One byte a row; replaced when the table grows. */
  sides(): Uint8Array;
  rights(): Uint8Array;
}

/** Premium by side and by right, carried on row by row. */
export interface PremiumSums {
  /** Counts a row in (1), or out again (-1). */
  count(row: number, sign: 1 | -1): void;
  /** Exact for prices of up to six decimals. */
  totals(multiplier: number, canceled: number): Totals;
}

/**
 * Sums of stored numbers: whole ones stay exact, whatever is counted out again; doubles are not, so they are not to be
 * carried on after that ({@link isWhole}).
 */
export function createPremiumSums(columns: CountedColumns): PremiumSums {
  const { qty, price, sides, rights } = columns;
  const whole = isWhole(qty, price);
  const scale = scaleOf(qty, price);
  const sums = {
    bought: createExactSum(),
    sold: createExactSum(),
    calls: createExactSum(),
    puts: createExactSum(),
  };
  const doubles = { bought: 0, sold: 0, calls: 0, puts: 0 };
  let trades = 0;
  const dollars = (part: keyof typeof sums, multiplier: number): number => {
    if (!whole) return (doubles[part] * multiplier) / scale;
    const cents = (sums[part].value() * BigInt(Math.round(multiplier * 100))) / BigInt(scale);
    return Number(cents) / 100;
  };
  return {
    count(row, sign) {
      trades += sign;
      const type = sides()[row];
      const side = type === BOUGHT ? 'bought' : type === SOLD ? 'sold' : null;
      const right = rights()[row] === CALL ? 'calls' : 'puts';
      if (whole) {
        const a = (price.values[row] as number) * sign;
        const b = qty.values[row] as number;
        if (side !== null) sums[side].add(a, b);
        sums[right].add(a, b);
      } else {
        const premium = storedPremium(columns, row) * sign;
        if (side !== null) doubles[side] += premium;
        doubles[right] += premium;
      }
    },
    totals: (multiplier, canceled) => ({
      trades,
      canceled,
      bought: dollars('bought', multiplier),
      sold: dollars('sold', multiplier),
      calls: dollars('calls', multiplier),
      puts: dollars('puts', multiplier),
    }),
  };
}

/** Whether both columns hold whole numbers of a fixed scale. */
export function isWhole(qty: NumberColumn, price: NumberColumn): boolean {
  return qty.scale !== 0 && price.scale !== 0;
}

/** What the product of a stored quantity and a stored price is to be divided by. */
export function scaleOf(qty: NumberColumn, price: NumberColumn): number {
  return (qty.scale === 0 ? 1 : qty.scale) * (price.scale === 0 ? 1 : price.scale);
}
