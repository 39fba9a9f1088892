import { type RateLimit, type RateLimitResult, rejected } from './rate-limits.ts';

/** Sliding-window limits in memory, for frequent events. Lost at a restart. */
export interface MemoryLimits {
  /** Counts a hit of `key` if the limit allows it. `now` in milliseconds since the epoch. */
  hit(key: string, limit: RateLimit, now: number): RateLimitResult;
  /** Number of stored keys. */
  size(): number;
}

interface Window {
  /** Milliseconds since the epoch, ascending. */
  readonly hits: number[];
  expiresAt: number;
}

/** Milliseconds between two removals of expired windows. */
const SWEEP_INTERVAL = 60_000;

export function createMemoryLimits(): MemoryLimits {
  const windows = new Map<string, Window>();
  let sweepAt = Number.NEGATIVE_INFINITY;

  function sweep(now: number): void {
    if (now < sweepAt) return;
    sweepAt = now + SWEEP_INTERVAL;
    for (const [key, { expiresAt }] of windows) if (expiresAt <= now) windows.delete(key);
  }

  return {
    hit(key, limit, now) {
      sweep(now);
      const window = windows.get(key) ?? { hits: [], expiresAt: 0 };
      const { hits } = window;
      const firstRecent = hits.findIndex((hit) => hit > now - limit.windowMs);
      hits.splice(0, firstRecent === -1 ? hits.length : firstRecent);
      if (hits.length >= limit.limit) return rejected(hits, limit, now);
      hits.push(now);
      window.expiresAt = now + limit.windowMs;
      windows.set(key, window);
      return { allowed: true };
    },
    size: () => windows.size,
  };
}
