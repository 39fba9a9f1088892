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

test('removes keys that have not been used for a while', () => {
  const limits = createMemoryLimits();
  for (let user = 0; user < 1_000; user += 1) limits.hit(`user ${user}`, limit, user);
  expect(limits.size()).toBe(1_000);
  limits.hit('another', limit, 70_000);
  expect(limits.size()).toBe(1);
});
