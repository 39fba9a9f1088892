// In a long table a header click sorts only the first rows, and the others on demand, with the same result.
import type { Trade } from '@openbell/core/contract';
import {
  columns,
  createTradeTable,
  type Sort,
  type SortedRows,
  type TimedTrade,
} from '@openbell/core/time-sales';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRows, plainSort, tableOf, trades } from '../support.ts';

const count = 21_000;
/** Rows with all kinds of values, repeated many times. */
const pool = fc.sample(trades, { numRuns: 700, seed: 11 });
/** Usual rows: every column except the time fits in one radix digit. */
const usual: readonly Trade[] = Array.from({ length: 700 }, (_, i) => ({
  ...(pool[i] as Trade),
  time: new Date(1_763_650_000_000 + ((i * 7919) % 700) * 20_011).toISOString(),
  qty: 1 + ((i * 31) % 400),
  price: ((i * 577) % 9000) / 100,
  delta: i % 9 === 0 ? null : (i % 101) / 100,
  iv: (i % 89) / 100,
  underlying: 600 + (i % 50) / 100,
}));
const rowsOf = (from: readonly Trade[]): Trade[] =>
  Array.from({ length: count }, (_, i) => from[(i * 389 + (i >> 5)) % from.length] as Trade);
/** Every row later and dearer than the one before it, with fractions that differ in their last bits only. */
const steady: readonly Trade[] = Array.from({ length: count }, (_, i) => ({
  ...(usual[i % usual.length] as Trade),
  time: new Date(1_763_650_000_000 + i).toISOString(),
  price: i / 100,
  delta: i % 3 === 0 ? null : 0.5 + i * 2 ** -50,
  iv: 0.25 + ((i * 389) % count) * 2 ** -51,
}));
const allSorts: readonly NonNullable<Sort>[] = columns.flatMap(({ id }) => [
  { column: id, direction: 'asc' as const },
  { column: id, direction: 'desc' as const },
]);
const read = (rows: SortedRows, from: number, end: number): (TimedTrade | null)[] =>
  Array.from({ length: end - from }, (_, i) => rows.at(from + i));

describe('the first screen of a long table', () => {
  for (const [name, rows] of [
    ['usual rows', rowsOf(usual)],
    ['rows of every kind', rowsOf(pool)],
    ['steadily rising rows', steady],
  ] as const) {
    test(`${name}: the first and all other rows are in the order of a plain stable sort [market.sort-stable]`, () => {
      const table = tableOf(rows);
      for (const sort of allSorts) {
        const expected = plainSort(rows, sort);
        const sorted = table.sorted(sort);
        // Before other rows are read, and after.
        expectRows(read(sorted, 0, 128), expected.slice(0, 128));
        expectRows(read(sorted, count - 40, count), expected.slice(-40));
        expectRows(read(sorted, 0, 300), expected.slice(0, 300));
      }
    });
  }

  test('reversing the order repeatedly equals a plain stable sort of all rows [market.sort-stable]', () => {
    for (const from of [usual, pool]) {
      const rows = rowsOf(from);
      const table = tableOf(rows);
      for (const { id: column } of columns) {
        // Reads a row beyond the first screen, so that the next order is derived from a complete one.
        const rising = table.sorted({ column, direction: 'asc' });
        rising.at(count - 1);
        const falling = table.sorted({ column, direction: 'desc' });
        expectRows(read(falling, 0, count), plainSort(rows, { column, direction: 'desc' }));
        const again = table.sorted({ column, direction: 'asc' });
        expectRows(read(again, 0, 300), plainSort(rows, { column, direction: 'asc' }).slice(0, 300));
      }
      // Rows added in between, few (merged) or many, are included in the reversed order.
      for (const more of [3, 2000]) {
        table.sorted({ column: 'price', direction: 'asc' }).at(table.count - 1);
        const fresh = rows.slice(40, 40 + more);
        rows.push(...fresh);
        table.add(fresh);
        const falling = { column: 'price', direction: 'desc' } as const;
        expectRows(read(table.sorted(falling), 0, table.count), plainSort(rows, falling));
      }
    }
  });

  test('rows added later do not change an earlier order', () => {
    const rows = rowsOf(usual);
    // With spare capacity, so that new keys overwrite the old ones.
    const table = createTradeTable(count + 10);
    table.add(rows);
    const falling = { column: 'price', direction: 'desc' } as const;
    const rising = { column: 'price', direction: 'asc' } as const;
    const first = table.sorted(falling);
    // A price below all others: the next sort recomputes all price keys.
    const cheap: Trade = { ...(usual[0] as Trade), price: -50 };
    table.add([cheap]);
    const second = table.sorted(rising);
    expectRows(read(first, 0, count), plainSort(rows, falling));
    expectRows(read(second, 0, count + 1), plainSort([...rows, cheap], rising));
  });

  test('an outdated order does not overwrite a later one', () => {
    const rows = rowsOf(usual);
    const table = tableOf(rows);
    const old = table.sorted({ column: 'price', direction: 'asc' });
    table.sorted({ column: 'qty', direction: 'asc' });
    const last = { column: 'delta', direction: 'desc' } as const;
    const sorted = table.sorted(last);
    const expected = plainSort(rows, last);
    expect(sorted.at(count - 1)).toEqual(expected.at(-1));
    old.at(count - 1);
    expectRows(read(sorted, 0, count), expected);
  });
});
