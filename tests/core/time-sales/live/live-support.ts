// Rows, prints and a fake feed for tests of live trades.
import type { FeedTradeEvent, Trade } from '@openbell/core/contract';
import { createOptionsFeed } from '@openbell/core/options-feed';
import type { TimedTrade } from '@openbell/core/time-sales';
import {
  createFakeApi,
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  settle,
} from '@openbell/testing';
import { readLiveTrades, rootsOf } from '../../../../packages/core/src/time-sales/live/live-row.ts';

export const timeSalePath = '/app/marketdata/time-sale';
export const noon = Date.UTC(2025, 10, 20, 17);

export function row(parts: Partial<Trade> = {}): Trade {
  return {
    time: new Date(noon).toISOString(),
    option: 'SPY251219C00650000',
    qty: 5,
    price: 1.25,
    exchange: 'BOX Options',
    market: '1.20x1.25',
    delta: 0.5,
    iv: 0.25,
    underlying: 649.5,
    condition: 'Automatic Execution',
    type: 1,
    contract_type: 1,
    ...parts,
  };
}

/** A trade of the feed as a row of a ticker (empty: all tickers); null for another ticker's trade or an unreadable one. */
export function liveRow(trade: FeedTradeEvent, ticker: string): TimedTrade | null {
  return readLiveTrades([trade], rootsOf(ticker)).trades[0] ?? null;
}

let sequence = 0;
export function event(parts: Partial<FeedTradeEvent> = {}): FeedTradeEvent {
  sequence += 1;
  return {
    ev: 'T',
    sym: 'O:SPY251219C00650000',
    x: 301,
    p: 1.25,
    s: 7,
    c: [209],
    t: noon + 1000,
    q: sequence,
    ...parts,
  };
}

export function openFeed() {
  const api = createFakeApi(settle);
  const time = createFakeTime();
  const sockets = createFakeSockets();
  const feed = createOptionsFeed({
    url: 'wss://feed.test/options',
    auth: () => 'token',
    socketFactory: sockets.factory,
    page: createFakePage(),
    random: createFakeRandom(),
    scheduler: time.scheduler,
    clock: time.clock,
  });
  return {
    api,
    time,
    sockets,
    feed,
    greet: (): void => {
      sockets.latest().accept();
      for (const status of ['connected', 'auth_success', 'success'])
        sockets.latest().deliver([{ ev: 'status', status }]);
    },
  };
}
