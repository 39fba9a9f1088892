import type { FeedStatusEvent } from '../contract/index.ts';
import { type BackOff, backoffDelay, withJitter } from '../shared/retry.ts';

/**
 * The meaning of a provider's status for the connection. Only the reference server sends `interrupted` (its own provider
 * is not connected; it reconnects), `restored` (it is connected) and `behind` (this client is too slow, so trades were left
 * out).
 */
export type StatusMeaning =
  | 'connected'
  | 'authenticated'
  | 'subscribed'
  | 'refused'
  | 'evicted'
  | 'trouble'
  | 'interrupted'
  | 'restored'
  | 'behind'
  | 'other';

const meanings: ReadonlyMap<string, StatusMeaning> = new Map([
  ['connected', 'connected'],
  ['auth_success', 'authenticated'],
  ['success', 'subscribed'],
  ['auth_failed', 'refused'],
  ['max_connections', 'evicted'],
  ['auth_timeout', 'trouble'],
  ['upstream_unavailable', 'interrupted'],
  ['upstream_available', 'restored'],
  ['slow_consumer', 'behind'],
]);

export function meaningOf({ status, message }: FeedStatusEvent): StatusMeaning {
  // Older servers refuse a key with an `error`.
  if (status === 'error') return /authentication failed/i.test(message) ? 'refused' : 'trouble';
  return meanings.get(status) ?? 'other';
}

/** The number of trades that a `slow_consumer` status reports as left out: the first number of its message, or 1. */
export function leftOutOf(event: FeedStatusEvent): number {
  return Math.max(1, Number(/\d{1,15}/.exec(event.message)?.[0]) || 1);
}

export type { BackOff };

/** After a lost connection: 1 s, 2 s, 4 s … up to 1 min. */
export const lostBackOff: BackOff = { firstMs: 1000, longestMs: 60_000 };

/** After an eviction: 30 s, 1 min … up to 5 min, because two clients of one key evict each other. */
export const evictedBackOff: BackOff = { firstMs: 30_000, longestMs: 300_000 };

/** Milliseconds before an attempt (counted from 1). `part` from 0 to 1 adds up to 20 % of jitter. */
export function delayBefore(attempt: number, backOff: BackOff, part: number): number {
  return withJitter(backoffDelay(backOff, attempt), 0.2, part);
}

/** True for a close code that no retry with the same token changes: signed out (4401), not subscribed (4403). */
export function isRefusal(code: number): boolean {
  return code === 4401 || code === 4403;
}

/** Close code of an evicted connection; the status `max_connections` counts as this close. */
export const evictionCode = 1008;

/**
 * Resolves an address for WebSocket: absolute, with `ws` for `http`. An address that `page` cannot complete (as in a
 * `srcdoc` frame) is unchanged, and fails as a connection does.
 */
export function socketAddress(url: string, page: string | null): string {
  const isComplete = page === null || /^[a-z][a-z0-9+.-]*:/i.test(url) || !URL.canParse(url, page);
  return (isComplete ? url : new URL(url, page).href).replace(/^http/i, 'ws');
}
