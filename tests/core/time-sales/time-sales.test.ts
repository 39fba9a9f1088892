import {
  cellText,
  columns,
  columnWidth,
  createTimeSales,
  minColumnWidth,
  nextSort,
  rowWindow,
  scrollFrom,
  scrollToOffset,
  scrollToRow,
  sideOf,
} from '@openbell/core/time-sales';
import { createFakeApi, okResponse, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timed, trade } from './support.ts';

const path = '/app/marketdata/time-sale';

describe('time and sales columns', () => {
  test('have the specified order and widths [market.widths]', () => {
    expect(columns.map(({ id, width }) => `${id} ${width}`)).toEqual([
      'time 150',
      'option 140',
      'qty 80',
      'price 80',
      'exchange 250',
      'market 80',
      'delta 80',
      'iv 80',
      'underlying 100',
      'condition 180',
    ]);
  });

  test('are never narrower than 60 px [market.min-width]', () => {
    expect(minColumnWidth).toBe(60);
    expect([59, 60, 61.4, -5, Number.NaN].map(columnWidth)).toEqual([60, 60, 61, 60, 60]);
  });

  test('header clicks cycle ascending, descending, none; another column starts ascending [market.sort-cycle]', () => {
    const first = nextSort(null, 'price');
    const second = nextSort(first, 'price');
    expect([first, second, nextSort(second, 'price')]).toEqual([
      { column: 'price', direction: 'asc' },
      { column: 'price', direction: 'desc' },
      null,
    ]);
    expect(nextSort(second, 'qty')).toEqual({ column: 'qty', direction: 'asc' });
  });

  test('formats cells, with a dash for unknown values', () => {
    const row = timed(trade({ delta: null, iv: 0.2345, qty: 12_000 }));
    expect(columns.slice(1, 9).map(({ id }) => cellText(row, id))).toEqual([
      'AAPL 150C 12/19/25',
      '12,000',
      '1.25',
      'BOX',
      '1.20x1.25',
      '–',
      '23.4%',
      '149.50',
    ]);
    const unknown = timed(trade({ delta: null, iv: null, underlying: null, market: '' }));
    expect((['delta', 'iv', 'underlying', 'market'] as const).map((id) => cellText(unknown, id))).toEqual(
      Array(4).fill('–'),
    );
    expect([-0.004, -0.006].map((delta) => cellText(timed(trade({ delta })), 'delta'))).toEqual([
      '0.00',
      '-0.01',
    ]);
    expect([1, 3, 2].map((type) => sideOf({ type }))).toEqual(['bought', 'sold', null]);
    expect(cellText(timed(trade({ option: 'nonsense' })), 'option')).toBe('nonsense');
  });
});

describe('time and sales', () => {
  test('starts with quantity descending, and loads all tickers for an empty one [market.sort-default] [market.time-sale-call]', async () => {
    const api = createFakeApi(settle);
    const timeSales = createTimeSales({ api });
    expect(timeSales.$state.get().sort).toEqual({ column: 'qty', direction: 'desc' });
    const loading = timeSales.load('');
    expect(timeSales.$state.get().status).toBe('loading');
    expect(api.latest(path).input.body).toEqual({ ticker: '' });
    await api.latest(path).succeed({
      data: [trade({ qty: 1 }), trade({ qty: 3 }), { bad: 1 }],
      biggest_data: [trade({ qty: 9 })],
    });
    expect(await loading).toEqual({ ok: true, value: { count: 2 } });
    const { status, rows, biggest, unreadable } = timeSales.$state.get();
    expect(status).toBe('loaded');
    expect([rows.at(0)?.qty, rows.at(1)?.qty, rows.at(2)]).toEqual([3, 1, null]);
    expect(biggest.map(({ qty }) => qty)).toEqual([9]);
    expect(unreadable).toBe(1);
  });

  test('a failed load keeps the previous rows and is logged [market.load-errors]', async () => {
    const api = createFakeApi(settle);
    const logged: string[] = [];
    const timeSales = createTimeSales({ api, log: (message) => void logged.push(message) });
    const first = timeSales.load('AAPL');
    await api.latest(path).succeed({ data: [trade()], biggest_data: [] });
    await first;
    const second = timeSales.load('SPY');
    await api.latest(path).lose();
    expect(await second).toEqual({ ok: false, error: { code: 'market.time-sales.failed', status: 0 } });
    const state = timeSales.$state.get();
    expect([state.status, state.ticker, state.shownTicker, state.rows.count]).toEqual([
      'failed',
      'SPY',
      'AAPL',
      1,
    ]);
    expect(logged).toHaveLength(1);
  });

  test('reports unreadable rows, and a new load clears the last error', async () => {
    const api = createFakeApi(settle);
    const reported: unknown[] = [];
    const timeSales = createTimeSales({ api, onError: ({ error }) => reported.push(error) });
    const first = timeSales.load('AAPL');
    await api.latest(path).succeed({ data: [trade(), 7, { time: 'x' }], biggest_data: [null, trade()] });
    await first;
    // Two rows of the table and one of the biggest.
    expect(reported).toEqual(['3 rows could not be read']);
    expect(timeSales.$state.get().biggest).toHaveLength(1);
    const second = timeSales.load('AAPL');
    await api.latest(path).refuse(500);
    await second;
    expect(timeSales.$state.get().error).toEqual({ code: 'market.time-sales.failed', status: 500 });
    void timeSales.load('AAPL');
    expect(timeSales.$state.get()).toMatchObject({ status: 'loading', error: null, loaded: 1 });
  });

  test('ignores a late response for an earlier ticker [market.rows-late]', async () => {
    const api = createFakeApi(settle);
    const timeSales = createTimeSales({ api });
    const first = timeSales.load('AAPL');
    const request = api.latest(path);
    const second = timeSales.load('SPY');
    expect(request.input.signal?.aborted).toBe(true);
    await request.respond(okResponse({ data: [trade()], biggest_data: [] }));
    expect((await first).ok).toBe(false);
    await api.latest(path).succeed({ data: [trade(), trade()], biggest_data: [] });
    await second;
    expect(timeSales.$state.get()).toMatchObject({ status: 'loaded', shownTicker: 'SPY' });
    expect(timeSales.$state.get().rows.count).toBe(2);
  });

  test('keeps the order and widths after a load', async () => {
    const api = createFakeApi(settle);
    const timeSales = createTimeSales({ api });
    const loading = timeSales.load('');
    await api.latest(path).succeed({ data: [trade({ price: 2 }), trade({ price: 1 })], biggest_data: [] });
    await loading;
    timeSales.toggleSort('price');
    timeSales.resize('price', 10);
    const again = timeSales.load('');
    await api.latest(path).succeed({ data: [trade({ price: 3 }), trade({ price: 2 })], biggest_data: [] });
    await again;
    const { rows, sort, widths } = timeSales.$state.get();
    expect(sort).toEqual({ column: 'price', direction: 'asc' });
    expect([rows.at(0)?.price, rows.indexAt(0), widths.price]).toEqual([2, 1, 60]);
  });

  test('destroy clears the state, and it can be used again', async () => {
    const api = createFakeApi(settle);
    const timeSales = createTimeSales({ api });
    const loading = timeSales.load('');
    timeSales.destroy();
    expect((await loading).ok).toBe(false);
    expect(timeSales.$state.get()).toMatchObject({ status: 'idle' });
    const again = timeSales.load('');
    await api.latest(path).succeed({ data: [trade()], biggest_data: [] });
    expect((await again).ok).toBe(true);
  });
});

describe('the row window', () => {
  const inputs = fc.record({
    count: fc.nat(2_000_000),
    rowHeight: fc.constant(28),
    viewport: fc.integer({ min: 28, max: 2000 }),
    scrollTop: fc.double({ min: 0, max: 60_000_000, noNaN: true }),
    overscan: fc.constant(0),
  });

  test('always covers the viewport, and limits the height to what browsers support', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { first, end, top, height } = rowWindow(input);
        expect(height).toBeLessThanOrEqual(15_000_000);
        const scrollTop = Math.min(input.scrollTop, Math.max(0, height - input.viewport));
        expect(end - first).toBeLessThanOrEqual(Math.ceil(input.viewport / 28) + 1);
        if (input.count * 28 <= input.viewport) {
          expect([first, end]).toEqual([0, input.count]);
          return;
        }
        // The first drawn row starts at or above the top of the view, and the last ends at or below its bottom.
        expect(top).toBeLessThanOrEqual(scrollTop + 0.01);
        expect(top + (end - first) * 28).toBeGreaterThanOrEqual(scrollTop + input.viewport - 0.01);
      }),
    );
  });

  test('scrolling to a row brings it fully into view', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), (input, seed) => {
        fc.pre(input.count > 0);
        const row = seed % input.count;
        const { height } = rowWindow(input);
        const start = Math.min(input.scrollTop, Math.max(0, height - input.viewport));
        const place = scrollToRow(row, { ...input, scrollTop: start });
        const shown = rowWindow({ ...input, ...place });
        expect(row).toBeGreaterThanOrEqual(shown.first);
        expect(row).toBeLessThan(shown.end);
        const top = shown.top + (row - shown.first) * 28;
        expect(top).toBeGreaterThanOrEqual(place.scrollTop - 0.01);
        expect(top + 28).toBeLessThanOrEqual(place.scrollTop + input.viewport + 0.01);
      }),
    );
  });

  const million = { count: 1_000_000, rowHeight: 28, viewport: 800 };

  test('a wheel scrolls a million rows by the same pixels as a hundred rows, at any position', () => {
    const end = 28_000_000 - 800;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: end }),
        fc.array(fc.integer({ min: -3000, max: 3000 }), { minLength: 1, maxLength: 20 }),
        (offset, ways) => {
          let place = scrollToOffset(offset, { ...million, scrollTop: 0 });
          for (const way of ways) {
            const last = 15_000_000 - 800;
            const scrollTop = Math.max(0, Math.min(place.scrollTop + way, last));
            const next = scrollFrom(place, { ...million, scrollTop });
            if (scrollTop === 0) expect(next.offset).toBe(0);
            else if (scrollTop === last) expect(next.offset).toBe(end);
            else {
              const expected = Math.max(0, Math.min(place.offset + scrollTop - place.scrollTop, end));
              expect(next.offset).toBeCloseTo(expected, 3);
            }
            place = next;
          }
          // At rest the scroll bar matches the position of the table, and the table does not move.
          const rest = scrollToOffset(place.offset, { ...million, scrollTop: place.scrollTop });
          expect(rest.offset).toBe(place.offset);
          const shown = scrollFrom(null, { ...million, scrollTop: rest.scrollTop });
          expect(Math.abs(shown.offset - rest.offset)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('the scroll bar reaches the first and the last of a million rows exactly', () => {
    const at = (scrollTop: number): number =>
      scrollFrom({ scrollTop: 200_000, offset: 300_000 }, { ...million, scrollTop }).offset;
    expect([at(0), at(7_499_600), at(15_000_000)]).toEqual([0, 13_999_600, 28_000_000 - 800]);
    // New rows do not move a table that is not scrolled.
    const still = scrollFrom(scrollToOffset(20_000_000, { ...million, scrollTop: 0 }), {
      ...million,
      count: 1_000_100,
      scrollTop: scrollToOffset(20_000_000, { ...million, scrollTop: 0 }).scrollTop,
    });
    expect(still.offset).toBe(20_000_000);
  });
});
