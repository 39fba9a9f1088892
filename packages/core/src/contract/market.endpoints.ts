// The calls of market data.

import { get, post } from './endpoint.build.ts';
import type { Endpoints } from './endpoint.types.ts';
import {
  candlesAnswerSchema,
  tickerDetailsAnswerSchema,
  tickersAnswerSchema,
  timeSaleAnswerSchema,
} from './market.ts';

export const tickersEndpoint: Endpoints['tickers'] = /* @__PURE__ */ get(
  '/app/marketdata/ticker',
  tickersAnswerSchema,
  true,
);
export const tickerDetailsEndpoint: Endpoints['tickerDetails'] = /* @__PURE__ */ get(
  '/app/marketdata/ticker-details/{ticker}',
  tickerDetailsAnswerSchema,
);
export const timeSaleEndpoint: Endpoints['timeSale'] = /* @__PURE__ */ post(
  '/app/marketdata/time-sale',
  timeSaleAnswerSchema,
  // 64 MiB: 50,000 trades, of up to 1.3 KB each.
  { hasDataKey: true, maxAnswerBytes: 67_108_864 },
);
export const candlesEndpoint: Endpoints['candles'] = /* @__PURE__ */ get(
  '/app/marketdata/candles/{ticker}',
  candlesAnswerSchema,
  true,
);
