// Rows that come while a million are sorted, and what a row takes.
import type { Trade } from '@openbell/core/contract';
import { createTradeTable } from '@openbell/core/time-sales';
import { type BenchPlan, collectGarbage, timed } from './harness.ts';
import { createTrades } from './trades.ts';

const count = 1_000_000;
const batch = 100;
/** More than all rounds add. */
const spare = 60_000;

/** 100 live rows into a million that are sorted by price, shown in that order again. */
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
    /** Each contender takes its own way through the rows that wait. */
    const batches = () => {
      let next = count;
      return () => {
        const waiting = rows.slice(next, next + batch);
        next += batch;
        if (waiting.length < batch) throw new Error('No rows are left');
        // As an answer's text gives them, a moment ago.
        return JSON.parse(JSON.stringify(waiting)) as Trade[];
      };
    };
    const [ours, again, splice] = [batches(), batches(), batches()];
    return {
      id: 'live-merge-100-1m',
      unit: 'ms',
      rounds: 9,
      burstMs: 10,
      note: 'Each contender has read the rows: as objects, or into columns, which takes us 2 to 3 µs a row more. floor: one move of the order’s memory.',
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

/** A million rows, as ten answers: one text of them all would be 200 MB. */
const answers = 10;
const settleMs = 200;

/** Bytes that a row takes once it has been read from the answer's text. */
export const rowMemory: BenchPlan = {
  id: 'row-memory',
  create() {
    const trades = createTrades(count);
    const share = count / answers;
    const texts = Array.from({ length: answers }, (_, i) =>
      JSON.stringify(trades.slice(i * share, (i + 1) * share)),
    );
    trades.length = 0;
    /** What is taken while the result is held, per row. What a build leaves behind is gone a moment later. */
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
      if (result === null) throw new Error('Nothing is held');
      return (after - before) / count;
    };
    return {
      id: 'row-memory',
      unit: 'bytes',
      rounds: 5,
      note: '1,000,000 rows as they are held, before any sort: orders and what sorting keeps add up to 20 bytes to ours, and 8 an order to objects. floor: four bytes for each of 12 columns.',
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
