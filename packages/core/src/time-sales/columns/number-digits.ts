// Sort keys of a column of numbers, in digits of 16 bits.
import { createDigit, type Digit } from './digit.ts';

/** Marks an unknown number in an integer column. */
export const NO_NUMBER = -2_147_483_648;

/** Number of values of a 16-bit key. */
const HALF = 65_536;

/** The column's key buffer of a digit, used again by each sort. */
export type KeyBuffer = (digit: number) => Uint16Array;

export interface IntegerInput {
  readonly values: Int32Array;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** Number of unknown values. */
  readonly unknown: number;
}

/** Whether one digit has room for the values, and for a key of unknown ones. */
export function fitsOneDigit({ count, min, max, unknown }: Omit<IntegerInput, 'values'>): boolean {
  return count === unknown || max - min + Math.sign(unknown) < HALF;
}

/** One digit for values of a small range, else two. Unknown values come last in both directions. */
export function integerDigits(input: IntegerInput, buffer: KeyBuffer): readonly Digit[] {
  const { values, count, min, max, unknown } = input;
  const range = count === unknown ? 0 : max - min;
  const reserved = unknown > 0 ? 1 : 0;
  if (fitsOneDigit(input)) {
    const keys = buffer(0);
    const counts = new Uint32Array(range + 1 + reserved);
    for (let row = 0; row < count; row++) {
      const value = values[row] as number;
      const key = value === NO_NUMBER ? range + 1 : value - min;
      keys[row] = key;
      counts[key] = (counts[key] as number) + 1;
    }
    return [createDigit({ keys, counts, last: unknown > 0 ? range + 1 : undefined })];
  }
  const bits = 32 - Math.clz32(range);
  const shift = bits >>> 1;
  const mask = (1 << shift) - 1;
  const last = (range >>> shift) + 1;
  const low = buffer(0);
  const high = last < HALF ? buffer(1) : new Uint32Array(count);
  const lowCounts = new Uint32Array(mask + 1);
  const highCounts = new Uint32Array(last + 1);
  for (let row = 0; row < count; row++) {
    const value = values[row] as number;
    const key = value === NO_NUMBER ? 0 : (value - min) >>> 0;
    const lower = key & mask;
    const upper = value === NO_NUMBER ? last : key >>> shift;
    low[row] = lower;
    high[row] = upper;
    lowCounts[lower] = (lowCounts[lower] as number) + 1;
    highCounts[upper] = (highCounts[upper] as number) + 1;
  }
  return [
    createDigit({ keys: low, counts: lowCounts }),
    createDigit({ keys: high, counts: highCounts, last }),
  ];
}

/** The highest digit of an unknown value: no number has it, flipped or not. */
const UNKNOWN = 0xffff;

/** Doubles sort as integers by their bits, once those of negative numbers are flipped. */
export function doubleDigits(values: Float64Array, count: number, buffer: KeyBuffer): readonly Digit[] {
  const bits = new Float64Array(1);
  const halves = new Uint16Array(bits.buffer);
  bits[0] = 1;
  const isLittle = halves[3] !== 0;
  const keys = [buffer(0), buffer(1), buffer(2), buffer(3)] as const;
  const counts = keys.map(() => new Uint32Array(HALF));
  for (let row = 0; row < count; row++) {
    bits[0] = values[row] as number;
    const isUnknown = Number.isNaN(bits[0]);
    const top = halves[isLittle ? 3 : 0] as number;
    const flip = top >= 0x8000 ? 0xffff : 0;
    for (let digit = 0; digit < 4; digit++) {
      const half = halves[isLittle ? digit : 3 - digit] as number;
      const flipped = digit === 3 && flip === 0 ? half | 0x8000 : half ^ flip;
      const key = isUnknown ? UNKNOWN : flipped;
      (keys[digit] as Uint16Array)[row] = key;
      const counted = counts[digit] as Uint32Array;
      counted[key] = (counted[key] as number) + 1;
    }
  }
  return keys.map((digit, i) =>
    createDigit({ keys: digit, counts: counts[i] as Uint32Array, last: i === 3 ? UNKNOWN : undefined }),
  );
}
