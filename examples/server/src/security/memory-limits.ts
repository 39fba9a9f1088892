import type { RateLimit, RateLimitAnswer } from './rate-limits.ts';

/** Counts hits in this process alone: for what happens too often to be written down, and may be forgotten by a restart. */
export interface MemoryLimits {
  /** Counts one hit of `key` in a sliding window, if there is room for it. `now` in milliseconds since the epoch. */
  take(key: string, limit: RateLimit, now: number): RateLimitAnswer;
  /** Of how many keys there is something to remember. */
  size(): number;
}

interface Window {
  /** Milliseconds since the epoch, ascending. */
  readonly hits: number[];
  expiresAt: number;
}

/** Windows that have passed are looked for no more often than this. Milliseconds. */
const SWEEP_EVERY = 60_000;

export function createMemoryLimits(): MemoryLimits {
  const windows = new Map<string, Window>();
  let sweepAt = Number.NEGATIVE_INFINITY;

  function sweep(now: number): void {
    if (now < sweepAt) return;
    sweepAt = now + SWEEP_EVERY;
    for (const [key, { expiresAt }] of windows) if (expiresAt <= now) windows.delete(key);
  }

  return {
    take(key, { limit, windowMs }, now) {
      sweep(now);
      const window = windows.get(key) ?? { hits: [], expiresAt: 0 };
      const { hits } = window;
      const firstRecent = hits.findIndex((hit) => hit > now - windowMs);
      hits.splice(0, firstRecent === -1 ? hits.length : firstRecent);
      const [oldest] = hits;
      if (hits.length >= limit && oldest !== undefined)
        return { allowed: false, retryAfter: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)) };
      hits.push(now);
      window.expiresAt = now + windowMs;
      windows.set(key, window);
      return { allowed: true };
    },
    size: () => windows.size,
  };
}
