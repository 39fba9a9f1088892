import type { ReadableAtom } from 'nanostores';
import type { Trade } from '../contract/index.ts';
import type { FeedListener, OptionsFeed } from '../options-feed/index.ts';
import type { TradeTable } from './create-trade-table.ts';
import type { TradeSelection } from './view/filter.ts';
import type { FlowMinute } from './view/flow.ts';

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

/** What the rows are ordered by; null is the order in which they came. */
export type Sort = { readonly column: ColumnId; readonly direction: SortDirection } | null;

/** Dollars of premium (price × quantity × multiplier), without canceled trades. */
export interface Totals {
  /** Rows that count. */
  readonly trades: number;
  /** Rows left out: cancelling prints, and the prints that they take back. */
  readonly canceled: number;
  readonly bought: number;
  readonly sold: number;
  readonly calls: number;
  readonly puts: number;
}

/** Rows in one order: cheap to hand round, nothing is built until a row is read. */
export interface SortedRows {
  readonly count: number;
  /** The row at a place of this order, or null outside it. */
  at(place: number): Trade | null;
  /** Its number in the order in which the rows came: what identifies it while the data stands. */
  indexAt(place: number): number;
}

/** The part of an options feed that live rows come from. */
export interface LiveSource extends Pick<OptionsFeed, '$state' | 'start'> {
  listen(listener: FeedListener): () => void;
}

export type TimeSalesErrorCode = 'market.time-sales.failed';

export interface TimeSalesError {
  readonly code: TimeSalesErrorCode;
  /** The answer's status; 0 when none came. */
  readonly status: number;
}

export interface TimeSalesState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  /** The ticker last asked for; empty is all. */
  readonly ticker: string;
  /** The ticker that `rows` are of: while another one loads, or has failed, the last good rows stay. */
  readonly shownTicker: string;
  readonly error: TimeSalesError | null;
  /** The rows of the selection, in the order of `sort`. */
  readonly rows: SortedRows;
  readonly sort: Sort;
  readonly selection: TradeSelection;
  /** All rows, selected or not. */
  readonly loaded: number;
  /** The exchanges that a selection may name. */
  readonly exchanges: readonly string[];
  /** Of the selected rows. */
  readonly totals: Totals;
  /** Net premium by minute, of the selected rows. */
  readonly flow: readonly FlowMinute[];
  /** 'Today's Biggest', as the server ranks them. */
  readonly biggest: readonly Trade[];
  /** Rows of the last answer, and trades of the feed since it was asked for, that could not be read and are left out. */
  readonly unreadable: number;
  /** Pixels. */
  readonly widths: Readonly<Record<ColumnId, number>>;
  /**
   * Whether trades of the feed are taken in as they are made: as was chosen, else of one ticker, and not of all, which are
   * hundreds a second. Null where there is no feed.
   */
  readonly isLive: boolean | null;
}

export interface TimeSales {
  readonly $state: ReadableAtom<TimeSalesState>;
  /** The rows in columns, in the order in which they came. Replaced by each load. */
  table(): TradeTable;
  /** Loads a ticker's trades, or all for an empty one. A late answer to an earlier call is dropped. */
  load(ticker: string): Promise<TimeSalesResult>;
  /** A click on a header: ascending, descending, none. */
  toggleSort(column: ColumnId): void;
  /** An order of one's own choice; null is that of the day. */
  setSort(sort: Sort): void;
  /** Changes parts of the selection; the order stays. */
  select(part: Partial<TradeSelection>): void;
  /** Shows all rows again. */
  clearSelection(): void;
  /**
   * Rows that were made since the load: they go to their places in the present order and selection, and show with the
   * next frame. What cannot be read is counted and left out.
   */
  add(rows: readonly unknown[]): void;
  /**
   * Takes in the feed's trades of the shown ticker while somebody needs it: those that the load does not have, late
   * ones too, each once. After a break of the connection the rows are loaded again. A load that has failed is tried
   * again by itself: after 5 s, 10 s … a minute, and when the page comes to the front or is connected again.
   */
  start(): () => void;
  /** Chooses whether live trades are taken in, of whatever ticker; turned on, what was missed is loaded. */
  setLive(isLive: boolean): void;
  /** Gives a column a width in pixels; never less than the least one. */
  resize(column: ColumnId, width: number): void;
  destroy(): void;
}

/** `superseded` says that a later call made this one's answer unwanted. */
export type TimeSalesResult =
  | { readonly ok: true; readonly value: { readonly count: number } }
  | { readonly ok: false; readonly error: TimeSalesError | { readonly code: 'superseded' } };
