// Handlers of the market data endpoints.
import type { Trade } from '@openbell/core/contract';
import { parseOptionSymbol, rootFilter, tickerKey, underlyingOf } from '@openbell/core/option-symbol';
import { fieldError, type Handlers, notFound } from './calls.ts';
import {
  candlesOf,
  companies,
  createSeededRandom,
  generateTrade,
  tickerDetailsOf,
  toTradeRow,
} from './market-data.ts';

const biggestOf = 10;
/** Length of a candle in seconds, by interval. */
const intervals: ReadonlyMap<string, number> = new Map([
  ['5m', 300],
  ['1h', 3_600],
  ['1d', 86_400],
]);
const yearSeconds = 366 * 86_400;

function companyOf(ticker: string | undefined) {
  const company = companies.find((one) => one.ticker === underlyingOf(ticker ?? ''));
  if (company === undefined) throw notFound();
  return company;
}

function readSeconds(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name) ?? '';
  if (text === '') return otherwise;
  if (!/^\d{1,10}$/.test(text)) throw fieldError(name, 'Must be a time in unix seconds.');
  return Number(text);
}

/** Generates today's trades, one every two seconds, newest first. */
function tradesOfDay(now: number, count: number): readonly Trade[] {
  const random = createSeededRandom(Math.floor(now / 86_400_000));
  return Array.from({ length: count }, (_, index) =>
    toTradeRow(generateTrade(random, now), now - index * 2_000),
  );
}

export function createMarketHandlers(
  rows: number,
): Handlers<'tickers' | 'tickerDetails' | 'timeSale' | 'candles'> {
  return {
    tickers({ query }) {
      const question = (query.get('q') ?? '').trim().toUpperCase();
      const key = tickerKey(question);
      const underlying = underlyingOf(question);
      const found = companies.filter(
        ({ ticker, name }) =>
          ticker === underlying ||
          (key !== '' && ticker.includes(key)) ||
          (question !== '' && name.toUpperCase().includes(question)),
      );
      return { body: { data: found.map(({ ticker }) => ({ label: ticker, value: ticker })) } };
    },

    tickerDetails: ({ params }) => ({ body: { results: tickerDetailsOf(companyOf(params.ticker)) } }),

    timeSale({ now, body }) {
      const isOwn = body.ticker === '' ? () => true : rootFilter(body.ticker);
      const data = tradesOfDay(now, rows).filter(({ option }) =>
        isOwn(parseOptionSymbol(option)?.root ?? ''),
      );
      const premium = ({ price, qty }: Trade): number => price * qty;
      const biggest_data = data.toSorted((a, b) => premium(b) - premium(a)).slice(0, biggestOf);
      return { body: { data, biggest_data } };
    },

    candles({ now, params, query }) {
      const seconds = intervals.get(query.get('interval') || '1d');
      if (seconds === undefined)
        throw fieldError('interval', `Must be one of ${[...intervals.keys()].join(', ')}.`);
      const to = readSeconds(query, 'to', Math.floor(now / 1000));
      const from = readSeconds(query, 'from', to - yearSeconds);
      return { body: { data: candlesOf(companyOf(params.ticker), { seconds, from, to }) } };
    },
  };
}
