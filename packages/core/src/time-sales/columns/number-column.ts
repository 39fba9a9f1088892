import type { Digit } from '../order/radix.ts';
import { doubleDigits, integerDigits } from './number-digits.ts';

/** Marks an unknown number in an integer column. */
export const NO_NUMBER = -2_147_483_648;

const LIMIT = 2_147_483_647;
const SCALES: readonly number[] = [1, 100, 10_000, 1_000_000];

/**
 * Numbers in a typed array: integers of a fixed scale (cents, say) while every value is exactly one, which takes
 * 4 bytes a row and sorts by radix; a finer scale, and at last plain doubles, when a value asks for it.
 * What goes in comes out, to the bit (`-0` reads as `0`).
 */
export class NumberColumn {
  values: Int32Array | Float64Array;
  /** A value is `values[i] / scale`; 0 says that the values are doubles, with NaN for unknown. */
  scale: number;
  min: number = Number.POSITIVE_INFINITY;
  max: number = Number.NEGATIVE_INFINITY;
  /** How many are unknown. */
  unknown: number = 0;
  private filled = 0;
  private digitsNow: readonly Digit[] = [];
  /** How many rows `digitsNow` is of. */
  private digitsCount = -1;
  private readonly keys: Uint16Array[] = [];

  constructor(capacity: number, scale: number) {
    this.values = new Int32Array(capacity);
    this.scale = scale;
  }

  reserve(capacity: number): void {
    if (capacity <= this.values.length) return;
    const grown = this.scale === 0 ? new Float64Array(capacity) : new Int32Array(capacity);
    grown.set(this.values.subarray(0, this.filled));
    this.values = grown;
  }

  /** Appends; the caller has reserved the room. */
  push(value: number | null): void {
    const at = this.filled;
    this.filled = at + 1;
    if (value === null) {
      this.unknown += 1;
      this.values[at] = this.scale === 0 ? Number.NaN : NO_NUMBER;
      return;
    }
    const stored = this.fit(value + 0, at);
    this.values[at] = stored;
    if (stored < this.min) this.min = stored;
    if (stored > this.max) this.max = stored;
  }

  get(row: number): number | null {
    const value = this.values[row] ?? Number.NaN;
    if (this.scale === 0) return Number.isNaN(value) ? null : value;
    return value === NO_NUMBER ? null : value / this.scale;
  }

  /**
   * What the rows are ordered by, two bytes a digit: made once, and good until rows are added, so that another click
   * on the same column reads half the memory and counts nothing.
   */
  digits(): readonly Digit[] {
    if (this.digitsCount === this.filled) return this.digitsNow;
    const { values, filled: count, min, max, unknown } = this;
    const room = (digit: number): Uint16Array => this.keyRoom(digit);
    this.digitsNow =
      values instanceof Float64Array
        ? doubleDigits(values, count, room)
        : integerDigits({ values, count, min, max, unknown, mark: NO_NUMBER }, room);
    this.digitsCount = count;
    return this.digitsNow;
  }

  /** What a row is ordered by; unknown numbers come last in both directions. */
  sortKey(row: number, descending: boolean): number {
    const value = this.values[row] as number;
    const isUnknown = this.scale === 0 ? Number.isNaN(value) : value === NO_NUMBER;
    if (isUnknown) return descending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return value;
  }

  private keyRoom(digit: number): Uint16Array {
    let keys = this.keys[digit];
    if (keys === undefined || keys.length < this.filled) {
      keys = new Uint16Array(this.values.length);
      this.keys[digit] = keys;
    }
    return keys;
  }

  /** The value as this column stores it; makes the scale finer first when it has to. */
  private fit(value: number, filled: number): number {
    while (this.scale !== 0) {
      const stored = Math.round(value * this.scale);
      if (stored <= LIMIT && stored >= -LIMIT && stored / this.scale === value) return stored + 0;
      this.refine(filled);
    }
    return value;
  }

  private refine(filled: number): void {
    const old = this.scale;
    const finer = SCALES[SCALES.indexOf(old) + 1] ?? 0;
    const factor = finer / old;
    const fits =
      filled === this.unknown || Math.max(Math.abs(this.min), Math.abs(this.max)) * factor <= LIMIT;
    const { values } = this;
    if (finer !== 0 && fits) {
      for (let i = 0; i < filled; i++) {
        const value = values[i] ?? NO_NUMBER;
        if (value !== NO_NUMBER) values[i] = value * factor;
      }
      this.scale = finer;
      this.min *= factor;
      this.max *= factor;
      return;
    }
    const doubles = new Float64Array(values.length);
    for (let i = 0; i < filled; i++) {
      const value = values[i] ?? NO_NUMBER;
      doubles[i] = value === NO_NUMBER ? Number.NaN : value / old;
    }
    this.values = doubles;
    this.scale = 0;
    this.min /= old;
    this.max /= old;
  }
}
