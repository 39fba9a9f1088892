// The first screen of an order, before the order: after a click on a header a person sees some forty of a million
// rows, and those are found by reading every key once. The places of all the others are written when one is asked for.
import { type Digit, orderByDigits, type RadixScratch } from './radix.ts';

/** More rows than a screen shows. */
const headSize = 128;

/** With fewer rows than this the whole order takes no longer than its first rows. */
const leastRows = 20_000;

/** More rows than these are not sorted by comparing them. */
const mostCompared = 4096;

/** All rows in an order. */
export interface RowOrder {
  /** The first rows; none where it was quicker to order all. */
  readonly head: Uint32Array;
  /** Every row. Call it before the columns take in further rows: then it stays as it is. */
  all(): Uint32Array;
  /** Whether every row has its place already. */
  readonly isWritten: boolean;
  /** Its room goes to another order: what is not written by then never will be. */
  close(): void;
}

interface OrderInput {
  /** Lowest first. */
  readonly digits: readonly Digit[];
  readonly count: number;
  readonly descending: boolean;
  /** Room for all rows. */
  readonly into: Uint32Array;
  readonly scratch: RadixScratch;
}

/** Rows that stand in order already. */
export function rowsInOrder(rows: Uint32Array): RowOrder {
  return { head: none, all: () => rows, isWritten: true, close() {} };
}

const none: Uint32Array = new Uint32Array(0);

export function createRowOrder(input: OrderInput): RowOrder {
  const { digits, count, descending, into, scratch } = input;
  const head = count < leastRows ? none : headRows(digits, count, descending);
  let isOpen = true;
  let isWritten = false;
  const all = (): Uint32Array => {
    if (isOpen) {
      orderByDigits(digits, count, descending, into, scratch);
      isWritten = true;
    }
    isOpen = false;
    return into;
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

function headRows(digits: readonly Digit[], count: number, descending: boolean): Uint32Array {
  const top = digits.at(-1);
  if (top === undefined) return none;
  const places = descending ? top.down : top.up;
  if (digits.length === 1) return firstByPlace(top.keys, count, places);
  // Rows that share a digit with the last of the first ones may all be among them.
  let candidates = count;
  for (const place of places) if (place >= headSize && place < candidates) candidates = place;
  if (candidates > mostCompared) return none;
  const rows = new Uint32Array(candidates);
  let found = 0;
  for (let row = 0; found < candidates; row++) {
    if ((places[top.keys[row] as number] as number) < headSize) rows[found++] = row;
  }
  const byDigits = digits.toReversed().map((digit) => ({
    keys: digit.keys,
    places: descending ? digit.down : digit.up,
  }));
  rows.sort((a, b) => {
    for (const { keys, places: placeOf } of byDigits) {
      const apart = (placeOf[keys[a] as number] as number) - (placeOf[keys[b] as number] as number);
      if (apart !== 0) return apart;
    }
    return a - b;
  });
  return rows.slice(0, headSize);
}

/** One digit: each row's place is known when it is met, and all are found before most rows have been looked at. */
function firstByPlace(keys: Digit['keys'], count: number, places: Uint32Array): Uint32Array {
  const next = places.slice();
  const head = new Uint32Array(headSize);
  let found = 0;
  for (let row = 0; row < count; row++) {
    const key = keys[row] as number;
    const place = next[key] as number;
    if (place >= headSize) continue;
    next[key] = place + 1;
    head[place] = row;
    found += 1;
    if (found === headSize) break;
  }
  return head;
}
