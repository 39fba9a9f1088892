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

/**
 * Where market data come from. Tickers arrive checked (upper case, of the allowed characters); everything that a
 * provider hands back has been validated by it. A failure is a {@link MarketProviderError}, never anything else.
 */
export interface MarketDataProvider {
  readonly kind: 'sandbox' | 'polygon';
  /** Tickers whose symbol or name contains the text, best first. */
  searchTickers(query: string): Promise<readonly TickerOption[]>;
  /** Null when there is no such ticker. */
  tickerDetails(ticker: string): Promise<TickerDetails | null>;
  /**
   * The picture of a ticker whose details have been given; null when there is none. Anyone may ask for it, so it
   * costs a provider no call for tickers that nobody has looked up.
   */
  tickerLogo(ticker: string): Promise<TickerLogo | null>;
  /** Ascending by time; empty when there are none, null when there is no such ticker. */
  candles(ticker: string, range: CandleRange): Promise<readonly Candle[] | null>;
  /** Equal as long as {@link timeSales} would answer the same: what an answer may be cached by. */
  timeSalesVersion(ticker: string): string;
  /** The tape of one underlying, or of all for ''. An unknown ticker has an empty tape. */
  timeSales(ticker: string): Promise<TimeSales>;
}

/** Why a provider could not answer. */
export type MarketProviderErrorCode = 'rate-limited' | 'refused' | 'unavailable' | 'malformed';

/** A provider's failure. The message is for the log: it names the call, never the key. */
export class MarketProviderError extends Error {
  readonly code: MarketProviderErrorCode;
  /** Seconds, when the provider said when to come again. */
  readonly retryAfter: number | null;

  constructor(code: MarketProviderErrorCode, message: string, retryAfter: number | null = null) {
    super(message);
    this.name = 'MarketProviderError';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
