import type { Trade } from '@openbell/core/contract';
import { createTimeSales, everything, type TimedTrade } from '@openbell/core/time-sales';
import { createFakeApi, createFakeTime, okResponse, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRows, plainSort, sorts, tableOf, trades } from '../support.ts';

function shown(rows: {
  readonly count: number;
  at(place: number): TimedTrade | null;
}): (TimedTrade | null)[] {
  return Array.from({ length: rows.count }, (_, place) => rows.at(place));
}

describe('rows added to a sorted table', () => {
  test('are placed as in a sort of all rows [time-sales.live-merge]', () => {
    fc.assert(
      fc.property(
        fc.array(trades, { minLength: 1, maxLength: 20 }),
        fc.array(fc.array(trades, { maxLength: 3 }), { maxLength: 4 }),
        sorts,
        (first, batches, sort) => {
          // Enough rows that each batch is small, so that it is merged.
          const rows = Array.from({ length: 200 }, (_, i) => first[i % first.length] as Trade);
          const table = tableOf(rows);
          table.sorted(sort);
          for (const batch of batches) {
            rows.push(...batch);
            table.add(batch);
            expectRows(shown(table.sorted(sort)), plainSort(rows, sort));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('thousands of added rows are placed correctly, and earlier results do not change', () => {
    const [row] = fc.sample(trades, 1) as [Trade];
    const created = (count: number, seed: number): Trade[] =>
      Array.from({ length: count }, (_, i) => ({
        ...row,
        qty: ((i + seed) * 7919) % 1000,
        type: 1 + ((i + seed) % 3),
      }));
    for (const direction of ['asc', 'desc'] as const) {
      const sort = { column: 'qty', direction } as const;
      const rows = created(20_000, 0);
      const table = tableOf(rows);
      table.sorted(sort);
      // More batches than can be kept separately, so that they are merged in between.
      for (let batch = 1; batch <= 50; batch++) {
        const before = table.sorted(sort);
        const stood = [0, 5000, before.count - 1].map((place) => before.at(place));
        const fresh = created(100, batch);
        rows.push(...fresh);
        table.add(fresh);
        const now = table.sorted(sort);
        expect(now.count).toBe(rows.length);
        expect([0, 5000, before.count - 1].map((place) => before.at(place))).toEqual(stood);
        if (batch % 20 !== 0 && batch < 49) continue;
        expectRows(shown(now), plainSort(rows, sort));
        const bought = table.select({ ...everything, side: 'bought' }).sorted(sort);
        expectRows(
          shown(bought),
          plainSort(
            rows.filter(({ type }) => type === 1),
            sort,
          ),
        );
      }
    }
  });

  test('appear in the next frame, in the current order and selection', async () => {
    const time = createFakeTime();
    const api = createFakeApi(settle);
    const timeSales = createTimeSales({ api, scheduler: time.scheduler });
    const row = (qty: number, type: number): Trade => ({
      time: '2025-11-20T14:30:00.000Z',
      option: 'O:AAPL251219C00150000',
      qty,
      price: 1.25,
      exchange: 'BOX',
      market: '1.20x1.25',
      delta: null,
      iv: null,
      underlying: null,
      condition: '',
      type,
      contract_type: 1,
    });
    void timeSales.load('AAPL');
    await api
      .latest('/app/marketdata/time-sale')
      .respond(okResponse({ data: [row(5, 1), row(50, 3), row(7, 1)], biggest_data: [] }));
    await settle();
    const quantities = (): (number | undefined)[] =>
      shown(timeSales.$state.get().rows).map((one) => one?.qty);
    timeSales.select({ side: 'bought' });
    expect(quantities()).toEqual([7, 5]);
    timeSales.add([row(6, 1), row(99, 3), 'nonsense']);
    expect(quantities()).toEqual([7, 5]);
    await time.frame();
    expect(quantities()).toEqual([7, 6, 5]);
    expect(timeSales.$state.get()).toMatchObject({ loaded: 5, unreadable: 1, exchanges: ['BOX'] });
    timeSales.clearSelection();
    expect(quantities()).toEqual([99, 50, 7, 6, 5]);
    expect(timeSales.$state.get().selection).toEqual(everything);
  });
});
