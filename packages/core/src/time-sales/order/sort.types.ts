import type { TimedTrade } from '../timed-trade.ts';

/** The columns of the table, by the field that they show. */
export type ColumnId =
  | 'time'
  | 'option'
  | 'qty'
  | 'price'
  | 'exchange'
  | 'market'
  | 'delta'
  | 'iv'
  | 'underlying'
  | 'condition';

export type SortDirection = 'asc' | 'desc';

/** The column and direction that rows are sorted by; null is the order of arrival. */
export type Sort = { readonly column: ColumnId; readonly direction: SortDirection } | null;

/** Rows in one order. A row is built only when it is read. */
export interface SortedRows {
  readonly count: number;
  /** The row at a position of this order, or null outside it. */
  at(position: number): TimedTrade | null;
  /** The row's index in order of arrival, which identifies it until the next load; -1 outside the order. */
  indexAt(position: number): number;
}
