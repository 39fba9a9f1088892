import { errorResponse } from '@openbell/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  candlesPath,
  chooseTicker,
  click,
  detailsPath,
  searchTicker,
  setUp,
  suggestingBox,
} from './market-page.tsx';

describe('tabs', () => {
  test('shows four tabs, each with a ticker search [market.tabs]', async () => {
    setUp('details');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Details',
      'Graph',
      'Options Time & Sales',
      'Trade Flash',
    ]);
    for (const name of ['Graph', 'Options Time & Sales', 'Trade Flash', 'Details']) {
      await click('tab', name);
      expect(screen.getAllByPlaceholderText('Search ticker...')).toHaveLength(1);
    }
  });

  test("draws the ticker's candles, AAPL by default, with a text summary [market.graph]", async () => {
    const { api, painted } = setUp('graph');
    const candles = [1, 2].map((time) => ({ time, open: 10, high: 13, low: 9, close: 10 + time, volume: 5 }));
    expect(api.latest(candlesPath).input.params).toEqual({ ticker: 'AAPL' });
    await act(() => api.latest(candlesPath).succeed({ data: candles }));
    expect(painted.at(-1)).toEqual({ candles, interval: '1d' });
    expect(screen.getByRole('img', { name: 'Candles of AAPL: 2' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Last $12.00, +9.09% in this range');
    await act(async () => fireEvent.click(screen.getByRole('radio', { name: '5 min' })));
    expect(api.latest(candlesPath).input.query).toMatchObject({ interval: '5m' });
  });

  test('shows an empty graph and retries after a failure', async () => {
    const { api } = setUp('graph');
    await act(() => api.latest(candlesPath).respond(errorResponse(503)));
    expect(screen.getByText('The prices of AAPL could not be loaded.')).toBeTruthy();
    await click('button', 'Retry');
    await act(() => api.latest(candlesPath).succeed({ data: [] }));
    expect(screen.getByText('No prices available for AAPL.')).toBeTruthy();
  });
});

describe('ticker search', () => {
  test('shows the hint and the results, and changes the ticker on selection [market.empty-texts]', async () => {
    const { api } = setUp('details');
    const box = await suggestingBox();
    // The popup reacts to mousedown, which browsers send before click.
    await act(async () => fireEvent.mouseDown(box, { button: 0 }));
    expect(await screen.findByText('Please type to search')).toBeTruthy();
    await searchTicker(api, 'zz', []);
    expect(await screen.findByText('No tickers found')).toBeTruthy();
    await searchTicker(api, 'sp', [{ label: 'SPY', value: 'SPY' }]);
    await chooseTicker('SPY');
    expect(api.latest(detailsPath).input.params).toEqual({ ticker: 'SPY' });
  });
});

describe('details', () => {
  test('opens on AAPL and shows the empty state for an unknown ticker [market.default-ticker] [market.empty-texts]', async () => {
    const { api } = setUp('details');
    expect(api.latest(detailsPath).input.params).toEqual({ ticker: 'AAPL' });
    await act(() => api.latest(detailsPath).succeed({ results: null }));
    expect(screen.getByText('No details available for this ticker.')).toBeTruthy();
  });

  test('offers Retry after a failure', async () => {
    const { api } = setUp('details');
    await act(() => api.latest(detailsPath).lose());
    expect(screen.getByRole('alert').textContent).toContain('The details of AAPL could not be loaded.');
    const before = api.requests.length;
    await click('button', 'Retry');
    expect(api.requests.length).toBe(before + 1);
  });
});
