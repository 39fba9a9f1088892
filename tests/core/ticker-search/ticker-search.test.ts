import type { TickerOption } from '@openbell/core/contract';
import { createTickerSearch, orderTickers } from '@openbell/core/ticker-search';
import { createFakeApi, createFakeTime, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const path = '/app/marketdata/ticker';
const option = (label: string, value: string = label): TickerOption => ({ label, value });

function setUp(options: { debounceMs?: number; maxWithExactMatch?: number } = {}) {
  const api = createFakeApi(settle);
  const time = createFakeTime();
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  return {
    api,
    time,
    logged,
    search: createTickerSearch({ api, scheduler: time.scheduler, log, ...options }),
  };
}

describe('order of tickers', () => {
  test('an exact label is first, ignoring case, then the shortest, then the given order [market.search-order]', () => {
    const options = ['AAPLW', 'AAP', 'XAAPL', 'AAPL', 'AAPB'].map((label) => option(label));
    expect(orderTickers('aapl', options).map(({ label }) => label)).toEqual([
      'AAPL',
      'AAP',
      'AAPB',
      'AAPLW',
      'XAAPL',
    ]);
  });

  test.each([
    ['BRKB', ['BRK', 'BRKR', 'BRK.A', 'BRK.B'], 'BRK.B'],
    ['brk/b', ['BRK', 'BRK.A', 'BRK.B'], 'BRK.B'],
    ['BRK-B', ['BRK', 'BRKB'], 'BRKB'],
    ['BRK.B', ['BRKB', 'BRK.B'], 'BRK.B'],
    ['SPX', ['SPXC', 'SPXL', 'I:SPX'], 'I:SPX'],
    ['SPXW', ['SPY', 'I:SPX'], 'I:SPX'],
    ['TSLA1', ['TSL', 'TSLA'], 'TSLA'],
    ['2SPX', ['SPY', 'I:SPX'], 'I:SPX'],
    ['1AAPL', ['AAP', 'AAPL'], 'AAPL'],
    ['BAC PR L', ['BAC', 'BACpK', 'BACpL'], 'BACpL'],
    ['BAC-PL', ['BAC', 'BAC.PRL'], 'BAC.PRL'],
    ['-', ['A', 'B.'], 'A'],
  ])('other spellings of %s follow an exact label [market.ticker-spellings]', (query, labels, first) => {
    const options = labels.map((label) => option(label));
    expect(orderTickers(query, options)[0]?.label).toBe(first);
  });

  test('labels of equal length keep their order [market.search-order]', () => {
    const options = ['ZZ', 'MM', 'AA', 'Q', 'B'].map((label) => option(label));
    expect(orderTickers('x', options).map(({ label }) => label)).toEqual(['Q', 'B', 'ZZ', 'MM', 'AA']);
  });

  test('keeps the first of duplicate labels [market.search-duplicates]', () => {
    const options = [option('SPY', '1'), option('SPY', '2'), option('spy', '3')];
    expect(orderTickers('x', options).map(({ value }) => value)).toEqual(['1', '3']);
  });

  test('returns at most ten with an exact match, and all without one [market.search-exact]', () => {
    const options = Array.from({ length: 30 }, (_, i) => option(`A${i}`));
    expect(orderTickers('A7', options)).toHaveLength(10);
    expect(orderTickers('A7', options)[0]?.label).toBe('A7');
    expect(orderTickers('A', options)).toHaveLength(30);
  });

  test('contains only given labels, once each, sorted by length after exact matches', () => {
    const options = fc.array(
      fc.record({ label: fc.string({ minLength: 1, maxLength: 4 }), value: fc.string() }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 3 }), options, (query, list) => {
        const ordered = orderTickers(query, list);
        for (const one of ordered) expect(list).toContain(one);
        expect(new Set(ordered.map(({ label }) => label)).size).toBe(ordered.length);
        const expected = query.trim().toLowerCase();
        const rest = ordered.filter(({ label }) => label.trim().toLowerCase() !== expected);
        expect(ordered.slice(ordered.length - rest.length)).toEqual(rest);
        expect(rest.map(({ label }) => label.length)).toEqual(
          rest.map(({ label }) => label.length).toSorted((a, b) => a - b),
        );
      }),
    );
  });
});

describe('ticker search', () => {
  test('searches once for the last text, 2 s after the last input [market.search-debounce]', async () => {
    const { api, time, search } = setUp();
    search.type('A');
    await time.advance(1999);
    search.type('AA');
    await time.advance(1999);
    expect(api.requests).toHaveLength(0);
    expect(search.$state.get().status).toBe('waiting');
    await time.advance(1);
    expect(api.requests.map(({ input }) => input.query)).toEqual([{ q: 'AA' }]);
    await api.latest(path).succeed({ data: [option('AAL'), option('AA')] });
    expect(search.$state.get()).toEqual({
      status: 'found',
      query: 'AA',
      options: [option('AA'), option('AAL')],
    });
    expect(time.pending()).toBe(0);
  });

  test('Enter searches at once, without another search after the delay [market.search-enter]', async () => {
    const { api, time, search } = setUp();
    search.type(' spy ');
    search.search();
    expect(api.requests.map(({ input }) => input.query)).toEqual([{ q: 'spy' }]);
    await time.advance(5000);
    expect(api.requests).toHaveLength(1);
  });

  test('ignores a response that is not for the latest query [market.search-late]', async () => {
    const { api, search } = setUp();
    search.type('A');
    search.search();
    const first = api.latest(path);
    search.type('AB');
    expect(first.input.signal?.aborted).toBe(true);
    await first.succeed({ data: [option('A')] });
    expect(search.$state.get()).toMatchObject({ status: 'waiting', query: 'AB', options: [] });
  });

  test('typing the same text does not restart a search', async () => {
    const { api, search } = setUp();
    search.type('A');
    search.search();
    search.type('A');
    expect(search.$state.get().status).toBe('searching');
    await api.latest(path).succeed({ data: [option('A')] });
    search.type('A');
    expect(search.$state.get()).toMatchObject({ status: 'found', options: [option('A')] });
  });

  test('the maximum with an exact match is configurable', async () => {
    const { api, search } = setUp({ maxWithExactMatch: 2 });
    search.type('a');
    search.search();
    await api.latest(path).succeed({ data: ['A', 'AB', 'AC'].map((label) => option(label)) });
    expect(search.$state.get().options).toHaveLength(2);
  });

  test('an empty text searches nothing and cancels a pending search', async () => {
    const { api, time, search } = setUp();
    search.type('A');
    search.type('  ');
    search.search();
    await time.advance(5000);
    expect(api.requests).toHaveLength(0);
    expect(search.$state.get()).toEqual({ status: 'idle', query: '  ', options: [] });
  });

  test('a failure is only logged, and the previous tickers are kept [market.load-errors]', async () => {
    const { api, logged, search } = setUp();
    search.type('A');
    search.search();
    await api.latest(path).succeed({ data: [option('A')] });
    search.type('AB');
    search.search();
    await api.latest(path).refuse(500);
    expect(search.$state.get()).toEqual({ status: 'failed', query: 'AB', options: [option('A')] });
    expect(logged).toEqual(['Failed to load tickers']);
  });

  test('destroy cancels everything, and it can be used again', async () => {
    const { api, time, search } = setUp({ debounceMs: 10 });
    search.type('A');
    search.destroy();
    await time.advance(100);
    expect(api.requests).toHaveLength(0);
    expect(time.pending()).toBe(0);
    search.type('B');
    await time.advance(10);
    expect(api.requests).toHaveLength(1);
  });
});
