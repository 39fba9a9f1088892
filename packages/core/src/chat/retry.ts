import type { RetryPolicy } from '../shared/retry.ts';

/** Posts and loads are retried after 3, 6, 12, 24, then every 30 s, or after the server's `Retry-After`: at most a day. */
export const chatRetry: RetryPolicy = {
  firstMs: 3000,
  longestMs: 30_000,
  retryAfterMs: [0, 86_400_000],
};
