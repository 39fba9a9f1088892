// The used parts of responses of Polygon.io's REST API (Massive.com since 2025). Unknown fields are ignored.
import { instantSchema, lenientList, type Schema } from '@openbell/core/contract';
import * as v from 'valibot';

const finite = v.pipe(v.number(), v.finite());
/** An optional field. An invalid value counts as missing. */
const part = <const S extends v.GenericSchema<unknown, unknown>>(schema: S) =>
  v.optional(v.fallback(v.optional(schema), undefined));
const optionalText = v.optional(v.fallback(v.string(), ''), '');

/** In every response. `results` may be missing, so this distinguishes a response from other JSON. */
const status = v.string();

/** A list. Invalid entries are left out. */
const rows = <T>(schema: Schema<T>) => v.optional(lenientList(schema), []);

export const tickersSchema = v.object({
  status,
  results: rows(v.object({ ticker: v.pipe(v.string(), v.nonEmpty()), name: optionalText })),
});

export const tickerSchema = v.object({
  results: v.object({
    ticker: v.pipe(v.string(), v.nonEmpty()),
    name: optionalText,
    market: optionalText,
    primary_exchange: optionalText,
    market_cap: part(finite),
    description: optionalText,
    phone_number: optionalText,
    homepage_url: optionalText,
    branding: part(v.object({ logo_url: optionalText, icon_url: optionalText })),
    address: part(
      v.object({
        address1: optionalText,
        city: optionalText,
        state: optionalText,
        postal_code: optionalText,
      }),
    ),
  }),
});

export const aggregatesSchema = v.object({
  status,
  results: rows(
    v.object({
      t: finite,
      o: finite,
      h: finite,
      l: finite,
      c: finite,
      v: v.optional(v.fallback(finite, 0), 0),
    }),
  ),
  next_url: v.optional(v.string()),
});

const conditions = v.optional(v.fallback(v.array(finite), []), []);
const nanoseconds = v.pipe(finite, v.minValue(0));

const optionTradeSchema = v.object({
  price: finite,
  size: finite,
  sip_timestamp: nanoseconds,
  exchange: part(finite),
  conditions,
});
export type OptionTrade = v.InferOutput<typeof optionTradeSchema>;

const optionSnapshotSchema = v.object({
  details: v.object({
    ticker: v.pipe(v.string(), v.nonEmpty()),
    shares_per_contract: v.optional(v.fallback(finite, 100), 100),
  }),
  day: part(v.object({ volume: part(finite) })),
  greeks: part(v.object({ delta: part(finite) })),
  implied_volatility: part(finite),
  last_quote: part(v.object({ bid: finite, ask: finite, last_updated: nanoseconds })),
  last_trade: part(optionTradeSchema),
  underlying_asset: part(v.object({ price: part(finite) })),
});
export type OptionSnapshot = v.InferOutput<typeof optionSnapshotSchema>;

export const optionChainSchema = v.object({
  status,
  results: rows(optionSnapshotSchema),
  next_url: v.optional(v.string()),
});

export const optionTradesSchema = v.object({ status, results: rows(optionTradeSchema) });

export const newsSchema = v.object({
  status,
  results: rows(
    v.object({
      id: v.pipe(v.string(), v.nonEmpty()),
      title: v.string(),
      published_utc: instantSchema,
      article_url: optionalText,
      image_url: optionalText,
      description: optionalText,
    }),
  ),
});
