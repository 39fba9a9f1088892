// The answers of Polygon.io's REST API (Massive.com since 2025), as far as they are read. Unknown fields are ignored.
import * as v from 'valibot';

const finite = v.pipe(v.number(), v.finite());
const optionalText = v.optional(v.fallback(v.string(), ''), '');

/** Every answer of this API has it; `results` may be missing when there are none, so this tells an answer from other JSON. */
const status = v.string();

/** Entries that do not fit are left out; one odd contract must not cost the whole list. */
const rows = <const S extends v.GenericSchema<unknown, unknown>>(schema: S) =>
  v.pipe(
    v.optional(v.array(v.unknown()), []),
    v.transform((entries): v.InferOutput<S>[] =>
      entries.flatMap((entry) => {
        const read = v.safeParse(schema, entry);
        return read.success ? [read.output] : [];
      }),
    ),
  );

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
    market_cap: v.optional(v.nullable(finite)),
    description: optionalText,
    phone_number: optionalText,
    homepage_url: optionalText,
    branding: v.optional(
      v.fallback(v.object({ logo_url: optionalText, icon_url: optionalText }), {
        logo_url: '',
        icon_url: '',
      }),
    ),
    address: v.optional(
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
    v.object({ t: finite, o: finite, h: finite, l: finite, c: finite, v: v.optional(finite, 0) }),
  ),
});

const nanoseconds = v.pipe(finite, v.minValue(0));

const optionSnapshotSchema = v.object({
  details: v.object({
    ticker: v.pipe(v.string(), v.nonEmpty()),
    shares_per_contract: v.optional(finite, 100),
  }),
  day: v.optional(v.object({ volume: v.optional(finite, 0) })),
  greeks: v.optional(v.object({ delta: v.optional(finite) })),
  implied_volatility: v.optional(finite),
  last_quote: v.optional(v.object({ bid: finite, ask: finite, last_updated: nanoseconds })),
  last_trade: v.optional(
    v.object({
      price: finite,
      size: finite,
      sip_timestamp: nanoseconds,
      exchange: v.optional(finite),
      conditions: v.optional(v.array(finite), []),
    }),
  ),
  underlying_asset: v.optional(v.object({ price: v.optional(finite) })),
});
export type OptionSnapshot = v.InferOutput<typeof optionSnapshotSchema>;

export const optionChainSchema = v.object({
  status,
  results: rows(optionSnapshotSchema),
  next_url: v.optional(v.string()),
});

const optionTradeSchema = v.object({
  price: finite,
  size: finite,
  sip_timestamp: nanoseconds,
  exchange: v.optional(finite),
  conditions: v.optional(v.array(finite), []),
});
export type OptionTrade = v.InferOutput<typeof optionTradeSchema>;

export const optionTradesSchema = v.object({ status, results: rows(optionTradeSchema) });
