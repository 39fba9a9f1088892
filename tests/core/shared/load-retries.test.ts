// Every feature that loads market data retries failed loads automatically.
import { createPriceChart } from '@openbell/core/chart';
import { createTickerDetails } from '@openbell/core/ticker-details';
import { createTimeSales } from '@openbell/core/time-sales';
import { createFakeApi, createFakePage, createFakeTime, settle } from '@openbell/testing';
import { describe, expect, test } from 'vitest';

type Ports = Pick<Parameters<typeof createTimeSales>[0], 'api' | 'scheduler' | 'page'>;

const features = {
  'time and sales': {
    create: (ports: Ports) => createTimeSales(ports),
    path: '/app/marketdata/time-sale',
    response: { data: [], biggest_data: [] },
  },
  'ticker details': {
    create: (ports: Ports) => createTickerDetails(ports),
    path: '/app/marketdata/ticker-details/{ticker}',
    response: { results: null },
  },
  'the chart': {
    create: (ports: Ports) => createPriceChart(ports),
    path: '/app/marketdata/candles/{ticker}',
    response: { data: [] },
  },
};

describe.each(Object.entries(features))('%s', (_, { create, path, response }) => {
  function setUp() {
    const api = createFakeApi(settle);
    const page = createFakePage();
    const time = createFakeTime();
    const feature = create({ api, page, scheduler: time.scheduler });
    const tries = (): number => api.requests.length;
    const status = (): string => feature.$state.get().status;
    return { api, page, time, feature, tries, status };
  }

  test('retries after 5 s, 10 s and up to a minute, and is failed until it succeeds [market.auto-retry]', async () => {
    const { api, time, feature, tries, status } = setUp();
    feature.start();
    void feature.load('SPY');
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      await api.latest(path).lose();
      const before = tries();
      await time.advance(seconds * 1000 - 1);
      expect(tries()).toBe(before);
      await time.advance(1);
      expect(tries()).toBe(before + 1);
      expect(status()).toBe('failed');
    }
    await api.latest(path).succeed(response);
    expect(status()).toBe('loaded');
    const done = tries();
    await time.advance(600_000);
    expect(tries()).toBe(done);
    // A later failure starts with the first delay again.
    void feature.load('SPY');
    await api.latest(path).refuse(503);
    await time.advance(5000);
    expect(tries()).toBe(done + 2);
  });

  test('retries at once when the page becomes visible or online [market.auto-retry]', async () => {
    const { api, page, time, feature, tries } = setUp();
    feature.start();
    void feature.load('SPY');
    await api.latest(path).lose();
    page.play('offline');
    await time.advance(600_000);
    expect(tries()).toBe(1);
    page.play('online');
    expect(tries()).toBe(2);
    page.play('online');
    expect(tries()).toBe(2);
    await api.latest(path).lose();
    page.play('hidden');
    await time.advance(600_000);
    expect(tries()).toBe(2);
    page.play('visible');
    expect(tries()).toBe(3);
  });

  test('does not retry before `Retry-After`, then as soon as the page is visible [market.auto-retry]', async () => {
    const { api, page, time, feature, tries } = setUp();
    feature.start();
    void feature.load('SPY');
    await api.latest(path).refuse(429, { retryAfter: 120 });
    page.play('hidden');
    page.play('visible');
    await time.advance(119_999);
    expect(tries()).toBe(1);
    page.play('hidden');
    await time.advance(60_000);
    expect(tries()).toBe(1);
    page.play('visible');
    expect(tries()).toBe(2);
  });

  test('retries an earlier failure after start [market.auto-retry]', async () => {
    const { api, time, feature, tries, status } = setUp();
    void feature.load('SPY');
    await api.latest(path).lose();
    await time.advance(600_000);
    expect(tries()).toBe(1);
    const stop = feature.start();
    await time.advance(5000);
    expect(tries()).toBe(2);
    await api.latest(path).lose();
    stop();
    await time.advance(600_000);
    expect(tries()).toBe(2);
    feature.start();
    await time.advance(10_000);
    expect(tries()).toBe(3);
    await api.latest(path).succeed(response);
    expect(status()).toBe('loaded');
  });

  test('does not retry after destroy', async () => {
    const { api, time, feature, tries } = setUp();
    feature.start();
    void feature.load('SPY');
    await api.latest(path).lose();
    feature.destroy();
    expect(time.pending()).toBe(0);
    feature.start();
    await time.advance(600_000);
    expect(tries()).toBe(1);
  });

  test('does not retry after stop, after a permanent error, or after another load', async () => {
    const { api, page, time, feature, tries, status } = setUp();
    const stop = feature.start();
    void feature.load('SPY');
    await api.latest(path).refuse(403);
    await time.advance(600_000);
    expect(tries()).toBe(1);
    void feature.load('SPY');
    await api.latest(path).refuse(500);
    void feature.load('QQQ');
    expect(status()).toBe('loading');
    await time.advance(600_000);
    expect(tries()).toBe(3);
    await api.latest(path).refuse(500);
    stop();
    page.play('visible');
    await time.advance(600_000);
    expect(tries()).toBe(3);
    expect(page.listeners()).toBe(0);
  });
});
