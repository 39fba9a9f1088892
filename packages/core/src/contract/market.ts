// Market data over HTTP: ticker options, ticker details, rows of time and sales, candles.
import * as v from 'valibot';
import {
  type IsoInstant,
  inputText,
  instantSchema,
  nullableNumberSchema,
  nullableTextSchema,
  numberSchema,
  textSchema,
  webAddressSchema,
} from './primitives.ts';
import { lenientList, orAbsent, type Schema } from './schema.ts';

export interface TickerOption {
  readonly label: string;
  readonly value: string;
}

/** Rejects an option without a `value`, because it cannot be selected. */
export const tickerOptionSchema: Schema<TickerOption> = v.pipe(
  v.object({
    label: orAbsent(v.string(), '', v.pipe(v.string(), v.nonEmpty())),
    value: v.pipe(v.string(), v.nonEmpty()),
  }),
  v.transform(({ label, value }) => ({ label: label || value, value })),
);

export interface TickersResponse {
  readonly data: readonly TickerOption[];
}

export const tickersResponseSchema: Schema<TickersResponse> = v.object({
  data: lenientList(tickerOptionSchema),
});

export interface TickerDetails {
  readonly name: string;
  /** Empty when missing. */
  readonly ticker: string;
  readonly market: string;
  readonly primary_exchange: string;
  /** Dollars; null when unknown. */
  readonly market_cap: number | null;
  readonly description: string;
  readonly phone_number: string;
  readonly address: {
    readonly address1: string;
    readonly city: string;
    readonly postal_code: string;
    readonly state: string;
  };
  readonly homepage_url: string;
  readonly branding: { readonly logo_url: string | null };
}

const addressSchema: Schema<TickerDetails['address']> = v.object({
  address1: textSchema,
  city: textSchema,
  postal_code: textSchema,
  state: textSchema,
});

export const tickerDetailsSchema: Schema<TickerDetails> = v.pipe(
  v.object({
    name: textSchema,
    ticker: orAbsent(v.string(), '', v.pipe(v.string(), v.nonEmpty())),
    market: textSchema,
    primary_exchange: textSchema,
    market_cap: nullableNumberSchema,
    description: textSchema,
    phone_number: textSchema,
    address: v.fallback(addressSchema, { address1: '', city: '', postal_code: '', state: '' }),
    homepage_url: webAddressSchema,
    branding: v.fallback(v.object({ logo_url: nullableTextSchema }), { logo_url: null }),
  }),
  v.check(({ name, ticker, description }) => `${name}${ticker}${description}` !== '', 'Nothing to show'),
);

export interface TickerDetailsResponse {
  readonly results: TickerDetails | null;
}

export const tickerDetailsResponseSchema: Schema<TickerDetailsResponse> = v.object({
  results: v.nullable(tickerDetailsSchema),
});

/** 1 = bought (at or above the ask), 3 = sold (at or below the bid), anything else = between. */
export type TradeSide = number;

/** One row of time and sales. */
export interface Trade {
  readonly time: IsoInstant;
  /** The OCC symbol, with or without `O:`. */
  readonly option: string;
  /** Contracts. */
  readonly qty: number;
  /** Price per share in dollars. */
  readonly price: number;
  /** The exchange's name. */
  readonly exchange: string;
  /** `<bid>x<ask>`. */
  readonly market: string;
  /** Delta as a fraction; null when unknown. */
  readonly delta: number | null;
  /** Implied volatility as a fraction; null when unknown. */
  readonly iv: number | null;
  /** The underlying's price in dollars. */
  readonly underlying: number | null;
  /** The condition's name. */
  readonly condition: string;
  readonly type: TradeSide;
  /** 1 = call, otherwise put. */
  readonly contract_type: number;
}

export const tradeSchema: Schema<Trade> = v.object({
  time: instantSchema,
  option: v.pipe(v.string(), v.nonEmpty()),
  qty: numberSchema,
  price: numberSchema,
  exchange: textSchema,
  market: textSchema,
  delta: nullableNumberSchema,
  iv: nullableNumberSchema,
  underlying: nullableNumberSchema,
  condition: textSchema,
  type: v.fallback(numberSchema, 2),
  contract_type: v.fallback(numberSchema, 2),
});

export interface TimeSaleBody {
  /** Ticker symbol; empty for all. */
  readonly ticker: string;
}

export const timeSaleBodySchema: Schema<TimeSaleBody> = v.object({
  ticker: v.optional(v.pipe(inputText(20), v.trim()), ''),
});

/**
 * `{ data, biggest_data }`. The rows are not validated here: time-sales reads them directly into columns, because
 * building a million objects twice takes seconds.
 */
export interface TimeSaleResponse {
  readonly data: readonly unknown[];
  readonly biggest_data: readonly unknown[];
}

export const timeSaleResponseSchema: Schema<TimeSaleResponse> = v.object({
  data: v.custom<readonly unknown[]>(Array.isArray, 'Not a list'),
  biggest_data: v.fallback(v.custom<readonly unknown[]>(Array.isArray), () => []),
});

export interface Candle {
  /** Unix seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export const candleSchema: Schema<Candle> = v.object({
  time: numberSchema,
  open: numberSchema,
  high: numberSchema,
  low: numberSchema,
  close: numberSchema,
  volume: v.fallback(numberSchema, 0),
});

export interface CandlesResponse {
  readonly data: readonly Candle[];
}

export const candlesResponseSchema: Schema<CandlesResponse> = v.object({ data: lenientList(candleSchema) });
