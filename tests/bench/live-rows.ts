// New rows merged into a million sorted rows, and the memory per row.
import type { Trade } from '@openbell/core/contract';
import { createTradeTable } from '@openbell/core/time-sales';
import { type BenchPlan, collectGarbage, timed } from './harness.ts';
import { createTrades } from './trades.ts';

const count = 1_000_000;
const batch = 100;
/** Rows in reserve: more than all rounds add. */
const spare = 60_000;

/** Merges 100 live rows into a million rows sorted by price. */
export const liveMerge: BenchPlan = {
  id: 'live-merge-100-1m',
  create() {
    const rows = createTrades(count + spare);
    const started = rows.slice(0, count);
    const table = createTradeTable(count + spare);
    table.add(started);
    table.sorted({ column: 'price', direction: 'desc' });
    const byPrice = (a: Trade, b: Trade): number => b.price - a.price;
    const sortedAgain = started.slice();
    const spliced = started.toSorted(byPrice);
    const order = new Uint32Array(count + spare);
    /** Creates an iterator over the spare rows for one contender. */
    const batches = () => {
      let next = count;
      return () => {
        const waiting = rows.slice(next, next + batch);
        next += batch;
        if (waiting.length < batch) throw new Error('No rows are left');
        // New objects, as parsed from a response.
        return JSON.parse(JSON.stringify(waiting)) as Trade[];
      };
    };
    const [ours, again, splice] = [batches(), batches(), batches()];
    return {
      id: 'live-merge-100-1m',
      unit: 'ms',
      rounds: 9,
      burstMs: 10,
      note: 'Each contender has parsed the rows: as objects or, for Openbell, into columns, which takes 2 to 3 µs more per row. floor: one move of the order’s memory.',
      ours: () => {
        table.add(ours());
        return timed(() => void table.sorted({ column: 'price', direction: 'desc' }));
      },
      peers: {
        'push and Array.sort': () => {
          const fresh = again();
          return timed(() => {
            sortedAgain.push(...fresh);
            sortedAgain.sort(byPrice);
          });
        },
        'binary search and splice': () => {
          const fresh = splice();
          return timed(() => {
            for (const row of fresh) spliced.splice(placeOf(spliced, row, byPrice), 0, row);
          });
        },
      },
      floor: () => timed(() => void order.copyWithin(batch, 0, count)),
    };
  },
};

function placeOf(rows: readonly Trade[], row: Trade, compare: (a: Trade, b: Trade) => number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(rows[middle] as Trade, row) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A million rows as ten responses, because one text would have 200 MB. */
const responses = 10;
const settleMs = 200;

/** Bytes per row after parsing the response. */
export const rowMemory: BenchPlan = {
  id: 'row-memory',
  create() {
    const trades = createTrades(count);
    const share = count / responses;
    const texts = Array.from({ length: responses }, (_, i) =>
      JSON.stringify(trades.slice(i * share, (i + 1) * share)),
    );
    trades.length = 0;
    /** The bytes in use after garbage collection, once temporary objects of `build` are freed. */
    const settled = async (): Promise<number> => {
      await new Promise((done) => setTimeout(done, settleMs));
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const perRow = async (build: () => unknown): Promise<number> => {
      const before = await settled();
      const result = build();
      const after = await settled();
      if (result === null) throw new Error('The build returned null');
      return (after - before) / count;
    };
    return {
      id: 'row-memory',
      unit: 'bytes',
      rounds: 5,
      note: '1,000,000 rows in memory, before any sort. Sorting adds up to 20 bytes per row to Openbell, and 8 bytes per row and order to objects. floor: four bytes for each of 12 columns.',
      ours: () =>
        perRow(() => {
          const table = createTradeTable(count);
          for (const text of texts) table.add(JSON.parse(text));
          return table;
        }),
      peers: { objects: () => perRow(() => texts.map((text) => JSON.parse(text))) },
      floor: () => 48,
    };
  },
};
