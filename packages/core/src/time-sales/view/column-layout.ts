import type { ColumnId, Sort } from '../time-sales.types.ts';

export interface Column {
  readonly id: ColumnId;
  /** Pixels. */
  readonly width: number;
  /** Figures are aligned right. */
  readonly numeric: boolean;
}

/** The columns in order, with their default widths in pixels. */
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

/** No column gets narrower than this, in pixels. */
export const minColumnWidth = 60;

/** `quantity descending. */
export const defaultSort: Sort = { column: 'qty', direction: 'desc' };

/** The specified width of each column. */
export function defaultWidths(): Record<ColumnId, number> {
  const widths = {} as Record<ColumnId, number>;
  for (const { id, width } of columns) widths[id] = width;
  return widths;
}

/** A click on a header: ascending, then descending, then none; another column starts anew. */
export function nextSort(sort: Sort, column: ColumnId): Sort {
  if (sort === null || sort.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : null;
}

/** The width that a column gets when somebody asks for one: whole pixels, not under the least. */
export function columnWidth(asked: number): number {
  return Number.isFinite(asked) ? Math.max(minColumnWidth, Math.round(asked)) : minColumnWidth;
}
