import type { TickerDetails } from '@openbell/core/contract';
import { addressLine, createTickerDetails, defaultTicker, isTicker } from '@openbell/core/ticker-details';
import { createFakeApi, settle } from '@openbell/testing';
import { describe, expect, test } from 'vitest';

const path = '/app/marketdata/ticker-details/{ticker}';

function details(ticker: string): TickerDetails {
  return {
    name: `${ticker} Inc.`,
    ticker,
    market: 'stocks',
    primary_exchange: 'XNAS',
    market_cap: 1e12,
    description: '',
    phone_number: '',
    address: { address1: '1 Main St', city: 'Denver', postal_code: '80202', state: 'CO' },
    homepage_url: '',
    branding: { logo_url: null },
  };
}

describe('ticker details', () => {
  test('AAPL is the default ticker [market.default-ticker]', () => {
    expect(defaultTicker).toBe('AAPL');
  });

  test.each([404, 200])('an unknown ticker (%i) has null details', async (status) => {
    const api = createFakeApi(settle);
    const loader = createTickerDetails({ api });
    const loading = loader.load('ZZZZ');
    const request = api.latest(path);
    await (status === 404 ? request.refuse(404) : request.succeed({ results: null }));
    expect(await loading).toEqual({ ok: true, value: null });
    expect(loader.$state.get()).toEqual({ status: 'loaded', ticker: 'ZZZZ', details: null });
  });

  test('a failed load keeps the previous details; a late response is ignored [market.details-late]', async () => {
    const api = createFakeApi(settle);
    const logged: string[] = [];
    const loader = createTickerDetails({ api, log: (message) => void logged.push(message) });
    const first = loader.load('AAPL');
    await api.latest(path).succeed({ results: details('AAPL') });
    await first;
    const late = loader.load('SPY');
    const request = api.latest(path);
    const last = loader.load('TSLA');
    expect(request.input.signal?.aborted).toBe(true);
    await request.succeed({ results: details('SPY') });
    expect((await late).ok).toBe(false);
    expect(loader.$state.get()).toEqual({ status: 'loading', ticker: 'TSLA', details: details('AAPL') });
    await api.latest(path).refuse(500);
    expect((await last).ok).toBe(false);
    expect(loader.$state.get()).toEqual({ status: 'failed', ticker: 'TSLA', details: details('AAPL') });
    expect(logged).toEqual(['Failed to load ticker details']);
  });

  test('an empty ticker clears the state, and an invalid one is never sent', async () => {
    const api = createFakeApi(settle);
    const loader = createTickerDetails({ api });
    for (const text of ['', '  ', '../x', 'A B', '..', 'A'.repeat(16)])
      expect(await loader.load(text)).toEqual({ ok: true, value: null });
    expect(api.requests).toHaveLength(0);
    expect(['BRK.B', 'I:SPX', 'aapl'].map(isTicker)).toEqual([true, true, false]);
  });

  test.each([
    ['AAPL', 'AAPL'],
    ['aapl', 'AAPL'],
    [' Aapl ', 'AAPL'],
    ['a', 'A'],
    ['brk/b', 'BRK.B'],
    ['i:spx', 'I:SPX'],
    ['bac-pl', 'BACpL'],
  ])('loads %j as %s [market.ticker-details] [market.ticker-spellings]', async (typed, ticker) => {
    const api = createFakeApi(settle);
    const loader = createTickerDetails({ api });
    const loading = loader.load(typed);
    expect(loader.$state.get()).toMatchObject({ status: 'loading', ticker });
    expect(api.latest(path).input.params).toEqual({ ticker });
    await api.latest(path).succeed({ results: details(ticker) });
    expect(await loading).toEqual({ ok: true, value: details(ticker) });
    expect(loader.$state.get()).toEqual({ status: 'loaded', ticker, details: details(ticker) });
  });

  test('an empty ticker aborts the pending request and ignores its response', async () => {
    const api = createFakeApi(settle);
    const loader = createTickerDetails({ api });
    void loader.load('AAPL');
    const request = api.latest(path);
    await loader.load('');
    expect(request.input.signal?.aborted).toBe(true);
    await request.succeed({ results: details('AAPL') });
    expect(loader.$state.get()).toEqual({ status: 'idle', ticker: '', details: null });
  });

  test('formats an address on one line, without missing parts', () => {
    expect(addressLine(details('A').address)).toBe('1 Main St, Denver, CO 80202');
    expect(addressLine({ address1: '', city: 'Denver', postal_code: '', state: '' })).toBe('Denver');
  });
});
