import type { Digit } from './digit.ts';
import { doubleDigits, fitsOneDigit, integerDigits, NO_NUMBER } from './number-digits.ts';

const LIMIT = 2_147_483_647;
const SCALES: readonly number[] = [1, 100, 10_000, 1_000_000];

/**
 * Numbers in a typed array: 32-bit integers of a fixed scale (such as cents) as long as every value is exact in it, then
 * of a finer scale, then doubles. Values are read back exactly (`-0` as `0`).
 */
export class NumberColumn {
  values: Int32Array | Float64Array = new Int32Array(0);
  /** A value is `values[i] / scale`. With scale 0 the values are doubles, and NaN is unknown. */
  scale: number;
  min: number = Number.POSITIVE_INFINITY;
  max: number = Number.NEGATIVE_INFINITY;
  /** Number of unknown values. */
  unknown: number = 0;
  private filled = 0;
  /** The digits of the first `digitsCount` rows. */
  private cachedDigits: readonly Digit[] = [];
  private digitsCount = -1;
  private readonly keys: Uint16Array[] = [];

  constructor(scale: number) {
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

  /** Whether `digits()` is one digit. */
  get hasOneDigit(): boolean {
    const { filled: count, min, max, unknown } = this;
    return this.scale !== 0 && fitsOneDigit({ count, min, max, unknown });
  }

  /** The sort keys, two bytes a digit. Cached until rows are added. */
  digits(): readonly Digit[] {
    if (this.digitsCount === this.filled) return this.cachedDigits;
    const { values, filled: count, min, max, unknown } = this;
    const buffer = (digit: number): Uint16Array => this.keyBuffer(digit);
    this.cachedDigits =
      values instanceof Float64Array
        ? doubleDigits(values, count, buffer)
        : integerDigits({ values, count, min, max, unknown }, buffer);
    this.digitsCount = count;
    return this.cachedDigits;
  }

  /** A row's key in a direction: the lowest comes first. Unknown numbers come last in both directions. */
  orderKey(row: number, descending: boolean): number {
    const value = this.values[row] as number;
    const isUnknown = this.scale === 0 ? Number.isNaN(value) : value === NO_NUMBER;
    if (isUnknown) return Number.POSITIVE_INFINITY;
    return descending ? -value : value;
  }

  /** True when row `a` sorts after row `b` in a direction. */
  isAfter(a: number, b: number, descending: boolean): boolean {
    return this.orderKey(a, descending) > this.orderKey(b, descending);
  }

  private keyBuffer(digit: number): Uint16Array {
    let keys = this.keys[digit];
    if (keys === undefined || keys.length < this.filled) {
      keys = new Uint16Array(this.values.length);
      this.keys[digit] = keys;
    }
    return keys;
  }

  /** The value as this column stores it, after a change to a finer scale where needed. */
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
