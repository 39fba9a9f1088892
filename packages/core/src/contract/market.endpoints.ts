// Calls of market data.
// Each row is everything about a call; docs/contract/openapi.json is made from the rows and their comments.

import { get, post } from './endpoint.build.ts';
import type { ContractCall } from './endpoint.types.ts';
import {
  type CandlesAnswer,
  candlesAnswerSchema,
  type TickerDetailsAnswer,
  type TickersAnswer,
  type TimeSaleAnswer,
  type TimeSaleBody,
  tickerDetailsAnswerSchema,
  tickersAnswerSchema,
  timeSaleAnswerSchema,
} from './market.ts';

/**
 * Searches tickers.
 *
 * @response 422
 */
export const tickersEndpoint: ContractCall<
  'subscriber',
  TickersAnswer,
  undefined,
  undefined,
  { readonly q: string }
> = /* @__PURE__ */ get('/app/marketdata/ticker', tickersAnswerSchema, {
  access: 'subscriber',
  hasDataKey: true,
});

/**
 * Returns the company behind a ticker.
 *
 * @response 404 A ticker with this symbol.
 */
export const tickerDetailsEndpoint: ContractCall<
  'subscriber',
  TickerDetailsAnswer,
  undefined,
  { readonly ticker: string }
> = /* @__PURE__ */ get('/app/marketdata/ticker-details/{ticker}', tickerDetailsAnswerSchema, {
  access: 'subscriber',
});

/**
 * Returns the option trades of a ticker, or of all tickers.
 *
 * An empty `ticker` means all. `biggest_data` has the ten largest trades by premium.
 */
export const timeSaleEndpoint: ContractCall<'subscriber', TimeSaleAnswer, TimeSaleBody> =
  /* @__PURE__ */ post('/app/marketdata/time-sale', timeSaleAnswerSchema, {
    access: 'subscriber',
    // 64 MiB: 50,000 trades, of up to 1.3 KB each.
    hasDataKey: true,
    maxAnswerBytes: 67_108_864,
  });

/**
 * Returns the candles of a ticker for the built-in chart.
 *
 * @addition
 * @response 404 A ticker with this symbol.
 * @response 422
 */
export const candlesEndpoint: ContractCall<
  'subscriber',
  CandlesAnswer,
  undefined,
  { readonly ticker: string },
  {
    readonly interval?: string | undefined;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  }
> = /* @__PURE__ */ get('/app/marketdata/candles/{ticker}', candlesAnswerSchema, {
  access: 'subscriber',
  hasDataKey: true,
});
