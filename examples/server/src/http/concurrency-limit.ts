/** Limits how many tasks of one key run at the same time. */
export interface ConcurrencyLimit {
  /** Runs `work`, or queues it while the limit of `key` is reached; queued tasks start in order. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Number of keys with running tasks. */
  size(): number;
}

interface Slots {
  running: number;
  readonly waiting: (() => void)[];
}

/** @param atOnce Number of tasks of one key that run at the same time. */
export function createConcurrencyLimit(atOnce: number): ConcurrencyLimit {
  const byKey = new Map<string, Slots>();
  return {
    async run(key, work) {
      const slots = byKey.get(key) ?? { running: 0, waiting: [] };
      byKey.set(key, slots);
      if (slots.running >= atOnce) await new Promise<void>((resolve) => slots.waiting.push(resolve));
      else slots.running += 1;
      try {
        return await work();
      } finally {
        // The next task takes over the slot, so `running` stays the same.
        const next = slots.waiting.shift();
        if (next === undefined) slots.running -= 1;
        else next();
        if (slots.running === 0) byKey.delete(key);
      }
    },
    size: () => byKey.size,
  };
}
