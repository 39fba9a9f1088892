// Totals, filters, search, graph and alerts of the panels.
import { createPriceChart } from '@openbell/core/chart';
import { createTimeSales } from '@openbell/core/time-sales';
import { createFakeApi, createFakeTime, settle } from '@openbell/testing';
import { PriceChartView, TimeSalesPanel } from '@openbell/ui';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { trade } from '../../core/time-sales/support.ts';
import {
  apple,
  candlesPath,
  chooseTicker,
  click,
  detailsPath,
  event,
  goLive,
  scrollTape,
  searchTicker,
  setUp,
  showRows,
  suggestingBox,
  tickerPath,
  timeSalePath,
} from './market-page.tsx';

const choose = (box: HTMLElement, value: string) =>
  act(async () => fireEvent.change(box, { target: { value } }));
const quantities = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('td')[2]?.textContent);

test('shows rounded totals, exact in the tooltip', async () => {
  await showRows([
    trade({ qty: 10, price: 123.45, type: 1, contract_type: 1 }),
    trade({ qty: 1, price: 2, type: 3, contract_type: 2 }),
  ]);
  const figures = [...document.querySelectorAll('.ob-totals-figure')].map((figure) => [
    figure.getAttribute('data-figure'),
    figure.querySelector('dd')?.textContent,
    figure.querySelector('dd')?.getAttribute('title'),
  ]);
  expect(figures).toEqual([
    ['bought', '$123.45K', '$123,450'],
    ['sold', '$200', '$200'],
    ['calls', '$123.45K', '$123,450'],
    ['puts', '$200', '$200'],
  ]);
});

test('computes the dollars of the largest trades with the shares per contract', async () => {
  const { scheduler } = createFakeTime();
  const api = createFakeApi(settle);
  const timeSales = createTimeSales({ api, scheduler, multiplier: 10 });
  render(<TimeSalesPanel ticker="" timeSales={timeSales} />);
  const data = [trade({ qty: 2000, price: 10 })];
  await act(() => api.latest(timeSalePath).succeed({ data, biggest_data: data }));
  expect(document.querySelector('.ob-biggest-trade strong')?.textContent).toBe('$200K');
});

test('draws buys above and sells below the zero line, calls and puts separately', async () => {
  const at = (minute: number, parts: object) => trade({ time: `2025-11-20T14:3${minute}:00.000Z`, ...parts });
  await showRows([
    at(0, { qty: 10, price: 1, type: 1, contract_type: 1 }),
    at(1, { qty: 10, price: 1, type: 3, contract_type: 1 }),
    at(1, { qty: 20, price: 1, type: 3, contract_type: 2 }),
  ]);
  const lines = [...document.querySelectorAll('.ob-flow-line')].map((line) => [
    line.querySelector('.ob-flow-label')?.textContent,
    line.querySelector('.ob-flow-bought')?.getAttribute('d'),
    line.querySelector('.ob-flow-sold')?.getAttribute('d'),
  ]);
  expect(lines).toEqual([
    ['Net calls +$0', 'M0 20v-20h1v20.00z', 'M1 20v20.00h1v-20z'],
    ['Net puts −$2K', '', 'M1 20v20.00h1v-20z'],
  ]);
});

describe('a filter', () => {
  // An option at 150 with the underlying at 149.5: out of the money as a call, in the money as a put.
  const rows = [
    trade({ qty: 1, price: 50, option: 'AAPL251219C00150000', contract_type: 1 }),
    trade({ qty: 20, price: 0.1, option: 'AAPL260116P00150000', contract_type: 2 }),
  ];

  test.each([
    ['Type', 'call', ['1']],
    ['Type', 'put', ['20']],
    ['Moneyness', 'in', ['20']],
    ['Moneyness', 'out', ['1']],
    ['Min. qty', '2', ['20']],
    ['Min. qty', '-3', ['20', '1']],
    ['Min. premium ($)', '1000', ['1']],
    ['Expires from', '2026-01-01', ['20']],
    ['Expires to', '2026-01-01', ['1']],
  ])('%s keeps the matching rows when it is set to %s', async (label, value, left) => {
    await showRows(rows);
    await choose(screen.getByLabelText(label), value);
    expect(quantities()).toEqual(left);
  });

  test('labels the options by their effect', async () => {
    await showRows(rows);
    const names = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);
    expect(names('Moneyness')).toEqual([
      ['', 'All'],
      ['in', 'In the money'],
      ['out', 'Out of the money'],
    ]);
    expect(names('Side')).toEqual([
      ['', 'All'],
      ['bought', 'Bought'],
      ['sold', 'Sold'],
    ]);
  });

  test('keeps offering an active exchange filter that today’s rows do not contain', async () => {
    const { api, timeSales } = await showRows([trade({ exchange: 'BOX' }), trade({ exchange: 'Cboe' })]);
    const box = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Exchange' });
    await choose(box(), 'Cboe');
    void timeSales.load('');
    await act(() =>
      api.latest(timeSalePath).succeed({ data: [trade({ exchange: 'BOX' })], biggest_data: [] }),
    );
    expect(box().value).toBe('Cboe');
    expect([...box().options].map(({ value }) => value)).toEqual(['', 'BOX', 'Cboe']);
  });
});

describe('ticker search', () => {
  test('shows searching and failed states; selecting clears the box', async () => {
    const { api } = setUp('details');
    const box = await suggestingBox();
    await act(async () => fireEvent.mouseDown(box, { button: 0 }));
    await choose(box, 'zz');
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
    expect(await screen.findByText('Searching…')).toBeTruthy();
    await act(() => api.latest(tickerPath).refuse(500));
    expect(await screen.findByText('Search failed. Press Enter to try again.')).toBeTruthy();
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
    await act(() => api.latest(tickerPath).succeed({ data: [{ label: 'ZZ', value: 'ZZ' }] }));
    await chooseTicker('ZZ');
    expect(box.value).toBe('');
  });
});

describe('changing the ticker', () => {
  test('loads its trades, and clears the search on another tab', async () => {
    const { api } = setUp('time-sales', 'AAPL');
    expect(api.latest(timeSalePath).input.body).toEqual({ ticker: 'AAPL' });
    await act(() => api.latest(timeSalePath).succeed({ data: [trade()], biggest_data: [] }));
    await click('button', 'Show all tickers');
    expect(api.latest(timeSalePath).input.body).toEqual({ ticker: '' });
    await choose(screen.getByPlaceholderText('Search ticker...'), 'sp');
    await click('tab', 'Details');
    expect(screen.getByPlaceholderText<HTMLInputElement>('Search ticker...').value).toBe('');
  });

  test('replaces the details immediately', async () => {
    const { api } = setUp('details');
    await act(() => api.latest(detailsPath).succeed({ results: apple }));
    expect(screen.getByRole('article', { name: 'Apple Inc.' })).toBeTruthy();
    await suggestingBox();
    await searchTicker(api, 'sp', [{ label: 'SPY', value: 'SPY' }]);
    await chooseTicker('SPY');
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.getByText('Loading details of SPY')).toBeTruthy();
  });
});

describe('the graph', () => {
  const candles = [1, 2].map((time) => ({ time, open: 10, high: 13, low: 9, close: 11, volume: 5 }));

  test('never shows candles under another ticker, follows the theme, and cleans up', async () => {
    const api = createFakeApi(settle);
    const chart = createPriceChart({ api, clock: createFakeTime().clock });
    const done: string[] = [];
    const drawing = {
      show: () => {},
      recolour: () => void done.push('recoloured'),
      destroy: () => void done.push('destroyed'),
    };
    const paint = () => drawing;
    const { rerender, unmount } = render(<PriceChartView ticker="AAPL" chart={chart} paint={paint} />);
    await act(() => api.latest(candlesPath).succeed({ data: candles }));
    expect(screen.getByRole('img', { name: 'Candles of AAPL: 2' })).toBeTruthy();
    await act(async () => {
      document.documentElement.dataset.theme = 'dark';
    });
    expect(done).toEqual(['recoloured']);
    rerender(<PriceChartView ticker="SPY" chart={chart} paint={paint} />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(done).toEqual(['recoloured', 'destroyed']);
    unmount();
    delete document.documentElement.dataset.theme;
  });

  test('destroys a drawing that becomes ready after unmounting', async () => {
    const api = createFakeApi(settle);
    const chart = createPriceChart({ api, clock: createFakeTime().clock });
    let destroyed = 0;
    const drawing = {
      show: () => {},
      recolour: () => {},
      destroy: () => {
        destroyed += 1;
      },
    };
    let ready = (): void => {};
    const created = new Promise<typeof drawing>((resolve) => {
      ready = () => resolve(drawing);
    });
    const view = render(<PriceChartView ticker="AAPL" chart={chart} paint={() => created} />);
    await act(() => api.latest(candlesPath).succeed({ data: candles }));
    view.unmount();
    ready();
    await act(async () => void (await created));
    expect(destroyed).toBe(1);
  });
});

describe('trade flash', () => {
  test('marks a late trade, and a put by text and color', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101, { c: [202] }), event(102, { sym: 'O:SPY251219P00650000' }));
    const lines = () =>
      screen.getAllByRole('listitem').map((line) => [line.dataset.right, line.dataset.status ?? '']);
    expect(lines()).toEqual([
      ['call', 'late'],
      ['put', ''],
    ]);
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('late');
    expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('650 Put');
  });

  test('shows nothing of the previous trade in a reused line [market.tape-bounded]', async () => {
    const parts = setUp('trade-flash', '', { limit: 1 });
    const line = () => screen.getByRole('listitem');
    await goLive(parts, event(101, { c: [202] }));
    expect([line().dataset.right, line().dataset.status]).toEqual(['call', 'late']);
    await goLive(parts, event(102, { sym: 'O:SPY251219P00650000' }));
    expect([line().dataset.right, line().dataset.status]).toEqual(['put', undefined]);
    expect(line().textContent).not.toContain('late');
  });

  test("exposes each line's position and the total [market.tape-bounded]", async () => {
    const parts = setUp('trade-flash', '', { limit: 40 });
    const numbers = () =>
      screen
        .getAllByRole('listitem')
        .map((line) => [line.getAttribute('aria-posinset'), line.getAttribute('aria-setsize')].join(' of '));
    const inTurn = (from: number, to: number, of: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => `${from + i} of ${of}`);
    await goLive(parts, event(101), event(102));
    expect(numbers()).toEqual(['1 of 2', '2 of 2']);
    await goLive(parts, event(103));
    expect(numbers().at(-1)).toBe('3 of 3');
    await waitFor(() => expect(numbers()).toEqual(inTurn(1, 3, 3)));
    // More than the limit: the remaining lines move up.
    await goLive(parts, ...Array.from({ length: 44 }, (_, i) => event(200 + i)));
    await act(() => parts.time.frame());
    const drawn = numbers().length;
    expect(drawn).toBeLessThan(40);
    await waitFor(() => expect(numbers()).toEqual(inTurn(41 - drawn, 40, 40)));
    await goLive(parts, event(301));
    await waitFor(() => expect(numbers()).toEqual(inTurn(41 - drawn, 40, 40)));
  });

  test('updates positions while unrelated trades keep arriving', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101), event(102));
    const first = () => screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize');
    await goLive(parts, event(103));
    // Each check delivers a frame of the feed.
    await waitFor(
      async () => {
        await goLive(parts, event(1));
        expect(first()).toBe('3');
      },
      { interval: 20 },
    );
  });

  test('keeps the visible lines in place when lines are removed at the top [market.tape-bounded]', async () => {
    const bounded = setUp('trade-flash', '', { limit: 40 });
    await goLive(bounded, ...Array.from({ length: 40 }, (_, i) => event(200 + i)));
    // A batch this large is delayed by a frame.
    await act(() => bounded.time.frame());
    // The first scroll event measures the list's height.
    const list = await scrollTape({ scrollHeight: 1120, clientHeight: 280 }, 840, 560);
    await goLive(bounded, event(501), event(502), event(503));
    expect(list.scrollTop).toBe(560 - 3 * 28);
  });
});

test("applies alerts to the shown ticker, with the provider's message as a tooltip", async () => {
  const parts = setUp('trade-flash', 'SPY');
  await goLive(parts, event(101));
  await click('switch', 'Sound');
  // Switching sound on plays a sample.
  const received = parts.alerted.tones;
  await act(() => parts.time.advance(5000));
  await goLive(parts, event(60_000, { sym: 'O:QQQ251219P00500500' }));
  expect(parts.alerted.tones).toBe(received);
  await goLive(parts, event(60_000));
  expect(parts.alerted.tones).toBe(received + 1);
  await act(async () =>
    parts.sockets.latest().deliver([{ ev: 'status', status: 'auth_failed', message: 'No such key.' }]),
  );
  expect(screen.getByRole('status').title).toBe('No such key.');
});

describe('the minimum premium of an alert', () => {
  const least = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Alert over ($)' });

  test('is applied on Enter, keeping the focus, or on blur', async () => {
    const { alerts } = setUp('trade-flash');
    least().focus();
    await choose(least(), '2000');
    expect(alerts.$state.get().leastPremium).not.toBe(2000);
    const box = least();
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
    expect(alerts.$state.get().leastPremium).toBe(2000);
    expect(document.activeElement).toBe(box);
    expect(least()).toBe(box);
    await choose(box, '3000');
    await act(async () => fireEvent.blur(box));
    expect([alerts.$state.get().leastPremium, box.value]).toEqual([3000, '3,000']);
  });

  test('groups digits, and is as wide as its number', async () => {
    setUp('trade-flash');
    expect(least().value).toBe('1,000,000');
    expect(least().style.getPropertyValue('--ob-characters')).toBe('9');
    await choose(least(), '$1,234,567,890,123');
    await act(async () => fireEvent.blur(least()));
    expect(least().value).toBe('999,999,999,999');
  });

  test.each([
    ['1000000', '1,000,000'],
    ['$999,999,999,999.00', '999,999,999,999'],
  ])('keeps every digit of %s when it is typed', async (typed, shown) => {
    setUp('trade-flash');
    const user = userEvent.setup({ delay: null });
    await user.clear(least());
    await user.type(least(), typed);
    expect(least().value).toBe(typed);
    await user.tab();
    expect(least().value).toBe(shown);
  });

  test.each(['', '-5', '1.2.3', 'many'])(
    '%j changes nothing and restores the current value',
    async (typed) => {
      const { alerts } = setUp('trade-flash');
      const before = alerts.$state.get().leastPremium;
      await choose(least(), typed);
      await act(async () => fireEvent.blur(least()));
      expect([alerts.$state.get().leastPremium, least().value]).toEqual([before, '1,000,000']);
    },
  );

  test.each([
    ['denied', 'Your browser blocks notifications from this site. You can change this in its settings.'],
    ['unsupported', 'This browser has no notifications.'],
  ] as const)('explains the disabled switch when notifications are %s', (permission, why) => {
    setUp('trade-flash', '', { permission });
    const notify = screen.getByRole<HTMLInputElement>('switch', { name: 'Notify' });
    expect(notify.disabled).toBe(true);
    expect(screen.getByText(why)).toBeTruthy();
  });
});
