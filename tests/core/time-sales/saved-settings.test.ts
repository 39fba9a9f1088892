import { createTimeSales } from '@openbell/core/time-sales';
import { createFakeApi, createFakeTime, createMemoryStorage, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trade } from './support.ts';

const path = '/app/marketdata/time-sale';

describe('saved settings', () => {
  const stored = 'timeSalesView';
  function open(storage = createMemoryStorage()) {
    const api = createFakeApi(settle);
    const time = createFakeTime();
    const timeSales = createTimeSales({ api, storage, scheduler: time.scheduler });
    return { api, storage, time, timeSales, state: () => timeSales.$state.get() };
  }

  test('saves and restores widths, order and filters [market.view-stored]', async () => {
    const { storage, time, timeSales } = open();
    void timeSales.load('');
    expect(storage.keys()).toEqual([]);
    timeSales.resize('price', 133);
    timeSales.setSort(null);
    timeSales.select({ side: 'bought', minPremium: 50_000, exchanges: ['BOX'], expiryTo: '2026-01-16' });
    await time.frame();
    expect(storage.keys()).toEqual([stored]);
    const again = open(storage);
    void again.timeSales.load('SPY');
    expect(again.state()).toMatchObject({ sort: null, widths: { price: 133, time: 150 } });
    expect(again.state().selection).toEqual(timeSales.$state.get().selection);
    await again.api.latest(path).succeed({
      data: [trade({ qty: 1000, price: 2 }), trade({ type: 3, qty: 9999 })],
      biggest_data: [],
    });
    expect(again.state().rows.count).toBe(1);
  });

  test('saves and restores hidden columns, but never hides the first [market.columns]', async () => {
    const { storage, time, timeSales, state } = open();
    void timeSales.load('');
    for (const column of ['exchange', 'iv', 'time', 'delta', 'exchange'] as const) {
      timeSales.showColumn(column, false);
    }
    timeSales.showColumn('delta', true);
    expect(state().hidden).toEqual(['iv', 'exchange']);
    await time.frame();
    const again = open(storage);
    void again.timeSales.load('');
    expect(again.state().hidden).toEqual(['iv', 'exchange']);
    for (const hidden of ['["time"]', '["nothing"]', '"iv"', '7']) {
      const odd = open();
      odd.storage.write(stored, `{"version":1,"hidden":${hidden}}`);
      void odd.timeSales.load('');
      expect(odd.state().hidden).toEqual([]);
    }
  });

  test('reads saved settings once, and ignores ones that are too long', () => {
    const { storage, timeSales, state } = open();
    storage.write(stored, '{"version":1,"sort":null}');
    void timeSales.load('');
    timeSales.setSort({ column: 'time', direction: 'asc' });
    void timeSales.load('');
    expect(state().sort).toEqual({ column: 'time', direction: 'asc' });
    const long = open();
    long.storage.write(stored, JSON.stringify({ version: 1, sort: null, x: 'x'.repeat(20_000) }));
    void long.timeSales.load('');
    expect(long.state().sort).toEqual({ column: 'qty', direction: 'desc' });
  });

  test('writes once per frame during a drag', async () => {
    let writes = 0;
    const memory = createMemoryStorage();
    const { time, timeSales } = open({
      ...memory,
      write(key, value) {
        writes += 1;
        return memory.write(key, value);
      },
    });
    for (let width = 100; width < 200; width++) timeSales.resize('qty', width);
    await time.frame();
    expect(writes).toBe(1);
  });

  test('ignores invalid settings and other versions, and keeps the valid parts [market.settings-garbage]', () => {
    const initial = open().state();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.constant('{"version":2,"sort":null}'),
          fc.constant(`{"version":1,"x":"${'x'.repeat(20_000)}"}`),
        ),
        (text) => {
          const { storage, state, timeSales } = open();
          storage.write(stored, text);
          void timeSales.load('');
          const { widths, sort, selection } = state();
          expect({ widths, sort, selection }).toEqual({
            widths: initial.widths,
            sort: initial.sort,
            selection: initial.selection,
          });
        },
      ),
    );
    const { storage, state, timeSales } = open();
    const parts = {
      version: 1,
      widths: { price: 3, iv: 90, time: 'wide', qty: 1e9, other: 7 },
      sort: { column: 'nonsense', direction: 'asc' },
      selection: { side: 'north', minQty: -4, right: 'put', expiryFrom: 'soon', exchanges: 'BOX' },
    };
    storage.write(stored, JSON.stringify(parts));
    void timeSales.load('');
    expect(state().widths).toEqual({ ...initial.widths, price: 60, iv: 90 });
    expect(state().sort).toEqual(initial.sort);
    expect(state().selection).toEqual({ ...initial.selection, right: 'put' });
  });

  test("destroy cancels pending writes, and the next user's settings are read", async () => {
    const { storage, time, timeSales, state } = open();
    timeSales.resize('qty', 200);
    timeSales.destroy();
    await time.frame();
    expect([storage.keys().length, time.pending(), state().widths.qty]).toEqual([0, 0, 80]);
    storage.write(stored, '{"version":1,"sort":null}');
    void timeSales.load('');
    expect(state().sort).toBeNull();
  });
});
