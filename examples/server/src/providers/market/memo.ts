/** A cache of async results. Parallel requests share one computation. */
export interface Memo<T> {
  get(key: string, make: () => Promise<T>): Promise<T>;
}

interface MemoOptions {
  readonly now: () => number;
  /** Lifetime in milliseconds. */
  readonly keepFor: number;
  /** Maximum number of results. The oldest is removed first. */
  readonly limit: number;
}

/** Creates a cache. Failures are not cached. */
export function createMemo<T>({ now, keepFor, limit }: MemoOptions): Memo<T> {
  const kept = new Map<string, { value: Promise<T>; until: number }>();
  return {
    get(key, make) {
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.value;
      const entry = { value: make(), until: now() + keepFor };
      kept.delete(key);
      kept.set(key, entry);
      entry.value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(oldest);
      }
      return entry.value;
    },
  };
}
