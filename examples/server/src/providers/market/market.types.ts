import type { Candle, TickerDetails, TickerOption, Trade } from '@openbell/core/contract';

/** The candle intervals of every provider. */
export const CANDLE_INTERVALS = ['5m', '1h', '1d'] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

/** A range of candles. `from` and `to` are unix seconds, inclusive. */
export interface CandleRange {
  readonly interval: CandleInterval;
  readonly from: number;
  readonly to: number;
}

/** The tape of the call `time-sale`: `data` by time, newest first; `biggest_data` by premium, largest first. */
export interface TimeSales {
  readonly data: readonly Trade[];
  readonly biggest_data: readonly Trade[];
}

/** Maximum number of rows in `data`. */
export const TIME_SALES_LIMIT = 50_000;
/** Maximum number of rows in `biggest_data` ('Today's Biggest'). */
export const BIGGEST_LIMIT = 10;

export interface TickerLogo {
  readonly type: 'image/svg+xml' | 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

export const LOGO_PREFIX = '/media/tickers/';

/** Returns the path of a ticker's logo, for `branding.logo_url`. */
export function logoPath(ticker: string): string {
  return `${LOGO_PREFIX}${encodeURIComponent(ticker)}`;
}

/** A provider of market data. Arguments are valid tickers. All calls reject with {@link MarketProviderError}. */
export interface MarketDataProvider {
  readonly kind: 'sandbox' | 'polygon';
  /** Returns tickers whose symbol or name contains the text, best match first. */
  searchTickers(query: string): Promise<readonly TickerOption[]>;
  /** Returns null for an unknown ticker. */
  tickerDetails(ticker: string): Promise<TickerDetails | null>;
  /** Returns the logo of a ticker whose details were read before; null otherwise. Public, so it must not cause lookups. */
  tickerLogo(ticker: string): Promise<TickerLogo | null>;
  /** Returns candles, oldest first. Null for an unknown ticker. */
  candles(ticker: string, range: CandleRange): Promise<readonly Candle[] | null>;
  /** Returns a cache key of {@link timeSales}, which changes with its result. */
  timeSalesVersion(ticker: string): string;
  /** Returns the tape of one underlying, or of all for ''. Empty for an unknown ticker. */
  timeSales(ticker: string): Promise<TimeSales>;
}

type MarketProviderErrorCode = 'rate-limited' | 'refused' | 'unavailable' | 'malformed';

/** A market data or news provider failed. The message is for the log and contains no key. */
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
