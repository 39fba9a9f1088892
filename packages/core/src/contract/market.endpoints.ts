// Calls of market data.
// Each row is everything about a call; docs/contract/openapi.json is made from the rows and their comments.

import { get, post } from './endpoint.build.ts';
import type { ContractCall } from './endpoint.types.ts';
import {
  type CandlesResponse,
  candlesResponseSchema,
  type TickerDetailsResponse,
  type TickersResponse,
  type TimeSaleBody,
  type TimeSaleResponse,
  tickerDetailsResponseSchema,
  tickersResponseSchema,
  timeSaleResponseSchema,
} from './market.ts';

/**
 * Searches tickers.
 *
 * @response 422
 */
export const tickersEndpoint: ContractCall<
  'subscriber',
  TickersResponse,
  undefined,
  undefined,
  { readonly q: string }
> = /* @__PURE__ */ get('/app/marketdata/ticker', tickersResponseSchema, {
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
  TickerDetailsResponse,
  undefined,
  { readonly ticker: string }
> = /* @__PURE__ */ get('/app/marketdata/ticker-details/{ticker}', tickerDetailsResponseSchema, {
  access: 'subscriber',
});

/**
 * Returns the option trades of a ticker, or of all tickers.
 *
 * An empty `ticker` means all. `biggest_data` has the ten largest trades by premium.
 */
export const timeSaleEndpoint: ContractCall<'subscriber', TimeSaleResponse, TimeSaleBody> =
  /* @__PURE__ */ post('/app/marketdata/time-sale', timeSaleResponseSchema, {
    access: 'subscriber',
    // 64 MiB: 50,000 trades, of up to 1.3 KB each.
    hasDataKey: true,
    maxResponseBytes: 67_108_864,
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
  CandlesResponse,
  undefined,
  { readonly ticker: string },
  {
    readonly interval?: string | undefined;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  }
> = /* @__PURE__ */ get('/app/marketdata/candles/{ticker}', candlesResponseSchema, {
  access: 'subscriber',
  hasDataKey: true,
});
