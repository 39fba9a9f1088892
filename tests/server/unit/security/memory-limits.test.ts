import { expect, test } from 'vitest';
import { createMemoryLimits } from '../../../../examples/server/src/security/memory-limits.ts';

const limit = { limit: 3, windowMs: 10_000 };

test('slides its window, ignores rejected hits, and keeps keys apart', () => {
  const limits = createMemoryLimits();
  const take = (at: number, key = 'a') => limits.hit(key, limit, at);
  expect([take(0), take(4_000), take(6_000)].map(({ allowed }) => allowed)).toEqual([true, true, true]);
  for (let at = 6_500; at < 10_000; at += 500)
    expect(take(at)).toEqual({ allowed: false, retryAfter: Math.ceil((10_000 - at) / 1_000) });
  expect(take(9_999, 'b')).toEqual({ allowed: true });
  expect(take(10_000)).toEqual({ allowed: true });
  expect(take(10_001)).toEqual({ allowed: false, retryAfter: 4 });
  expect(take(14_000)).toEqual({ allowed: true });
});

test('still counts recent hits after the removal of expired windows', () => {
  const limits = createMemoryLimits();
  const take = (at: number) => limits.hit('a', limit, at).allowed;
  expect([0, 50_001, 55_000, 59_999].map(take)).toEqual([true, true, true, true]);
  expect([60_000, 60_001].map(take)).toEqual([false, true]);
});
