// Rows added to a sorted table are kept beside the order, each with the number of ordered rows before it. That avoids
// sorting again and moving the other rows.

/** True when row `a` sorts after row `b`. Strict, so equal rows keep their order of arrival. */
export type IsAfter = (a: number, b: number) => boolean;

/** Rows beside an order, sorted. */
export interface LateRows {
  readonly rows: Uint32Array;
  /** How many rows of the order come before each late row. */
  readonly before: Uint32Array;
}

export const noLateRows: LateRows = { rows: new Uint32Array(0), before: new Uint32Array(0) };

/** The first `count` rows of a table in order, and the rows after them as late rows. */
export interface MergedOrder {
  /** At least `count` long. */
  readonly order: Uint32Array;
  readonly count: number;
  readonly late: LateRows;
}

/** The first position whose row sorts after `row`. */
function positionOf({ order, count }: MergedOrder, row: number, isAfter: IsAfter): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(order[middle] as number, row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The late rows with all further rows up to `end - 1`. */
export function addLate(merged: MergedOrder, end: number, isAfter: IsAfter): LateRows {
  const { late } = merged;
  const known = late.rows.length;
  const first = merged.count + known;
  const added = Array.from({ length: end - first }, (_, i) => {
    const row = first + i;
    return { row, position: positionOf(merged, row, isAfter) };
  });
  added.sort(
    (a, b) => a.position - b.position || (isAfter(a.row, b.row) ? 1 : isAfter(b.row, a.row) ? -1 : 0),
  );
  const rows = new Uint32Array(known + added.length);
  const before = new Uint32Array(known + added.length);
  let taken = 0;
  let at = 0;
  const takeKnown = (): void => {
    rows[at] = late.rows[taken] as number;
    before[at] = late.before[taken] as number;
    taken += 1;
    at += 1;
  };
  for (const { row, position } of added) {
    while (taken < known) {
      const other = late.before[taken] as number;
      if (other > position || (other === position && isAfter(late.rows[taken] as number, row))) break;
      takeKnown();
    }
    rows[at] = row;
    before[at] = position;
    at += 1;
  }
  while (taken < known) takeKnown();
  return { rows, before };
}

/** The row at a position of an order with its late rows. */
export function rowAt(order: Uint32Array, { rows, before }: LateRows, position: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((before[middle] as number) + middle < position) low = middle + 1;
    else high = middle;
  }
  if (low < rows.length && (before[low] as number) + low === position) return rows[low] as number;
  return order[position - low] as number;
}

/** Writes an order and its late rows into one array; `into` is another array than the order's. */
export function writeMerged({ order, count, late }: MergedOrder, into: Uint32Array): void {
  let from = 0;
  late.rows.forEach((row, i) => {
    const end = late.before[i] as number;
    into.set(order.subarray(from, end), from + i);
    into[end + i] = row;
    from = end;
  });
  into.set(order.subarray(from, count), from + late.rows.length);
}
