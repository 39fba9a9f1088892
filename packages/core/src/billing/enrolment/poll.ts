import type { ExpirationResponse } from '../../contract/index.ts';
import { retryDelay } from '../../shared/retry.ts';

/** Limits of the subscription poll. */
export interface PollLimits {
  /** Milliseconds between a response and the next request: 1000. */
  readonly interval: number;
  /** Milliseconds after which the state is `late`: 60,000. */
  readonly longAfter: number;
  /** The longest accepted `Retry-After`, in milliseconds. */
  readonly longestWait: number;
}

export const DEFAULT_POLL_LIMITS: PollLimits = { interval: 1000, longAfter: 60_000, longestWait: 60_000 };

/** Final statuses without payment; `incomplete` is not final. */
const FAILED: ReadonlySet<string> = new Set([
  'failed',
  'declined',
  'expired',
  'incomplete_expired',
  'canceled',
  'cancelled',
  'unpaid',
]);

/** The meaning of one response of `GET /web/user-expiration`. */
export type PollOutcome =
  | { readonly kind: 'active' }
  | { readonly kind: 'waiting' }
  /** `message` is the server's, or null. */
  | { readonly kind: 'failed'; readonly message: string | null };

/** Reads a response: active ends the poll, a failed status ends it with its message. */
export function readPollResponse(response: ExpirationResponse): PollOutcome {
  if (response.active) return { kind: 'active' };
  if (FAILED.has(response.status?.trim().toLowerCase() ?? '')) {
    return { kind: 'failed', message: response.message };
  }
  return { kind: 'waiting' };
}

/** Milliseconds until the next request; `retryAfter` in seconds, or null. */
export function pollDelay(retryAfter: number | null, limits: PollLimits = DEFAULT_POLL_LIMITS): number {
  const { interval, longestWait } = limits;
  const policy = { firstMs: interval, longestMs: interval, retryAfterMs: [interval, longestWait] } as const;
  return retryDelay(policy, 1, retryAfter);
}
