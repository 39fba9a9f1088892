// Rows that come while the table is sorted go to their places without sorting again, and without moving the others:
// they are kept beside the order, each with how many of its rows stand before it.

/** Whether row `a` stands after row `b` in an order: strictly, so that equal rows keep the order in which they came. */
export type StandsAfter = (a: number, b: number) => boolean;

/** The rows beside an order, in that order. */
export interface LateRows {
  readonly rows: Uint32Array;
  /** How many rows of the order stand before each. */
  readonly before: Uint32Array;
}

export const noLateRows: LateRows = { rows: new Uint32Array(0), before: new Uint32Array(0) };

/** The first place whose row stands after `row`: behind all that are equal to it. */
function placeFor(order: Uint32Array, count: number, row: number, standsAfter: StandsAfter): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (standsAfter(order[middle] as number, row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The late rows, and the rows from `first` to `end - 1`, beside an order of `count` rows. */
export function addLate(
  order: Uint32Array,
  count: number,
  late: LateRows,
  first: number,
  end: number,
  standsAfter: StandsAfter,
): LateRows {
  const fresh = Array.from({ length: end - first }, (_, i) => {
    const row = first + i;
    return { row, place: placeFor(order, count, row, standsAfter) };
  });
  // Array.sort is stable: new rows that are equal keep the order in which they came.
  fresh.sort(
    (a, b) => a.place - b.place || (standsAfter(a.row, b.row) ? 1 : standsAfter(b.row, a.row) ? -1 : 0),
  );
  const known = late.rows.length;
  const rows = new Uint32Array(known + fresh.length);
  const before = new Uint32Array(known + fresh.length);
  let taken = 0;
  let at = 0;
  const takeKnown = (): void => {
    rows[at] = late.rows[taken] as number;
    before[at] = late.before[taken] as number;
    taken += 1;
    at += 1;
  };
  for (const { row, place } of fresh) {
    while (taken < known) {
      const other = late.before[taken] as number;
      if (other > place || (other === place && standsAfter(late.rows[taken] as number, row))) break;
      takeKnown();
    }
    rows[at] = row;
    before[at] = place;
    at += 1;
  }
  while (taken < known) takeKnown();
  return { rows, before };
}

/** The row at a place of an order with its late rows. */
export function rowAt(order: Uint32Array, { rows, before }: LateRows, place: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((before[middle] as number) + middle < place) low = middle + 1;
    else high = middle;
  }
  if (low < rows.length && (before[low] as number) + low === place) return rows[low] as number;
  return order[place - low] as number;
}

/** Writes an order of `count` rows and its late rows into one. `into` is another array with room for all. */
export function settle(order: Uint32Array, count: number, late: LateRows, into: Uint32Array): void {
  let from = 0;
  late.rows.forEach((row, i) => {
    const end = late.before[i] as number;
    into.set(order.subarray(from, end), from + i);
    into[end + i] = row;
    from = end;
  });
  into.set(order.subarray(from, count), from + late.rows.length);
}
