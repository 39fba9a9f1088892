import type { TimedTrade } from '../timed-trade.ts';
import { addLate, type LateRows, noLateRows, rowAt, writeMerged } from './merge.ts';
import { type RadixScratch, reverseOrder } from './radix.ts';
import { createRowOrder, type RowOrder, rowsInOrder, type SortableColumn } from './row-order.ts';
import type { ColumnId, Sort, SortedRows } from './sort.types.ts';

/** New rows are merged into the last order up to one in so many; more are sorted again. */
const mergeShare = 64;

/** Late rows beside an order before they are written into it. */
const maxLate = 4096;

/** The columns to sort. */
export interface SortableRows extends Readonly<Record<ColumnId, SortableColumn>> {
  readonly count: number;
  /** Rows that there is room for. */
  readonly capacity: number;
  row(index: number): TimedTrade | null;
}

export interface TableOrder {
  /** Call before the columns take further rows: a pending sort reads their present keys. */
  finish(): void;
  /** The rows of a mask (null: all) in an order. The result stays valid until the sort after the next one. */
  sorted(sort: Sort, mask: Uint8Array | null): SortedRows;
}

/** The last order of a table's rows; few further rows are merged into it. */
export function createTableOrder(rows: SortableRows, scratch: RadixScratch): TableOrder {
  let current: RowOrder = rowsInOrder(new Uint32Array(0));
  let previous = current;
  // Two buffers take turns: allocating one for each sort costs more than the sort, because memory outside the heap
  // triggers full collections.
  let currentBuffer = new Uint32Array(0);
  let previousBuffer = currentBuffer;
  /** The order of `current`, which holds the first `sortedCount` rows; `late` holds further ones. */
  let currentSort: Sort = null;
  let sortedCount = 0;
  let late: LateRows = noLateRows;

  function replaceOrder(make: (into: Uint32Array) => RowOrder): void {
    previous.close();
    const into = previousBuffer.length < rows.count ? new Uint32Array(rows.capacity) : previousBuffer;
    previousBuffer = currentBuffer;
    currentBuffer = into;
    previous = current;
    current = make(into);
    late = noLateRows;
  }

  /** `isReversed`: the current order has the same rows and column in the other direction. */
  function sortAll({ column: id, direction }: NonNullable<Sort>, isReversed: boolean): void {
    const column: SortableColumn = rows[id];
    const descending = direction === 'desc';
    const { count } = rows;
    replaceOrder((into) => {
      const [digit] = isReversed && previous.isWritten && column.hasOneDigit ? column.digits() : [];
      if (digit === undefined) return createRowOrder({ column, count, descending, into, scratch });
      reverseOrder({ from: previous.all(), digit, count, descending, into });
      return rowsInOrder(into);
    });
    sortedCount = count;
  }

  function writeLate(): void {
    if (late.rows.length === 0) return;
    const merged = { order: current.all(), count: sortedCount, late };
    replaceOrder((into) => {
      writeMerged(merged, into);
      return rowsInOrder(into);
    });
    sortedCount += merged.late.rows.length;
  }

  /** Brings `current` and `late` to an order of all rows. */
  function update(sort: NonNullable<Sort>): void {
    const { count } = rows;
    const isColumn = currentSort?.column === sort.column;
    const isSame = isColumn && currentSort?.direction === sort.direction;
    const added = count - sortedCount - late.rows.length;
    currentSort = sort;
    if (isSame && added === 0) return;
    if (!isSame || added * mergeShare > count) {
      sortAll(sort, isColumn && !isSame && sortedCount === count);
      return;
    }
    const column: SortableColumn = rows[sort.column];
    const descending = sort.direction === 'desc';
    late = addLate({ order: current.all(), count: sortedCount, late }, count, (a, b) =>
      column.isAfter(a, b, descending),
    );
    if (late.rows.length > maxLate) writeLate();
  }

  function sortedRows(count: number, indexOf: (position: number) => number): SortedRows {
    const indexAt = (position: number): number =>
      position >= 0 && position < count ? indexOf(position) : -1;
    return { count, indexAt, at: (position) => rows.row(indexAt(position)) };
  }

  function allInOrder(order: RowOrder, beside: LateRows): SortedRows {
    const { head } = order;
    const headCount = beside.rows.length === 0 ? head.length : 0;
    return sortedRows(rows.count, (position) =>
      position < headCount ? (head[position] as number) : rowAt(order.all(), beside, position),
    );
  }

  return {
    finish() {
      previous.all();
      current.all();
    },
    sorted(sort, mask) {
      if (sort !== null) update(sort);
      if (mask === null)
        return sort === null ? sortedRows(rows.count, (position) => position) : allInOrder(current, late);
      // The mask takes a pass over all rows in any case.
      if (sort !== null) writeLate();
      const picked = pickRows(mask, rows.count, sort === null ? null : current.all());
      return sortedRows(picked.length, (position) => picked[position] as number);
    },
  };
}

/** The rows of a mask, in an order (null: of arrival). */
function pickRows(mask: Uint8Array, count: number, order: Uint32Array | null): Uint32Array {
  let matching = 0;
  for (let row = 0; row < count; row++) matching += mask[row] as number;
  const picked = new Uint32Array(matching);
  let at = 0;
  for (let position = 0; position < count; position++) {
    const index = order === null ? position : (order[position] as number);
    if (mask[index] === 1) {
      picked[at] = index;
      at += 1;
    }
  }
  return picked;
}
