import type { ApiClient } from '@openbell/core/api-client';
import { type ChartError, createPriceChart } from '@openbell/core/chart';
import { createOptionsFeed, type FeedStatus } from '@openbell/core/options-feed';
import { createTickerDetails, type TickerDetailsError } from '@openbell/core/ticker-details';
import { createTickerSearch, type TickerSearchState } from '@openbell/core/ticker-search';
import { createTimeSales, type TimeSalesError } from '@openbell/core/time-sales';
import { createFlashAlerts, createTradeFlash, type FlashTrade } from '@openbell/core/trade-flash';
import { holds, type Same } from './expect.ts';

export function tickerSearch(api: ApiClient): void {
  const made = createTickerSearch({ api, debounceMs: 500 });
  // @ts-expect-error milliseconds, not words
  createTickerSearch({ api, debounceMs: '500' });
  made.type('aapl');
  // @ts-expect-error text
  made.type(null);
  holds<Same<TickerSearchState['status'], 'idle' | 'waiting' | 'searching' | 'found' | 'failed'>>();
  // @ts-expect-error options are read from outside, never written
  made.$state.get().options.push({ label: 'A', value: 'A' });
}

export async function timeSales(api: ApiClient): Promise<void> {
  const made = createTimeSales({ api });
  // @ts-expect-error an unknown option
  createTimeSales({ api, ticker: 'AAPL' });
  const result = await made.load('AAPL');
  if (result.ok) holds<Same<typeof result.value.count, number>>();
  else holds<Same<typeof result.error.code, TimeSalesError['code'] | 'superseded'>>();
  holds<Same<TimeSalesError['code'], 'market.time-sales.failed'>>();
  made.toggleSort('qty');
  // @ts-expect-error no such column
  made.toggleSort('volume');
  // @ts-expect-error up or down
  made.setSort({ column: 'qty', direction: 'sideways' });
}

export function tradeFlash(trade: FlashTrade): void {
  const feed = createOptionsFeed({ url: '/options', auth: () => null });
  // @ts-expect-error the hand-shake asks who it is each time: a function
  createOptionsFeed({ url: '/options', auth: 'key' });
  const flash = createTradeFlash({ feed, filter: { sizeOver: 100, conditions: new Set([15]) } });
  // @ts-expect-error a filter says its conditions
  createTradeFlash({ feed, filter: { sizeOver: 100 } });
  createFlashAlerts({ flash });
  // @ts-expect-error a trade is not changed in place
  trade.size = 1;
  holds<
    Same<
      FeedStatus,
      'idle' | 'connecting' | 'authenticating' | 'subscribing' | 'live' | 'waiting' | 'evicted' | 'refused'
    >
  >();
}

export async function oneTicker(api: ApiClient): Promise<void> {
  const chart = createPriceChart({ api });
  await chart.load('AAPL', '5m');
  // @ts-expect-error not an interval
  await chart.load('AAPL', '2h');
  holds<Same<ChartError['code'], 'market.graph.failed' | 'superseded'>>();
  const details = await createTickerDetails({ api }).load('AAPL');
  // @ts-expect-error a ticker may have no details
  if (details.ok) details.value.name;
  holds<Same<TickerDetailsError['code'], 'market.details.failed' | 'superseded'>>();
}
