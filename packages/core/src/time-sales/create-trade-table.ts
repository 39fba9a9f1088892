import { createTradeReader } from './columns/parse.ts';
import { TradeColumns } from './columns/trade-columns.ts';
import { createCancels } from './live/cancels.ts';
import { createJoin } from './live/join.ts';
import { createScratch } from './order/radix.ts';
import type { Sort, SortedRows } from './order/sort.types.ts';
import { createTableOrder } from './order/table-order.ts';
import type { TimedTrade } from './timed-trade.ts';
import { createMask, type TradeSelection } from './view/filter.ts';
import type { FlowMinute } from './view/flow.ts';
import { createRunningTotals } from './view/running-totals.ts';
import type { Totals } from './view/totals.ts';

/** Trades in columns: 34 bytes a row, where objects take some 280. A row object is built only when it is read. */
export interface TradeTable {
  readonly count: number;
  /** Rows that `add` left out: they had no readable time, option, quantity or price. */
  readonly unreadable: number;
  /**
   * Appends rows of untrusted input; unreadable ones are counted and left out. A side other than bought (1) or sold (3)
   * is stored as 2, a contract type other than call (1) as 2.
   */
  add(rows: readonly unknown[]): void;
  /** Appends trades that have been read. */
  append(trades: readonly TimedTrade[]): void;
  /** The row at an index, in order of arrival; null outside it. */
  row(index: number): TimedTrade | null;
  /**
   * All rows in an order. Equal rows keep their order of arrival, in both directions. The result is valid until the sort
   * after the next one, which uses its memory.
   */
  sorted(sort: Sort): SortedRows;
  /** The rows of a selection; dollars with `multiplier` shares per contract (default 100). */
  select(selection: TradeSelection, multiplier?: number): SelectedTrades;
  /** The names of the exchanges, in alphabetical order. */
  exchanges(): readonly string[];
  /** When the newest trade was made, in milliseconds since the epoch; null without rows. */
  readonly newest: number | null;
  /**
   * Returns a function that is true for a row of another source which the table does not have at present. Each row of
   * the table matches one row of the same time (the same second, if it has whole seconds only), contract, size and price.
   */
  join(): (row: TimedTrade) => boolean;
}

/** The selected rows of a table, including those added later. Added rows are processed once, not the whole table. */
export interface SelectedTrades {
  /** The selected rows in an order, as `TradeTable.sorted` orders all rows. */
  sorted(sort: Sort): SortedRows;
  totals(): Totals;
  /** Net premium of each minute, in dollars. */
  flow(): readonly FlowMinute[];
}

/** Creates an empty table with room for `capacity` rows; it grows when needed. */
export function createTradeTable(capacity = 0): TradeTable {
  const columns = new TradeColumns();
  columns.reserve(capacity);
  const scratch = createScratch();
  const order = createTableOrder(columns, scratch);
  const cancels = createCancels(columns);
  const read = createTradeReader();
  let unreadable = 0;

  function makeRoom(added: number): void {
    order.finish();
    columns.reserve(columns.count + added);
  }

  return {
    get count() {
      return columns.count;
    },
    get unreadable() {
      return unreadable;
    },
    get newest() {
      return columns.newest;
    },
    add(rows) {
      makeRoom(rows.length);
      for (const row of rows) {
        const trade = read(row);
        if (trade === null) unreadable += 1;
        else columns.push(trade);
      }
    },
    append(trades) {
      makeRoom(trades.length);
      for (const trade of trades) columns.push(trade);
    },
    row: (index) => columns.row(index),
    sorted: (sort) => order.sorted(sort, null),
    select(selection, multiplier = 100) {
      const mask = createMask(columns, selection, multiplier);
      const sums = createRunningTotals(columns, cancels, multiplier);
      const updated = (): typeof sums => {
        sums.update(mask?.() ?? null);
        return sums;
      };
      return {
        sorted: (sort) => order.sorted(sort, mask?.() ?? null),
        totals: () => updated().totals(),
        flow: () => updated().flow(),
      };
    },
    join: () => createJoin(columns, scratch),
    exchanges: () => columns.exchange.texts.filter((name) => name !== '').sort(),
  };
}
