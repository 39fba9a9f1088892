import { readTicker } from '@openbell/core/option-symbol';
import type { ServerContext } from '../context.ts';
import { fieldError, HttpError, notAvailable, notFound } from '../http/http-error.ts';
import { type MarketDataProvider, MarketProviderError } from '../providers/market/market.types.ts';
import { defineRoutes } from '../routes.ts';
import { throttle } from '../security/limits.ts';
import { signLogo } from './logo-links.ts';
import { readCandleRange, readQuery } from './market-input.ts';
import { createTimeSaleCache, type TimeSaleCache } from './time-sale-cache.ts';

const UNAVAILABLE = 'Market data is not available right now.';

/** Calls the provider. Throws 404 if market data is off, 503 if the call fails. Logs the provider's message. */
async function callProvider<T>(
  { log, market }: ServerContext,
  request: (market: MarketDataProvider) => Promise<T>,
): Promise<T> {
  if (market === null) throw notAvailable('Market data is');
  try {
    return await request(market);
  } catch (error) {
    if (!(error instanceof MarketProviderError)) throw error;
    log.warn('market-provider-failed', { reason: error.code, message: error.message });
    throw new HttpError(503, UNAVAILABLE, { retryAfter: error.retryAfter ?? 30 });
  }
}

/** Returns the ticker in a path. Throws 404. */
function tickerOf(text: string): string {
  const ticker = readTicker(text);
  if (ticker === null) throw notFound();
  return ticker;
}

export function createMarketRoutes() {
  const caches = new WeakMap<ServerContext, TimeSaleCache>();
  const cacheOf = (context: ServerContext, market: MarketDataProvider): TimeSaleCache => {
    const cache = caches.get(context) ?? createTimeSaleCache(market, () => context.clock.now());
    caches.set(context, cache);
    return cache;
  };

  return defineRoutes({
    async tickers(context, { query }) {
      const text = readQuery(query.q);
      return { body: { data: await callProvider(context, (market) => market.searchTickers(text)) } };
    },

    async tickerDetails(context, { params }) {
      const ticker = tickerOf(params.ticker);
      const results = await callProvider(context, (market) => market.tickerDetails(ticker));
      if (results === null) throw notFound();
      const logo_url = await signLogo(context, results.branding.logo_url);
      return { body: { results: { ...results, branding: { ...results.branding, logo_url } } } };
    },

    async candles(context, { params, query }) {
      const ticker = tickerOf(params.ticker);
      const range = readCandleRange(query, context.clock.now());
      const data = await callProvider(context, (market) => market.candles(ticker, range));
      if (data === null) throw notFound();
      return { body: { data } };
    },

    async timeSale(context, { body, caller }) {
      await throttle(context, 'time-sale.user', caller.userId);
      const ticker = body.ticker.trim() === '' ? '' : readTicker(body.ticker);
      if (ticker === null) throw fieldError('ticker', 'This is not a ticker.');
      return {
        json: await callProvider(context, (market) => cacheOf(context, market).get(ticker)),
        encoding: 'gzip',
      };
    },
  });
}
