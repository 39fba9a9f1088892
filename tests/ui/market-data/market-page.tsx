// The market page with fakes: its features, a mock server and a mock provider.
import { type CandleDrawing, createPriceChart } from '@openbell/core/chart';
import type { Trade } from '@openbell/core/contract';
import { createOptionsFeed } from '@openbell/core/options-feed';
import type { NotificationsPermission } from '@openbell/core/ports';
import { createTickerDetails } from '@openbell/core/ticker-details';
import { createTickerSearch } from '@openbell/core/ticker-search';
import { createTimeSales } from '@openbell/core/time-sales';
import { createFlashAlerts, createTradeFlash } from '@openbell/core/trade-flash';
import {
  createFakeApi,
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  type FakeApi,
  settle,
} from '@openbell/testing';
import { type MarketDataTab, MarketDataTabs } from '@openbell/ui';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { expect, onTestFinished } from 'vitest';

export const timeSalePath = '/app/marketdata/time-sale';
export const detailsPath = '/app/marketdata/ticker-details/{ticker}';
export const candlesPath = '/app/marketdata/candles/{ticker}';
export const tickerPath = '/app/marketdata/ticker';

/** The details of a ticker as the server sends them. */
export const apple = {
  name: 'Apple Inc.',
  ticker: 'AAPL',
  market: 'stocks',
  primary_exchange: 'XNAS',
  market_cap: 3_970_000_000_000,
  description: 'Designs phones.',
  phone_number: '408-996-1010',
  address: { address1: 'One Apple Park Way', city: 'Cupertino', postal_code: '95014', state: 'CA' },
  homepage_url: 'https://www.apple.com',
  branding: { logo_url: '/api/logos/AAPL.svg' },
};

interface Setting {
  /** Maximum number of trades in the tape. */
  readonly limit?: number;
  readonly permission?: NotificationsPermission;
}

export function setUp(tab: MarketDataTab, ticker = '', { limit, permission = 'default' }: Setting = {}) {
  const api: FakeApi = createFakeApi(settle);
  const time = createFakeTime();
  const sockets = createFakeSockets();
  const { scheduler, clock } = time;
  const painted: unknown[] = [];
  const feed = createOptionsFeed({
    url: 'wss://feed.test/options',
    auth: () => 'token',
    socketFactory: sockets.factory,
    page: createFakePage(),
    random: createFakeRandom(),
    scheduler,
    clock,
  });
  const tradeFlash = createTradeFlash({
    feed,
    scheduler,
    now: clock.now,
    ...(limit === undefined ? {} : { limit }),
  });
  const alerted = {
    asked: 0,
    tones: 0,
    notices: [] as string[],
    permission,
  };
  const parts = {
    feed,
    timeSales: createTimeSales({ api, feed, scheduler }),
    tradeFlash,
    alerts: createFlashAlerts({
      flash: tradeFlash,
      scheduler,
      tones: {
        play() {
          alerted.tones += 1;
        },
      },
      notifications: {
        permission: () => alerted.permission,
        async request() {
          alerted.asked += 1;
          alerted.permission = 'granted';
          return 'granted';
        },
      },
      notifier: { show: ({ title, body }) => void alerted.notices.push(`${title} | ${body}`) },
    }),
    search: createTickerSearch({ api, scheduler }),
    details: createTickerDetails({ api }),
    chart: createPriceChart({ api, clock }),
    paintChart: (): CandleDrawing => ({
      show: (candles, interval) => void painted.push({ candles, interval }),
      recolour: () => {},
      destroy: () => {},
    }),
  };
  function Owner() {
    const [shown, setShown] = useState<MarketDataTab>(tab);
    const [chosen, setChosen] = useState(ticker);
    return (
      <MarketDataTabs
        tab={shown}
        ticker={chosen}
        onTabChange={setShown}
        onTickerChange={setChosen}
        {...parts}
      />
    );
  }
  const view = render(
    <StrictMode>
      <Owner />
    </StrictMode>,
  );
  return { api, time, sockets, view, painted, alerted, ...parts };
}

export async function showRows(rows: readonly Trade[]) {
  const parts = setUp('time-sales');
  await act(() => parts.api.latest(timeSalePath).succeed({ data: rows, biggest_data: [] }));
  return parts;
}

/** A trade of the feed with `s` contracts. */
export const event = (s: number, parts: object = {}): unknown => ({
  ev: 'T',
  sym: 'O:SPY251219C00650000',
  x: 1,
  p: 1.5,
  s,
  c: [209],
  t: 1_763_650_000_000,
  ...parts,
});

/** Completes the handshake and delivers these trades. */
export async function goLive(
  { sockets, time }: ReturnType<typeof setUp>,
  ...events: unknown[]
): Promise<void> {
  await act(async () => {
    const socket = sockets.latest();
    socket.accept();
    for (const status of ['connected', 'auth_success', 'success']) socket.deliver([{ ev: 'status', status }]);
    socket.deliver(events);
    await time.frame();
  });
}

/** Returns the ticker search once the code of its suggestions has been loaded: Base UI's input turns autocorrection off. */
export async function suggestingBox(): Promise<HTMLInputElement> {
  const box = () => screen.getByRole<HTMLInputElement>('combobox');
  await act(async () => box().focus());
  await waitFor(() => expect(box().getAttribute('autocorrect')).toBe('off'));
  return box();
}

/**
 * The texts of a column in the rendered rows. Uses selectors, because role queries over hundreds of cells take seconds.
 */
export function columnTexts(column: number): string[] {
  const rows = [...document.querySelectorAll('tbody [role="row"]')];
  return rows.map((row) => row.querySelectorAll('[role="gridcell"]')[column]?.textContent ?? '');
}

/** Searches for a ticker in the box, and returns the suggestions that the server sends. */
export async function searchTicker(api: FakeApi, text: string, data: readonly object[]): Promise<void> {
  const box = screen.getByRole('combobox');
  await act(async () => fireEvent.change(box, { target: { value: text } }));
  await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
  await act(() => api.latest(tickerPath).succeed({ data }));
}

/** Chooses a suggestion. */
export const chooseTicker = (name: string) =>
  act(async () => fireEvent.click(await screen.findByRole('option', { name })));

/** Presses a button, a switch or a tab. */
export const click = (role: 'button' | 'switch' | 'tab', name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole(role, { name })));

/** Gives the tape a layout, because jsdom has none, and scrolls it to these positions. */
export async function scrollTape(
  { scrollHeight, clientHeight }: { readonly scrollHeight: number; readonly clientHeight: number },
  ...tops: readonly number[]
): Promise<HTMLElement> {
  const list = screen.getByRole('list');
  Object.defineProperties(list, {
    scrollHeight: { value: scrollHeight, configurable: true },
    clientHeight: { value: clientHeight, configurable: true },
  });
  for (const top of tops) {
    list.scrollTop = top;
    await act(async () => fireEvent.scroll(list));
  }
  return list;
}

/** Collects what is copied, until the test ends. */
export function fakeClipboard(): string[] {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  return copied;
}
