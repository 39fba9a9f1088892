// A click on a column header of a million rows.
import type { Trade } from '@openbell/core/contract';
import { createTradeTable } from '@openbell/core/time-sales';
import {
  type ColumnDef,
  constructTable,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import { type BenchPlan, timed } from './harness.ts';
import { marketPage } from './market-pages.ts';
import { createTrades, inTenThousandths } from './trades.ts';

const count = 1_000_000;
/** Rows of a typical screen, including overscan. */
const screen = 40;

const note =
  'The rows are already in each contender’s form: columns for Openbell, objects for Array.sort, row models for TanStack. The figure of ag-grid includes its refresh. Each click reverses the direction; the first click of a column creates its keys and is not measured; all code is warm. When the keys of a column have one digit (price, option), Openbell derives the reverse order from the current one; `sort-1m-price-fresh` measures a click without it.';

type SortColumn = 'price' | 'option' | 'qty' | 'delta' | 'iv';

/** Reverses the direction at each click, because contenders keep their last order. */
function alternating(sort: (descending: boolean) => void): () => number {
  let descends = false;
  return () => {
    descends = !descends;
    return timed(() => sort(descends));
  };
}

function sortPlan(
  id: string,
  column: SortColumn,
  priceOf: Parameters<typeof createTrades>[1],
  passes: number,
): BenchPlan {
  return {
    id,
    async create() {
      const grid = priceOf === undefined ? await marketPage(`ag-grid ${column}`) : null;
      const rows = createTrades(count, priceOf);
      const table = createTradeTable(count);
      table.add(rows);
      const peer = createTanStackTable(rows);
      const keys = Uint32Array.from(rows, (_, index) => Math.imul(index, 2_654_435_761) >>> 0);
      const places = new Uint32Array(count);
      return {
        id,
        unit: 'ms',
        rounds: 5,
        burstMs: 60,
        note,
        ours: alternating((descending) => {
          // Reads the last row: the first screen does not need the whole order.
          const sorted = table.sorted({ column, direction: descending ? 'desc' : 'asc' });
          if (sorted.indexAt(count - 1) < 0) throw new Error('The last row is missing');
        }),
        peers: {
          'Array.sort': alternating((descending) => sortObjects(rows, column, descending)),
          '@tanstack/table-core': alternating((desc) => {
            peer.setSorting([{ id: column, desc }]);
            if (peer.getSortedRowModel().rows[0] === undefined) throw new Error('TanStack returned no rows');
          }),
          ...(grid === null ? {} : { 'ag-grid-community, in Chromium': grid }),
        },
        // The minimum: each pass of a counting sort reads every key and writes every position.
        floor: () =>
          timed(() => {
            for (let pass = 0; pass < passes; pass++) {
              for (let row = 0; row < count; row++) places[row] = (keys[row] as number) + row;
            }
          }),
      };
    },
  };
}

/** A click on the price while the table is sorted by another column. */
export const sortByPriceFresh: BenchPlan = {
  id: 'sort-1m-price-fresh',
  create() {
    const rows = createTrades(count);
    const table = createTradeTable(count);
    table.add(rows);
    const whole = (column: 'price' | 'qty'): void => {
      if (table.sorted({ column, direction: 'desc' }).indexAt(count - 1) < 0)
        throw new Error('The last row is missing');
    };
    return {
      id: 'sort-1m-price-fresh',
      unit: 'ms',
      rounds: 5,
      burstMs: 60,
      note: 'Before each click, the table is sorted by quantity, which is not measured.',
      ours: () => {
        whole('qty');
        return timed(() => whole('price'));
      },
      peers: { 'Array.sort': alternating((descending) => sortObjects(rows, 'price', descending)) },
    };
  },
};

/** Stable, like Openbell: equal rows keep their order in both directions. */
function sortObjects(rows: readonly Trade[], column: SortColumn, descending: boolean): Trade[] {
  const sign = descending ? -1 : 1;
  if (column === 'option')
    return rows.slice().sort((a, b) => (a.option < b.option ? -sign : a.option > b.option ? sign : 0));
  return rows.slice().sort((a, b) => sign * ((a[column] ?? 0) - (b[column] ?? 0)));
}

export const sortByPrice: BenchPlan = sortPlan('sort-1m-price', 'price', undefined, 1);
export const sortByPrice32: BenchPlan = sortPlan('sort-1m-price-32', 'price', inTenThousandths, 2);
export const sortByOption: BenchPlan = sortPlan('sort-1m-option', 'option', undefined, 1);

interface FirstScreen {
  readonly id: string;
  readonly columns: readonly ('price' | 'qty' | 'delta' | 'iv')[];
  readonly createRows: () => Trade[];
  /** Adds a row before each click, which is not measured: then no keys of a column are known. */
  readonly isLive?: boolean;
  readonly note: string;
}

/** From the click to the rows of the first screen: the columns in turn, in both directions. */
function firstScreenPlan({ id, columns, createRows, isLive = false, note }: FirstScreen): BenchPlan {
  return {
    id,
    create() {
      const rows = createRows();
      const table = createTradeTable(count);
      table.add(rows);
      for (const column of columns) table.sorted({ column, direction: 'asc' });
      let clicks = 0;
      const [column = 'price'] = columns;
      const values = Float64Array.from(rows, (row) => row[column] ?? 0);
      return {
        id,
        unit: 'ms',
        rounds: 7,
        burstMs: 60,
        note,
        ours: () => {
          clicks += 1;
          if (isLive) table.add(rows.slice(clicks, clicks + 1));
          const column = columns[clicks % columns.length] ?? 'price';
          const direction = Math.floor(clicks / columns.length) % 2 === 0 ? 'asc' : 'desc';
          return timed(() => {
            const sorted = table.sorted({ column, direction });
            for (let place = 0; place < screen; place++)
              if (sorted.at(place) === null) throw new Error('A row is missing');
          });
        },
        peers: { 'Array.sort': alternating((descending) => sortObjects(rows, column, descending)) },
        floor: () =>
          timed(() => {
            let least = Number.POSITIVE_INFINITY;
            for (let row = 0; row < count; row++) {
              const value = values[row] as number;
              if (value < least) least = value;
            }
            if (least === Number.POSITIVE_INFINITY) throw new Error('Nothing was read');
          }),
      };
    },
  };
}

export const sortFirstScreen: BenchPlan = firstScreenPlan({
  id: 'sort-1m-first-screen',
  columns: ['price', 'qty', 'delta', 'iv'],
  createRows: () => createTrades(count),
  note: 'Each column was clicked before, and all code is warm. Array.sort must sort all rows to show its first screen. floor: one read of every key.',
});

export const sortFirstScreenOfFractions: BenchPlan = firstScreenPlan({
  id: 'sort-1m-first-screen-fractions',
  columns: ['delta', 'iv'],
  createRows: () =>
    createTrades(count).map((row, i) => ({
      ...row,
      delta: Math.sin(i),
      iv: (row.iv ?? 0) + Math.cos(i) / 1000,
    })),
  isLive: true,
  note: 'Values with all digits of a double, as providers compute them, and a new row before each click, which is not measured. Array.sort must sort all rows to show its first screen. floor: one read of every value.',
});

function createTanStackTable(rows: Trade[]) {
  const features = tableFeatures({
    coreReactivityFeature: storeReactivityBindings(),
    rowSortingFeature,
    sortedRowModel: createSortedRowModel(),
    sortFns: { basic: sortFn_basic },
  });
  const columns: ColumnDef<typeof features, Trade>[] = [
    { id: 'price', accessorKey: 'price', sortFn: 'basic' },
    { id: 'option', accessorKey: 'option', sortFn: 'basic' },
  ];
  return constructTable({ features, columns, data: rows });
}
