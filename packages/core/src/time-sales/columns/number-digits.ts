// The keys that a column of numbers is ordered by, in digits of 16 bits.
import { createDigit, type Digit } from '../order/radix.ts';

/** How many different values a key of two bytes has. */
const HALF = 65_536;

/** Keys of two bytes a row for each digit, kept by the column from one sort to the next. */
export type KeyRoom = (digit: number) => Uint16Array;

export interface IntegerInput {
  readonly values: Int32Array;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** How many are unknown, and what marks them. */
  readonly unknown: number;
  readonly mark: number;
}

/** One digit where the values lie close together, two where they do not. Unknown ones come last in both directions. */
export function integerDigits(input: IntegerInput, room: KeyRoom): readonly Digit[] {
  const { values, count, min, max, unknown, mark } = input;
  const range = count === unknown ? 0 : max - min;
  const reserved = unknown > 0 ? 1 : 0;
  if (range + reserved < HALF) {
    const keys = room(0);
    const counts = new Uint32Array(range + 1 + reserved);
    for (let row = 0; row < count; row++) {
      const value = values[row] as number;
      const key = value === mark ? range + 1 : value - min;
      keys[row] = key;
      counts[key] = (counts[key] as number) + 1;
    }
    return [createDigit({ keys, counts, last: unknown > 0 ? range + 1 : undefined })];
  }
  const bits = 32 - Math.clz32(range);
  const shift = bits >>> 1;
  const mask = (1 << shift) - 1;
  const last = (range >>> shift) + 1;
  const low = room(0);
  const high = last < HALF ? room(1) : new Uint32Array(count);
  const lowCounts = new Uint32Array(mask + 1);
  const highCounts = new Uint32Array(last + 1);
  for (let row = 0; row < count; row++) {
    const value = values[row] as number;
    const key = value === mark ? 0 : (value - min) >>> 0;
    const lower = key & mask;
    const upper = value === mark ? last : key >>> shift;
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

/** The upper bits of what is unknown: no number has them, turned round or not. */
const UNKNOWN = 0xffff;

/** Doubles keep their order when their bits are read as integers, with the negative ones turned round. */
export function doubleDigits(values: Float64Array, count: number, room: KeyRoom): readonly Digit[] {
  const bits = new Float64Array(1);
  // Lowest first, whatever the machine's byte order is.
  const halves = new Uint16Array(bits.buffer);
  bits[0] = 1;
  const isLittle = halves[3] !== 0;
  const keys = [room(0), room(1), room(2), room(3)] as const;
  const counts = keys.map(() => new Uint32Array(HALF));
  for (let row = 0; row < count; row++) {
    bits[0] = values[row] as number;
    const isUnknown = Number.isNaN(bits[0]);
    const top = halves[isLittle ? 3 : 0] as number;
    const turn = top >= 0x8000 ? 0xffff : 0;
    for (let digit = 0; digit < 4; digit++) {
      const half = halves[isLittle ? digit : 3 - digit] as number;
      const flipped = digit === 3 && turn === 0 ? half | 0x8000 : half ^ turn;
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
