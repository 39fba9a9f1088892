// Retry delays, and which failures to retry. Pure.

/** How the delay before a retry grows. */
export interface BackOff {
  /** Milliseconds before the first retry; each further delay is twice as long. */
  readonly firstMs: number;
  /** Milliseconds at which the delay stops growing. */
  readonly longestMs: number;
}

export interface RetryPolicy extends BackOff {
  /** Bounds, in milliseconds, of a delay that the server sets by `Retry-After`. */
  readonly retryAfterMs: readonly [least: number, longest: number];
}

/** Milliseconds before retry number `attempt` (from 1). */
export function backoffDelay({ firstMs, longestMs }: BackOff, attempt: number): number {
  return Math.min(longestMs, firstMs * 2 ** (attempt - 1));
}

/** Adds up to `share` of a delay to it, as `random` (0 to 1) says, so that clients do not retry at the same time. */
export function withJitter(delayMs: number, share: number, random: number): number {
  return Math.round(delayMs * (1 + share * random));
}

/** Milliseconds before retry number `attempt`: `retryAfter` (seconds) within the bounds, else the backoff. */
export function retryDelay(policy: RetryPolicy, attempt: number, retryAfter: number | null): number {
  const requestedMs = Math.ceil((retryAfter ?? -1) * 1000);
  const [least, longest] = policy.retryAfterMs;
  return requestedMs >= 0 ? Math.min(longest, Math.max(least, requestedMs)) : backoffDelay(policy, attempt);
}

/** Whether a user's Retry may help after a failed request: an error status such as 403 or 404 would come back. */
export function isRetryable({ kind, status }: { readonly kind: string; readonly status: number }): boolean {
  return kind !== 'http' || isTransient(status);
}

/** Whether a request that failed with this HTTP status (0: no response) is worth repeating; if not, give up. */
export function isTransient(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
