import {
  type ChartInterval,
  changeOf,
  chartIntervals,
  createPriceChart,
  orderedCandles,
  rangeOf,
} from '@openbell/core/chart';
import type { Candle } from '@openbell/core/contract';
import { createFakeApi, createFakeTime, errorResponse, okResponse, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const path = '/app/marketdata/candles/{ticker}';
const candle = (time: number, close: number): Candle => ({
  time,
  open: close,
  high: close + 1,
  low: close - 1,
  close,
  volume: 100,
});

function setUp() {
  const api = createFakeApi(settle);
  const time = createFakeTime();
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  return { api, time, logged, chart: createPriceChart({ api, clock: time.clock, log }) };
}

describe('the price chart', () => {
  test('requests a year of daily candles up to now, in unix seconds [market.candles]', async () => {
    const { api, time, chart } = setUp();
    void chart.load('AAPL');
    const to = Math.floor(time.clock.now() / 1000);
    expect(api.latest(path).input).toMatchObject({
      params: { ticker: 'AAPL' },
      query: { interval: '1d', from: to - 365 * 86_400, to },
    });
    await api.latest(path).respond(okResponse({ data: [candle(2, 11), candle(1, 10)] }));
    expect(chart.$state.get()).toMatchObject({
      status: 'loaded',
      shown: { ticker: 'AAPL', interval: '1d' },
      candles: [{ time: 1 }, { time: 2 }],
    });
  });

  test('ignores a late response for an earlier ticker, and keeps the candles after a failure', async () => {
    const { api, chart, logged } = setUp();
    void chart.load('AAPL');
    const early = api.latest(path);
    const spy = chart.load('SPY', '5m');
    expect(early.input.signal?.aborted).toBe(true);
    await early.respond(okResponse({ data: [candle(1, 10)] }));
    expect(chart.$state.get()).toMatchObject({ status: 'loading', ticker: 'SPY', candles: [] });
    await api.latest(path).respond(okResponse({ data: [candle(5, 600)] }));
    expect((await spy).ok).toBe(true);
    void chart.load('QQQ');
    // Another ticker keeps the selected interval.
    expect(api.latest(path).input.query).toMatchObject({ interval: '5m' });
    await api.latest(path).respond(errorResponse(503));
    expect(chart.$state.get()).toMatchObject({
      status: 'failed',
      ticker: 'QQQ',
      shown: { ticker: 'SPY', interval: '5m' },
      candles: [{ time: 5 }],
    });
    expect(logged).toEqual(['Failed to load candles']);
  });

  test('an unknown ticker has no candles', async () => {
    const { api, chart } = setUp();
    void chart.load('NOPE');
    await api.latest(path).respond(errorResponse(404));
    expect(chart.$state.get()).toMatchObject({ status: 'loaded', candles: [] });
  });
});

describe('candles', () => {
  test('are sorted, valid and unique by time for any input', () => {
    const candles = fc.record({
      time: fc.nat(20),
      open: fc.nat(50),
      high: fc.nat(50),
      low: fc.nat(50),
      close: fc.nat(50),
      volume: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(candles), (list) => {
        const ordered = orderedCandles(list);
        for (const [i, { open, high, low, close, time }] of ordered.entries()) {
          expect(low <= Math.min(open, close) && high >= Math.max(open, close)).toBe(true);
          if (i > 0) expect(time).toBeGreaterThan(ordered[i - 1]?.time ?? 0);
        }
      }),
    );
  });

  test('the last of two candles with the same time is used', () => {
    expect(orderedCandles([candle(1, 10), candle(2, 20), candle(1, 11)])).toEqual([
      candle(1, 11),
      candle(2, 20),
    ]);
  });

  test('changeOf returns the last price and the change over the shown candles', () => {
    expect(changeOf([candle(1, 100), candle(2, 90), candle(3, 110)])).toEqual({
      last: 110,
      change: expect.closeTo(0.1, 10),
    });
    expect(changeOf([{ ...candle(1, 100), open: 50 }])).toEqual({ last: 100, change: 0 });
    expect([changeOf([]), changeOf([candle(1, 0)])]).toEqual([null, null]);
  });

  test('a range ends now, for any interval', () => {
    const days = (interval: ChartInterval): number => {
      const { from, to } = rangeOf(interval, 1_700_000_000_500);
      expect(to).toBe(1_700_000_000);
      return (to - from) / 86_400;
    };
    expect(chartIntervals.map(days)).toEqual([5, 30, 365]);
  });
});
