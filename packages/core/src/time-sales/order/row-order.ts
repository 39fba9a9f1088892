// Finds the first rows of an order before the whole order: a screen shows some forty of a million rows, and finding
// those takes a pass or two over the column. The rest is sorted when it is first read.
import type { Digit } from '../columns/digit.ts';
import type { NumberColumn } from '../columns/number-column.ts';
import type { TextColumn } from '../columns/text-column.ts';
import { orderByDigits, type RadixInput } from './radix.ts';

/** More rows than a screen shows. */
const headSize = 128;

/** Below this number of rows, sorting all is as fast as finding the head. */
const minRowsForHead = 20_000;

/** Rows, or the keys of a sample of more rows, that are sorted at a time. */
const maxCompared = 2048;

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

/** What sorting reads of a column. */
export type SortableColumn =
  | Pick<TextColumn, 'digits' | 'isAfter' | 'hasOneDigit'>
  | Pick<NumberColumn, 'digits' | 'isAfter' | 'hasOneDigit' | 'orderKey'>;

export interface RowOrderInput extends Omit<RadixInput, 'digits'> {
  readonly column: SortableColumn;
}

export function createRowOrder(input: RowOrderInput): RowOrder {
  const { column, count } = input;
  const head = count < minRowsForHead ? noRows : headRows(input);
  let isOpen = true;
  let isWritten = false;
  const all = (): Uint32Array => {
    if (isOpen) {
      orderByDigits({ ...input, digits: column.digits() });
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

function headRows({ column, count, descending, into }: RowOrderInput): Uint32Array {
  if (!column.hasOneDigit) return headBySamples((row) => column.orderKey(row, descending), count, into);
  const [digit] = column.digits();
  return digit === undefined ? noRows : headByPosition(digit, count, descending);
}

/** With one digit the key gives a row's position, so the pass ends when the head is full. */
function headByPosition({ keys, up, down }: Digit, count: number, descending: boolean): Uint32Array {
  const next = (descending ? down : up).slice();
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

/** Drops the rows after the last one of a sample's head, which are not in the head of all rows, until few are left. */
function headBySamples(keyOf: (row: number) => number, count: number, rows: Uint32Array): Uint32Array {
  for (let row = 0; row < count; row++) rows[row] = row;
  let length = count;
  while (length > maxCompared) {
    const step = Math.ceil(length / maxCompared);
    const sample = Float64Array.from({ length: Math.floor(length / step) }, (_, i) =>
      keyOf(rows[i * step] as number),
    );
    const limit = sample.sort()[headSize - 1] as number;
    let kept = 0;
    let atLimit = 0;
    for (let i = 0; i < length; i++) {
      const row = rows[i] as number;
      const key = keyOf(row);
      if (key === limit) atLimit += 1;
      // Of equal rows the earliest come first.
      if (key > limit || (key === limit && atLimit > headSize)) continue;
      rows[kept] = row;
      kept += 1;
    }
    length = kept;
  }
  return rows
    .slice(0, length)
    .sort((a, b) => keyOf(a) - keyOf(b) || a - b)
    .slice(0, headSize);
}
