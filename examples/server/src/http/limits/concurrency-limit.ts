/** Limits the number of tasks of one key that run at the same time. */
export interface ConcurrencyLimit {
  /**
   * Runs `work`, or queues it while the limit of `key` is reached. Queued tasks start in order, with `hasWaited` true.
   * Completed work counts until the promise of `until` is resolved.
   */
  run<T>(key: string, work: (hasWaited: boolean) => Promise<T>, until?: () => Promise<void>): Promise<T>;
  /** Number of keys with running tasks. */
  size(): number;
}

interface Slots {
  running: number;
  readonly waiting: (() => void)[];
}

export function createConcurrencyLimit(tasksPerKey: number): ConcurrencyLimit {
  const byKey = new Map<string, Slots>();
  return {
    async run(key, work, until = () => Promise.resolve()) {
      const slots = byKey.get(key) ?? { running: 0, waiting: [] };
      byKey.set(key, slots);
      const waits = slots.running >= tasksPerKey;
      if (waits) await new Promise<void>((resolve) => slots.waiting.push(resolve));
      else slots.running += 1;
      const end = () => {
        // The next task takes over the slot, so `running` stays the same.
        const next = slots.waiting.shift();
        if (next === undefined) slots.running -= 1;
        else next();
        if (slots.running === 0) byKey.delete(key);
      };
      try {
        const result = await work(waits);
        void until().then(end);
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    size: () => byKey.size,
  };
}
