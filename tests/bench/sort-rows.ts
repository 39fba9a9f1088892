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
import { createTrades } from './trades.ts';

const count = 1_000_000;

/** A click on the price header of a million rows: from the rows as they are held to their order. */
export const sortByPrice: BenchPlan = {
  id: 'sort-1m-price',
  create() {
    const rows = createTrades(count);
    const table = createTradeTable(count);
    table.add(rows);
    const peer = createTanStackTable(rows);
    const keys = Uint32Array.from(rows, (row) => Math.round(row.price * 100));
    const places = new Uint32Array(count);
    // Each keeps its last order, so each round asks for the other direction.
    let oursDescends = false;
    let peerDescends = false;
    return {
      id: 'sort-1m-price',
      unit: 'ms',
      rounds: 5,
      note: 'Rows are already in each contender’s own form: columns here, objects for Array.sort, row models for TanStack.',
      ours: () => {
        oursDescends = !oursDescends;
        const direction = oursDescends ? 'desc' : 'asc';
        return timed(() => void table.sorted({ column: 'price', direction }));
      },
      peers: {
        'Array.sort': () => timed(() => void rows.slice().sort((a, b) => b.price - a.price)),
        '@tanstack/table-core': () => {
          peerDescends = !peerDescends;
          const desc = peerDescends;
          return timed(() => {
            peer.setSorting([{ id: 'price', desc }]);
            const first = peer.getSortedRowModel().rows[0];
            if (first === undefined) throw new Error('TanStack gave no rows');
          });
        },
      },
      // A sort reads every key and writes every place.
      floor: () =>
        timed(() => {
          for (let row = 0; row < count; row++) places[row] = (keys[row] as number) + row;
        }),
    };
  },
};

function createTanStackTable(rows: Trade[]) {
  const features = tableFeatures({
    coreReactivityFeature: storeReactivityBindings(),
    rowSortingFeature,
    sortedRowModel: createSortedRowModel(),
    sortFns: { basic: sortFn_basic },
  });
  const columns: ColumnDef<typeof features, Trade>[] = [
    { id: 'price', accessorKey: 'price', sortFn: 'basic' },
    { id: 'qty', accessorKey: 'qty', sortFn: 'basic' },
  ];
  return constructTable({ features, columns, data: rows });
}
