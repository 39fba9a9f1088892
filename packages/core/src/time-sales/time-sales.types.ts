import type { ReadableAtom } from 'nanostores';
import type { TradeTable } from './create-trade-table.ts';
import type { ColumnId, Sort, SortedRows } from './order/sort.types.ts';
import type { TimedTrade } from './timed-trade.ts';
import type { TradeSelection } from './view/filter.ts';
import type { FlowMinute } from './view/flow.ts';
import type { Totals } from './view/totals.ts';

export type TimeSalesErrorCode = 'market.time-sales.failed';

export interface TimeSalesError {
  readonly code: TimeSalesErrorCode;
  /** HTTP status; 0 when no response arrived. */
  readonly status: number;
}

export interface TimeSalesState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  /** The ticker of the last load; empty is all tickers. */
  readonly ticker: string;
  /** The ticker of `rows`: the last loaded rows stay while another ticker loads, and after it failed. */
  readonly shownTicker: string;
  readonly error: TimeSalesError | null;
  /** The selected rows, in the order of `sort`. */
  readonly rows: SortedRows;
  readonly sort: Sort;
  readonly selection: TradeSelection;
  /** Number of rows, selected or not. */
  readonly loaded: number;
  /** The exchanges that a selection may name. */
  readonly exchanges: readonly string[];
  /** Totals of the selected rows. */
  readonly totals: Totals;
  /** Net premium by minute, of the selected rows. */
  readonly flow: readonly FlowMinute[];
  /** 'Today's Biggest', as the server ranks them. */
  readonly biggest: readonly TimedTrade[];
  /** Shares per contract, for dollars. */
  readonly multiplier: number;
  /** Unreadable rows of the last response, and unreadable trades of the feed since its request. */
  readonly unreadable: number;
  /** Column widths in pixels. */
  readonly widths: Readonly<Record<ColumnId, number>>;
  /** Columns that the member has hidden. */
  readonly hidden: readonly ColumnId[];
  /**
   * True while trades of the feed are added. Default: true for one ticker, false for all tickers, which trade hundreds of
   * times a second. Null without a feed.
   */
  readonly isLive: boolean | null;
}

export interface TimeSales {
  readonly $state: ReadableAtom<TimeSalesState>;
  /** The table of the last load, with its live rows. */
  table(): TradeTable;
  /** Loads the trades of a ticker, or of all for an empty one. A later call supersedes it. */
  load(ticker: string): Promise<TimeSalesResult>;
  /** Changes the order as a click on a header does: ascending, descending, none. */
  toggleSort(column: ColumnId): void;
  /** Sets the order; null is the order of arrival. */
  setSort(sort: Sort): void;
  /** Changes parts of the selection; the order stays. */
  select(part: Partial<TradeSelection>): void;
  /** Selects all rows. */
  clearSelection(): void;
  /**
   * Adds rows of untrusted input in the present order and selection; they are shown with the next frame. Unreadable ones
   * are counted and left out.
   */
  add(rows: readonly unknown[]): void;
  /**
   * Adds the feed's trades of the shown ticker, deduplicated against the load, until the returned function is called.
   * Reloads after a break of the connection. Retries a failed load after 5 s, 10 s … up to a minute, and when the page
   * becomes visible or online.
   */
  start(): () => void;
  /** Turns live trades on or off, for every ticker; turning them on reloads the rows. */
  setLive(isLive: boolean): void;
  /** Sets the width of a column, in pixels, of at least `minColumnWidth`. */
  resize(column: ColumnId, width: number): void;
  /** Shows or hides a column. The first column is always shown. */
  showColumn(column: ColumnId, isShown: boolean): void;
  destroy(): void;
}

/** `superseded`: a later call replaced this one. */
export type TimeSalesResult =
  | { readonly ok: true; readonly value: { readonly count: number } }
  | { readonly ok: false; readonly error: TimeSalesError | { readonly code: 'superseded' } };
