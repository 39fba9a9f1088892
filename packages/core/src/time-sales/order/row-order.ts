// Finds the first rows of an order before the whole order: a screen shows some forty of a million rows, and finding
// those takes one pass over the keys. The rest is sorted when it is first read.
import type { Digit } from '../columns/digit.ts';
import { orderByDigits, type RadixInput } from './radix.ts';

/** More rows than a screen shows. */
const headSize = 128;

/** Below this number of rows, sorting all is as fast as finding the head. */
const minRowsForHead = 20_000;

/** More candidates than these are not sorted by comparison. */
const maxCandidates = 4096;

/** All rows in an order. */
export interface RowOrder {
  /** The first rows; empty when all rows were sorted at once. */
  readonly head: Uint32Array;
  /** Sorts all rows on the first call. That call must come before the columns take further rows. */
  all(): Uint32Array;
  /** True once all rows are sorted. */
  readonly isWritten: boolean;
  /** Releases the buffer to another order. Rows that are not sorted yet are never sorted. */
  close(): void;
}

const noRows: Uint32Array = new Uint32Array(0);

/** Rows that are sorted already. */
export function rowsInOrder(rows: Uint32Array): RowOrder {
  return { head: noRows, all: () => rows, isWritten: true, close() {} };
}

export function createRowOrder(input: RadixInput): RowOrder {
  const head = input.count < minRowsForHead ? noRows : headRows(input);
  let isOpen = true;
  let isWritten = false;
  const all = (): Uint32Array => {
    if (isOpen) {
      orderByDigits(input);
      isWritten = true;
    }
    isOpen = false;
    return input.into;
  };
  if (head.length === 0) all();
  return {
    head,
    all,
    get isWritten() {
      return isWritten;
    },
    close() {
      isOpen = false;
    },
  };
}

function headRows({ digits, count, descending }: RadixInput): Uint32Array {
  const top = digits.at(-1);
  if (top === undefined) return noRows;
  const positions = descending ? top.down : top.up;
  if (digits.length === 1) return headByPosition(top.keys, count, positions);
  // All rows that share the top digit with the last row of the head are candidates.
  let candidates = count;
  for (const position of positions) if (position >= headSize && position < candidates) candidates = position;
  if (candidates > maxCandidates) return noRows;
  const rows = new Uint32Array(candidates);
  let found = 0;
  for (let row = 0; found < candidates; row++) {
    if ((positions[top.keys[row] as number] as number) < headSize) rows[found++] = row;
  }
  const highestFirst = digits.toReversed().map((digit) => ({
    keys: digit.keys,
    positions: descending ? digit.down : digit.up,
  }));
  rows.sort((a, b) => {
    for (const { keys, positions: positionOf } of highestFirst) {
      const difference =
        (positionOf[keys[a] as number] as number) - (positionOf[keys[b] as number] as number);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  return rows.slice(0, headSize);
}

/** With one digit the key gives a row's position, so the pass ends when the head is full. */
function headByPosition(keys: Digit['keys'], count: number, positions: Uint32Array): Uint32Array {
  const next = positions.slice();
  const head = new Uint32Array(headSize);
  let found = 0;
  for (let row = 0; row < count; row++) {
    const key = keys[row] as number;
    const position = next[key] as number;
    if (position >= headSize) continue;
    next[key] = position + 1;
    head[position] = row;
    found += 1;
    if (found === headSize) break;
  }
  return head;
}
