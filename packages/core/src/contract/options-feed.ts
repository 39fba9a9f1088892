// Frames of the options feed: JSON arrays of events.
import * as v from 'valibot';
import type { Schema } from './schema.ts';

/** The status of the connection. */
export interface FeedStatusEvent {
  readonly ev: 'status';
  /**
   * The provider's: connected, auth_success, auth_failed, success, error, auth_timeout, max_connections, … The reference
   * server adds upstream_unavailable (it lost its provider), upstream_available (it is connected to its provider) and
   * slow_consumer (it dropped trades for this client). Clients ignore unknown ones.
   */
  readonly status: string;
  readonly message: string;
}

/** A trade. */
export interface FeedTradeEvent {
  readonly ev: 'T';
  /** The OCC symbol, with or without `O:`. */
  readonly sym: string;
  /** Exchange id; unknown ids are passed through. */
  readonly x?: number | undefined;
  /** Price per share in dollars. */
  readonly p: number;
  /** Contracts. */
  readonly s: number;
  /** Condition ids; may be missing. */
  readonly c?: readonly number[] | undefined;
  /** Unix milliseconds. */
  readonly t: number;
  /** Ascends per symbol, from the start each day; gaps are normal. 0 identifies nothing. */
  readonly q?: number | undefined;
}

export type FeedEvent = FeedStatusEvent | FeedTradeEvent;

export interface FeedAction {
  readonly action: 'auth' | 'subscribe' | 'unsubscribe';
  readonly params: string;
}

export const feedStatusEventSchema: Schema<FeedStatusEvent> = v.object({
  ev: v.literal('status'),
  status: v.string(),
  message: v.optional(v.string(), ''),
});

export const feedTradeEventSchema: Schema<FeedTradeEvent> = v.object({
  ev: v.literal('T'),
  sym: v.string(),
  x: v.optional(v.number()),
  p: v.pipe(v.number(), v.finite()),
  s: v.pipe(v.number(), v.finite()),
  c: v.optional(v.array(v.number())),
  t: v.pipe(v.number(), v.finite()),
  q: v.optional(v.number()),
});

export const feedActionSchema: Schema<FeedAction> = v.object({
  action: v.picklist(['auth', 'subscribe', 'unsubscribe']),
  params: v.pipe(v.string(), v.maxLength(20_000)),
});
