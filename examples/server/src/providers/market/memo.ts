/** Answers kept for a while, each made once however many ask at the same time. */
export interface Memo<T> {
  get(key: string, make: () => Promise<T>): Promise<T>;
}

export interface MemoOptions {
  readonly now: () => number;
  /** Milliseconds that an answer is kept. */
  readonly keepFor: number;
  /** Answers kept at most; the oldest goes first. */
  readonly limit: number;
}

/** A failure is not kept: the next one who asks tries again. */
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
