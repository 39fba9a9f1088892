import { type RateLimit, type RateLimitResult, rejected } from './rate-limits.ts';
import { createWindowFinder } from './window-finder.ts';

/** Sliding-window limits in memory, for frequent events. Lost at a restart. */
export interface MemoryLimits {
  /** Counts a hit of `key` if the limit allows it. `now` in milliseconds since the epoch. */
  hit(key: string, limit: RateLimit, now: number): RateLimitResult;
}

interface Window {
  /** Milliseconds since the epoch, ascending. */
  readonly hits: number[];
  expiresAt: number;
}

export function createMemoryLimits(): MemoryLimits {
  const windows = new Map<string, Window>();
  const find = createWindowFinder(windows);
  return {
    hit(key, limit, now) {
      const window = find(key, now) ?? { hits: [], expiresAt: 0 };
      const { hits } = window;
      const firstRecent = hits.findIndex((hit) => hit > now - limit.windowMs);
      hits.splice(0, firstRecent === -1 ? hits.length : firstRecent);
      if (hits.length >= limit.limit) return rejected(hits, limit, now);
      hits.push(now);
      window.expiresAt = now + limit.windowMs;
      windows.set(key, window);
      return { allowed: true };
    },
  };
}
