import type { FeedStatusEvent } from '../contract/index.ts';
import { type BackOff, backoffDelay, withJitter } from '../shared/retry.ts';

/** What a status of the provider's means for the connection (`design/market.md` 1.1). */
export type StatusMeaning =
  | 'connected'
  | 'authenticated'
  | 'subscribed'
  | 'refused'
  | 'evicted'
  | 'trouble'
  /** The reference server's own: its provider is away, and is being connected again. */
  | 'interrupted'
  /** The reference server's own: this browser was too slow, and trades were left out. */
  | 'behind'
  | 'other';

export function meaningOf(event: FeedStatusEvent): StatusMeaning {
  switch (event.status) {
    case 'connected':
      return 'connected';
    case 'auth_success':
      return 'authenticated';
    case 'success':
      return 'subscribed';
    case 'auth_failed':
      return 'refused';
    case 'max_connections':
      return 'evicted';
    case 'auth_timeout':
      return 'trouble';
    case 'upstream_unavailable':
      return 'interrupted';
    case 'slow_consumer':
      return 'behind';
    case 'error':
      // Older servers refuse a key so.
      return /authentication failed/i.test(event.message) ? 'refused' : 'trouble';
    default:
      return 'other';
  }
}

/** How many trades a `slow_consumer` status says were left out: its first number, or one when it names none. */
export function leftOutOf(event: FeedStatusEvent): number {
  return Math.max(1, Number(/\d{1,15}/.exec(event.message)?.[0]) || 1);
}

export type { BackOff };

/** After a lost connection: 1 s, 2 s, 4 s … a minute. */
export const lostBackOff: BackOff = { firstMs: 1000, longestMs: 60_000 };

/** After an eviction: half a minute, a minute … five, or two browsers on one key would throw each other out for ever. */
export const evictedBackOff: BackOff = { firstMs: 30_000, longestMs: 300_000 };

/** How long to wait before try number `attempt` (from 1); `part` of 0 to 1 spreads the browsers by up to a fifth. */
export function delayBefore(attempt: number, backOff: BackOff, part: number): number {
  return withJitter(backoffDelay(backOff, attempt), 0.2, part);
}

/** True for a close that the same token will not survive: signed out (4401), not subscribed (4403). */
export function isRefusal(code: number): boolean {
  return code === 4401 || code === 4403;
}

/** The provider closes an evicted connection with 1008; `max_connections` counts as that close. */
export const evictionCode = 1008;

/**
 * An address as a WebSocket takes it everywhere: absolute, and ws in place of http. What the page's address cannot
 * complete (a frame of `srcdoc` has none) stays as it is: opening it fails as any connection does.
 */
export function socketAddress(url: string, page: string | null): string {
  const isWhole = page === null || /^[a-z][a-z0-9+.-]*:/i.test(url) || !URL.canParse(url, page);
  return (isWhole ? url : new URL(url, page).href).replace(/^http/i, 'ws');
}
