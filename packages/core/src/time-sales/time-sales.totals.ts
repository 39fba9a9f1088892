import type { NumberColumn } from './time-sales.number-column.ts';
import type { TextColumn } from './time-sales.text-column.ts';
import type { Totals } from './time-sales.types.ts';

/** Type 1 is bought, 3 is sold (decisions.md 6). */
export const BOUGHT = 1;
export const SOLD = 3;
export const BETWEEN = 2;
export const CALL = 1;
export const PUT = 2;

/** The names of conditions 201, 203, 205 and 207: prints that take an earlier one back. */
const cancelling: ReadonlySet<string> = new Set([
  'canceled',
  'cancelled',
  'last and canceled',
  'opening trade and canceled',
  'only trade and canceled',
]);

/** True for the condition of a print that cancels an earlier one. */
function isCancelling(condition: string): boolean {
  return cancelling.has(condition.trim().toLowerCase());
}

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

interface CountedColumns {
  readonly count: number;
  readonly time: NumberColumn;
  readonly option: TextColumn;
  readonly qty: NumberColumn;
  readonly price: NumberColumn;
  readonly condition: TextColumn;
  readonly type: Uint8Array;
  readonly contractType: Uint8Array;
}

/**
 * The rows that do not count: each cancelling print, and the newest earlier print of the same contract, price and
 * size that it takes back (decisions.md 11).
 */
export function canceledRows(columns: CountedColumns): ReadonlySet<number> {
  const { count, time, option, qty, price, condition } = columns;
  const out = new Set<number>();
  if (!condition.texts.some(isCancelling)) return out;
  const isCancel = condition.texts.map(isCancelling);
  const cancels: number[] = [];
  for (let row = 0; row < count; row++)
    if (isCancel[condition.ids[row] as number] === true) cancels.push(row);
  const printOf = (row: number): string => `${option.ids[row]} ${qty.values[row]} ${price.values[row]}`;
  const candidates = new Map<string, number[]>(cancels.map((row) => [printOf(row), []]));
  for (let row = 0; row < count; row++) {
    if (isCancel[condition.ids[row] as number] !== true) candidates.get(printOf(row))?.push(row);
  }
  const at = (row: number): number => time.values[row] as number;
  for (const rows of candidates.values()) rows.sort((a, b) => at(a) - at(b));
  for (const cancel of cancels.sort((a, b) => at(a) - at(b))) {
    out.add(cancel);
    const taken = candidates.get(printOf(cancel))?.findLast((row) => at(row) <= at(cancel) && !out.has(row));
    if (taken !== undefined) out.add(taken);
  }
  return out;
}

/** Premium by side and by right, exact for prices of up to six decimals; of the rows that `mask` lets through. */
export function totalsOf(
  columns: CountedColumns,
  canceled: ReadonlySet<number>,
  multiplier: number,
  mask: Uint8Array | null,
): Totals {
  const { count, qty, price, type, contractType } = columns;
  const scale = (qty.scale === 0 ? 1 : qty.scale) * (price.scale === 0 ? 1 : price.scale);
  const whole = qty.scale !== 0 && price.scale !== 0;
  const sums = {
    bought: createExactSum(),
    sold: createExactSum(),
    calls: createExactSum(),
    puts: createExactSum(),
  };
  const doubles = { bought: 0, sold: 0, calls: 0, puts: 0 };
  let trades = 0;
  let left = 0;
  for (let row = 0; row < count; row++) {
    if (mask !== null && mask[row] === 0) continue;
    if (canceled.size > 0 && canceled.has(row)) {
      left += 1;
      continue;
    }
    trades += 1;
    const side = type[row] === BOUGHT ? 'bought' : type[row] === SOLD ? 'sold' : null;
    const right = contractType[row] === CALL ? 'calls' : 'puts';
    const a = price.values[row] as number;
    const b = qty.values[row] as number;
    if (whole) {
      if (side !== null) sums[side].add(a, b);
      sums[right].add(a, b);
    } else {
      if (side !== null) doubles[side] += a * b;
      doubles[right] += a * b;
    }
  }
  const dollars = (part: keyof typeof sums): number => {
    if (!whole) return (doubles[part] * multiplier) / scale;
    const cents = (sums[part].value() * BigInt(Math.round(multiplier * 100))) / BigInt(scale);
    return Number(cents) / 100;
  };
  return {
    trades,
    canceled: left,
    bought: dollars('bought'),
    sold: dollars('sold'),
    calls: dollars('calls'),
    puts: dollars('puts'),
  };
}
