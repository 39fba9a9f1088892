/** A rate limit: `capacity` events at once, refilled within `refillMs` milliseconds. */
export interface TokenBucket {
  /** Takes a token. Returns false if none is left. `now` in milliseconds since the epoch. */
  take(now: number): boolean;
}

export function createTokenBucket(capacity: number, refillMs: number): TokenBucket {
  let tokens = capacity;
  let last: number | null = null;
  return {
    take(now) {
      const passed = last === null ? 0 : Math.max(0, now - last);
      last = now;
      tokens = Math.min(capacity, tokens + (passed / refillMs) * capacity);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
