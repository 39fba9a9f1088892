import { expect, test } from 'vitest';
import { rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import {
  clearRateLimit,
  deleteExpiredRateLimits,
  hitRateLimit,
} from '../../../examples/server/src/security/rate-limits.ts';
import { sharedServer } from '../../support/test-server.ts';

const server = sharedServer();

const start = Date.UTC(2026, 10, 21, 15, 30);
const limit = { limit: 3, windowMs: 10_000 };
const take = (key: string, at: number) => hitRateLimit(server.context.db, key, { ...limit, now: start + at });

test('slides its window: allows a hit once the oldest of the last three is ten seconds old', async () => {
  expect(await take('a', 0)).toEqual({ allowed: true });
  expect(await take('a', 4_000)).toEqual({ allowed: true });
  expect(await take('a', 6_000)).toEqual({ allowed: true });
  expect(await take('a', 9_999)).toEqual({ allowed: false, retryAfter: 1 });
  expect(await take('a', 10_000)).toEqual({ allowed: true });
  expect(await take('a', 10_001)).toEqual({ allowed: false, retryAfter: 4 });
  expect(await take('a', 14_000)).toEqual({ allowed: true });
});

test('ignores rejected hits, so that retries do not lengthen the wait', async () => {
  for (let hit = 0; hit < 3; hit += 1) await take('b', 0);
  for (let at = 100; at < 10_000; at += 900) expect((await take('b', at)).allowed).toBe(false);
  expect((await take('b', 10_000)).allowed).toBe(true);
});

test('keeps keys apart and resets a cleared key', async () => {
  for (let hit = 0; hit < 3; hit += 1) await take('c', 0);
  expect((await take('d', 0)).allowed).toBe(true);
  await clearRateLimit(server.context.db, 'c');
  expect((await take('c', 0)).allowed).toBe(true);
});

test('deletes expired windows', async () => {
  await take('e', 0);
  await deleteExpiredRateLimits(server.context.db, start + 3_600_000);
  expect(await server.context.db.select().from(rateLimits)).toEqual([]);
});
