import type { ColumnId, Sort } from '../order/sort.types.ts';

export interface Column {
  readonly id: ColumnId;
  /** Default width in pixels. */
  readonly width: number;
  /** Numbers are aligned right. */
  readonly numeric: boolean;
}

/** The columns in display order. */
export const columns: readonly Column[] = [
  { id: 'time', width: 150, numeric: false },
  { id: 'option', width: 140, numeric: false },
  { id: 'qty', width: 80, numeric: true },
  { id: 'price', width: 80, numeric: true },
  { id: 'exchange', width: 250, numeric: false },
  { id: 'market', width: 80, numeric: true },
  { id: 'delta', width: 80, numeric: true },
  { id: 'iv', width: 80, numeric: true },
  { id: 'underlying', width: 100, numeric: true },
  { id: 'condition', width: 180, numeric: false },
];

/** The least width of a column, in pixels. */
export const minColumnWidth = 60;

/** Quantity, descending. */
export const defaultSort: Sort = { column: 'qty', direction: 'desc' };

/** The default width of each column, in pixels. */
export function defaultWidths(): Record<ColumnId, number> {
  const widths = {} as Record<ColumnId, number>;
  for (const { id, width } of columns) widths[id] = width;
  return widths;
}

/** Removes the first column from a list of hidden ones: it stays in view while the table scrolls sideways. */
export function withoutFirst(hidden: readonly ColumnId[]): ColumnId[] {
  return hidden.filter((id) => id !== columns[0]?.id);
}

/** The order after a click on a header: ascending, descending, none. Another column starts ascending. */
export function nextSort(sort: Sort, column: ColumnId): Sort {
  if (sort === null || sort.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : null;
}

/** Rounds a width to whole pixels, and to `minColumnWidth` at least. */
export function columnWidth(width: number): number {
  return Number.isFinite(width) ? Math.max(minColumnWidth, Math.round(width)) : minColumnWidth;
}
