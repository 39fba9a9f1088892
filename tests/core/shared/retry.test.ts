import { describe, expect, test } from 'vitest';
import {
  backoffDelay,
  isTransient,
  retryDelay,
  withJitter,
} from '../../../packages/core/src/shared/retry.ts';

const policy = { firstMs: 1000, longestMs: 60_000 };

describe('backoff', () => {
  test('doubles the delay with each retry up to the longest', () => {
    expect([1, 2, 3, 6, 7, 2000].map((attempt) => backoffDelay(policy, attempt))).toEqual([
      1000, 2000, 4000, 32_000, 60_000, 60_000,
    ]);
  });

  test('adds at most the given share as jitter, in whole milliseconds', () => {
    expect([0, 0.5, 1].map((random) => withJitter(3001, 0.2, random))).toEqual([3001, 3301, 3601]);
  });
});

describe('Retry-After', () => {
  const bounded = { ...policy, retryAfterMs: [1000, 30_000] } as const;

  test('replaces the backoff, within the bounds of the policy', () => {
    expect([0, 0.2, 1.5, 20, 1e9].map((seconds) => retryDelay(bounded, 5, seconds))).toEqual([
      1000, 1000, 1500, 20_000, 30_000,
    ]);
  });

  test('is ignored if missing or invalid', () => {
    expect([null, -1, Number.NaN].map((seconds) => retryDelay(bounded, 3, seconds))).toEqual([
      4000, 4000, 4000,
    ]);
  });
});

test('isTransient is true for no response, timeouts, throttling and server errors only', () => {
  expect([0, 408, 429, 500, 503].map(isTransient)).toEqual([true, true, true, true, true]);
  expect([301, 400, 401, 403, 404, 422].map(isTransient)).not.toContain(true);
});
