// Stable radix sort of row indexes by integer keys, without comparisons.
import type { Digit } from '../columns/digit.ts';

/** Buffers kept between sorts, so that a sort allocates nothing. */
export interface RadixScratch {
  rows: Uint32Array;
  positions: Uint32Array;
}

export function createScratch(): RadixScratch {
  return { rows: new Uint32Array(0), positions: new Uint32Array(65_536) };
}

export interface RadixInput {
  /** Lowest digit first. */
  readonly digits: readonly Digit[];
  /** Rows to sort: the first `count`. */
  readonly count: number;
  readonly descending: boolean;
  /** Receives the row indexes; at least `count` long. */
  readonly into: Uint32Array;
  readonly scratch: RadixScratch;
}

interface Pass<Keys> {
  readonly keys: Keys;
  readonly count: number;
  /** The next free position of each key. */
  readonly positions: Uint32Array;
  readonly into: Uint32Array;
}

// The same loop twice: with both kinds of key arrays in one loop, engines take a fifth longer.

function scatterRows({ keys, count, positions, into }: Pass<Uint16Array>): void {
  for (let row = 0; row < count; row++) {
    const key = keys[row] as number;
    const position = positions[key] as number;
    positions[key] = position + 1;
    into[position] = row;
  }
}

function scatterWideRows({ keys, count, positions, into }: Pass<Uint32Array>): void {
  for (let row = 0; row < count; row++) {
    const key = keys[row] as number;
    const position = positions[key] as number;
    positions[key] = position + 1;
    into[position] = row;
  }
}

function scatterSortedRows({ keys, count, positions, into }: Pass<Digit['keys']>, from: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const row = from[i] as number;
    const key = keys[row] as number;
    const position = positions[key] as number;
    positions[key] = position + 1;
    into[position] = row;
  }
}

/** Sorts the first `count` rows: one pass for each digit. */
export function orderByDigits({ digits, count, descending, into, scratch }: RadixInput): void {
  if (digits.length > 1 && scratch.rows.length < count) scratch.rows = new Uint32Array(into.length);
  digits.forEach(({ keys, up, down }, pass) => {
    if (scratch.positions.length < up.length) scratch.positions = new Uint32Array(up.length);
    const { rows, positions } = scratch;
    positions.set(descending ? down : up);
    // Passes alternate between the two buffers; the last one ends in `into`.
    const isInto = (digits.length - pass) % 2 === 1;
    const input = { keys, count, positions, into: isInto ? into : rows };
    if (pass > 0) scatterSortedRows(input, isInto ? rows : into);
    else if (keys instanceof Uint16Array) scatterRows({ ...input, keys });
    else scatterWideRows({ ...input, keys });
  });
}

interface ReverseInput {
  /** The order by the same digit in the other direction. */
  readonly from: Uint32Array;
  readonly digit: Digit;
  readonly count: number;
  /** The new direction. */
  readonly descending: boolean;
  readonly into: Uint32Array;
}

/** Reverses an order by one digit: copies groups of equal rows, whose order stays; unknown values stay last. */
export function reverseOrder({ from, digit: { sizes }, count, descending, into }: ReverseInput): void {
  let known = 0;
  for (const size of sizes) known += size;
  let read = 0;
  let end = known;
  for (let i = 0; i < sizes.length; i++) {
    const size = sizes[descending ? i : sizes.length - 1 - i] as number;
    end -= size;
    for (let k = 0; k < size; k++) into[end + k] = from[read + k] as number;
    read += size;
  }
  for (let k = known; k < count; k++) into[k] = from[k] as number;
}
