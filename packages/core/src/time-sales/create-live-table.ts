import { createTradeTable, type TradeTable } from './create-trade-table.ts';
import type { Sort, SortedRows } from './order/sort.types.ts';
import type { TimeSalesState } from './time-sales.types.ts';
import type { TimedTrade } from './timed-trade.ts';
import { everything, type TradeSelection } from './view/filter.ts';

/** Live rows that are kept when the same ticker is loaded again. */
const maxCarried = 50_000;

/** The part of the state that follows from the rows, the selection and the order. */
export type RowsState = Pick<
  TimeSalesState,
  'rows' | 'loaded' | 'exchanges' | 'totals' | 'flow' | 'unreadable'
>;

/** The rows of the last load with the live rows since, and a selection of them. */
export interface LiveTable {
  readonly table: TradeTable;
  /** True after the first load: live rows can be deduplicated against it. */
  readonly isLoaded: boolean;
  /** Unreadable trades of the feed since the last request. */
  unreadable: number;
  state(sort: Sort): RowsState;
  sorted(sort: Sort): SortedRows;
  select(selection: TradeSelection): void;
  /** Keeps live rows for the next load; of very many, the newest. */
  hold(rows: readonly TimedTrade[]): void;
  /** Removes and returns the held rows. */
  release(): readonly TimedTrade[];
  /** Adds the rows that the load does not have. Returns their number. */
  addFresh(rows: readonly TimedTrade[]): number;
  /** Replaces the table, and adds held rows and, of the same ticker, earlier live rows. Returns their number. */
  replace(loaded: TradeTable, isSameTicker: boolean): number;
  /** True when `limit` rows were added since the last load, or since it was last true. */
  hasReached(limit: number): boolean;
  clear(): void;
}

/** `multiplier`: shares per contract. */
export function createLiveTable(multiplier: number): LiveTable {
  let table = createTradeTable();
  let selection = everything;
  let selected = table.select(selection, multiplier);
  let held: TimedTrade[] = [];
  /** True for a row that the load does not have; null before the first load. */
  let isFresh: ((row: TimedTrade) => boolean) | null = null;
  /** How many rows of the table came with its load. */
  let loadedCount = 0;
  /** Where `hasReached` counts from. */
  let countedFrom = 0;

  function release(): readonly TimedTrade[] {
    const rows = held;
    held = [];
    return rows;
  }

  function liveRows(): TimedTrade[] {
    const rows: TimedTrade[] = [];
    for (let index = Math.max(loadedCount, table.count - maxCarried); index < table.count; index++) {
      const row = table.row(index);
      if (row !== null) rows.push(row);
    }
    return rows;
  }

  function addFresh(rows: readonly TimedTrade[]): number {
    const fresh = rows.filter((row) => isFresh?.(row) ?? false);
    if (fresh.length > 0) table.append(fresh);
    return fresh.length;
  }

  function use(next: TradeTable): void {
    table = next;
    loadedCount = table.count;
    selected = table.select(selection, multiplier);
  }

  return {
    unreadable: 0,
    get table() {
      return table;
    },
    get isLoaded() {
      return isFresh !== null;
    },
    state(sort) {
      return {
        rows: selected.sorted(sort),
        loaded: table.count,
        exchanges: table.exchanges(),
        totals: selected.totals(),
        flow: selected.flow(),
        unreadable: table.unreadable + this.unreadable,
      };
    },
    sorted: (sort) => selected.sorted(sort),
    select(next) {
      selection = next;
      selected = table.select(selection, multiplier);
    },
    hold(rows) {
      for (const row of rows) held.push(row);
      // Older rows are most likely part of the response.
      if (held.length > maxCarried * 2) held = held.slice(-maxCarried);
    },
    release,
    addFresh,
    replace(loaded, isSameTicker) {
      const rows = [...(isSameTicker ? liveRows() : []), ...release()];
      use(loaded);
      isFresh = loaded.join();
      const added = addFresh(rows);
      countedFrom = table.count;
      return added;
    },
    hasReached(limit) {
      if (table.count - countedFrom < limit) return false;
      countedFrom = table.count;
      return true;
    },
    clear() {
      held = [];
      isFresh = null;
      countedFrom = 0;
      this.unreadable = 0;
      selection = everything;
      use(createTradeTable());
    },
  };
}
