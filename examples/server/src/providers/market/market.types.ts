import type { Candle, TickerDetails, TickerOption, Trade } from '@openbell/core/contract';

/** The candle widths that every provider serves. */
export const CANDLE_INTERVALS = ['5m', '1h', '1d'] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

/** Which candles: `from` and `to` are unix seconds, both included. */
export interface CandleRange {
  readonly interval: CandleInterval;
  readonly from: number;
  readonly to: number;
}

/** A tape as the contract's `time-sale` answers it: newest first in `data`, largest premium first in `biggest_data`. */
export interface TimeSales {
  readonly data: readonly Trade[];
  readonly biggest_data: readonly Trade[];
}

/** The newest rows of a tape that an answer holds. */
export const TIME_SALES_LIMIT = 50_000;
/** The rows of 'Today's Biggest'. */
export const BIGGEST_LIMIT = 10;

/** A picture, as it is served to a browser. */
export interface TickerLogo {
  readonly type: 'image/svg+xml' | 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** Where a ticker's picture is served; the address for `branding.logo_url`. */
export function logoPath(ticker: string): string {
  return `/media/tickers/${encodeURIComponent(ticker)}`;
}

/** A provider of market data. Tickers are valid, results are validated. All calls reject with {@link MarketProviderError}. */
export interface MarketDataProvider {
  readonly kind: 'sandbox' | 'polygon';
  /** Tickers whose symbol or name contains the text, best first. */
  searchTickers(query: string): Promise<readonly TickerOption[]>;
  /** Null when there is no such ticker. */
  tickerDetails(ticker: string): Promise<TickerDetails | null>;
  /** Returns the logo of a ticker whose details were read before; null otherwise. Public, so it must not cause lookups. */
  tickerLogo(ticker: string): Promise<TickerLogo | null>;
  /** Ascending by time; empty when there are none, null when there is no such ticker. */
  candles(ticker: string, range: CandleRange): Promise<readonly Candle[] | null>;
  /** Cache key of {@link timeSales}: equal while its result is the same. */
  timeSalesVersion(ticker: string): string;
  /** The tape of one underlying, or of all for ''. An unknown ticker has an empty tape. */
  timeSales(ticker: string): Promise<TimeSales>;
}

/** Why a provider could not answer. */
export type MarketProviderErrorCode = 'rate-limited' | 'refused' | 'unavailable' | 'malformed';

/** A provider's failure. The message is for the log and contains no key. */
export class MarketProviderError extends Error {
  readonly code: MarketProviderErrorCode;
  /** Seconds until a retry; null if unknown. */
  readonly retryAfter: number | null;

  constructor(code: MarketProviderErrorCode, message: string, retryAfter: number | null = null) {
    super(message);
    this.name = 'MarketProviderError';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
