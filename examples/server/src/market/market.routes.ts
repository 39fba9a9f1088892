import type { ServerContext } from '../context.ts';
import { absent, fieldError, HttpError, notFound } from '../http/http-error.ts';
import { defineRoutes } from '../http/route.ts';
import { type MarketDataProvider, MarketProviderError } from '../providers/market/market.types.ts';
import { throttle } from '../security/limits.ts';
import { readCandleRange, readQuestion, readTicker } from './market-input.ts';
import { createTimeSaleAnswers, type TimeSaleAnswers } from './time-sale-answers.ts';

const NOT_ANSWERING = 'Market data are not available at the moment.';

/** Calls the provider. Throws 404 when market data are off, 503 when it fails; the log has the provider's message. */
async function ask<T>(
  { log, market }: ServerContext,
  question: (market: MarketDataProvider) => Promise<T>,
): Promise<T> {
  if (market === null) throw absent('Market data is');
  try {
    return await question(market);
  } catch (error) {
    if (!(error instanceof MarketProviderError)) throw error;
    log.warn('market-provider-failed', { reason: error.code, message: error.message });
    throw new HttpError(503, NOT_ANSWERING, { retryAfter: error.retryAfter ?? 30 });
  }
}

/** Parses a ticker in a path. Throws 404. */
function tickerOf(text: string): string {
  const ticker = readTicker(text);
  if (ticker === null) throw notFound();
  return ticker;
}

/** The calls for tickers, details, candles, time and sales. */
export function createMarketRoutes() {
  const answers = new WeakMap<ServerContext, TimeSaleAnswers>();
  const answersOf = (context: ServerContext, market: MarketDataProvider): TimeSaleAnswers => {
    const known = answers.get(context);
    if (known !== undefined) return known;
    const made = createTimeSaleAnswers(market, () => context.clock.now());
    answers.set(context, made);
    return made;
  };

  return defineRoutes({
    async tickers(context, { query }) {
      const question = readQuestion(query.q);
      return { body: { data: await ask(context, (market) => market.searchTickers(question)) } };
    },

    async tickerDetails(context, { params }) {
      const ticker = tickerOf(params.ticker);
      const results = await ask(context, (market) => market.tickerDetails(ticker));
      if (results === null) throw notFound();
      return { body: { results } };
    },

    async candles(context, { params, query }) {
      const ticker = tickerOf(params.ticker);
      const range = readCandleRange(query, context.clock.now());
      const data = await ask(context, (market) => market.candles(ticker, range));
      if (data === null) throw notFound();
      return { body: { data } };
    },

    async timeSale(context, { body, caller }) {
      await throttle(context, 'time-sale.person', caller.userId);
      const ticker = body.ticker.trim() === '' ? '' : readTicker(body.ticker);
      if (ticker === null) throw fieldError('ticker', 'This is not a ticker.');
      return {
        json: await ask(context, (market) => answersOf(context, market).get(ticker)),
        encoding: 'gzip',
      };
    },
  });
}
