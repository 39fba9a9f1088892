import type { NumberColumn } from '../columns/number-column.ts';
import { BOUGHT, CALL, SOLD } from '../columns/trade-codes.ts';
import type { TradeColumns } from '../columns/trade-columns.ts';

/** Dollars of premium (price × quantity × multiplier), without canceled trades. */
export interface Totals {
  /** Rows that count. */
  readonly trades: number;
  /** Rows left out: cancel prints, and the prints that they cancel. */
  readonly canceled: number;
  readonly bought: number;
  readonly sold: number;
  readonly calls: number;
  readonly puts: number;
}

/** A sum of products of two integers, exact beyond 2^53. */
function createExactSum(): { add(a: number, b: number): void; value(): bigint } {
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

/** Keeps sums finite when rows have absurd prices or quantities. */
const maxPremium = 1e290;

/** A row's stored quantity times its stored price, finite for any input. */
export function storedPremium({ qty, price }: Pick<TradeColumns, 'qty' | 'price'>, row: number): number {
  const product = (qty.values[row] as number) * (price.values[row] as number);
  return Math.max(-maxPremium, Math.min(product, maxPremium));
}

/** Premium by side and by right, summed row by row. */
export interface PremiumSums {
  /** Adds a row (1), or subtracts it (-1). */
  count(row: number, sign: 1 | -1): void;
  /** Exact for prices of up to six decimals. */
  totals(canceled: number): Totals;
}

/** Sums stay exact when rows are subtracted only while both columns hold integers: see {@link isExact}. */
export function createPremiumSums(columns: TradeColumns, multiplier: number): PremiumSums {
  const { qty, price } = columns;
  const exact = isExact(qty, price);
  const scale = premiumScale(qty, price);
  const sums = {
    bought: createExactSum(),
    sold: createExactSum(),
    calls: createExactSum(),
    puts: createExactSum(),
  };
  const doubles = { bought: 0, sold: 0, calls: 0, puts: 0 };
  let trades = 0;
  const dollars = (part: keyof typeof sums): number => {
    if (!exact) return (doubles[part] * multiplier) / scale;
    const cents = (sums[part].value() * BigInt(Math.round(multiplier * 100))) / BigInt(scale);
    return Number(cents) / 100;
  };
  return {
    count(row, sign) {
      trades += sign;
      const type = columns.sides[row];
      const side = type === BOUGHT ? 'bought' : type === SOLD ? 'sold' : null;
      const right = columns.rights[row] === CALL ? 'calls' : 'puts';
      if (exact) {
        const signedPrice = (price.values[row] as number) * sign;
        const quantity = qty.values[row] as number;
        if (side !== null) sums[side].add(signedPrice, quantity);
        sums[right].add(signedPrice, quantity);
      } else {
        const premium = storedPremium(columns, row) * sign;
        if (side !== null) doubles[side] += premium;
        doubles[right] += premium;
      }
    },
    totals: (canceled) => ({
      trades,
      canceled,
      bought: dollars('bought'),
      sold: dollars('sold'),
      calls: dollars('calls'),
      puts: dollars('puts'),
    }),
  };
}

/** True while both columns hold integers of a fixed scale. */
export function isExact(qty: NumberColumn, price: NumberColumn): boolean {
  return qty.scale !== 0 && price.scale !== 0;
}

/** The divisor of a stored quantity times a stored price. */
export function premiumScale(qty: NumberColumn, price: NumberColumn): number {
  return (qty.scale === 0 ? 1 : qty.scale) * (price.scale === 0 ? 1 : price.scale);
}
