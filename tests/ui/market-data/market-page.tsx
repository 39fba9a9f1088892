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
import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { expect } from 'vitest';

export const timeSalePath = '/app/marketdata/time-sale';
export const detailsPath = '/app/marketdata/ticker-details/{ticker}';
export const candlesPath = '/app/marketdata/candles/{ticker}';
export const tickerPath = '/app/marketdata/ticker';

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
