import type { RetryPolicy } from '../shared/retry.ts';

/** Posts and loads of a chat are repeated after 3, 6, 12, 24, then every 30 s, or when the server says. */
export const chatRetry: RetryPolicy = {
  firstMs: 3000,
  longestMs: 30_000,
  retryAfterMs: [0, Number.POSITIVE_INFINITY],
};
