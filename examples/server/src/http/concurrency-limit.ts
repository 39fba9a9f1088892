/** Limits how much work of one key runs at the same time. */
export interface Turns {
  /** Runs `work`, or queues it while the limit of `key` is reached; queued work starts in order. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Number of keys with running work. */
  size(): number;
}

interface Place {
  running: number;
  readonly waiting: (() => void)[];
}

/** @param atOnce Number of pieces of work of one key that run at the same time. */
export function createTurns(atOnce: number): Turns {
  const places = new Map<string, Place>();
  return {
    async run(key, work) {
      const place = places.get(key) ?? { running: 0, waiting: [] };
      places.set(key, place);
      if (place.running >= atOnce) await new Promise<void>((resolve) => place.waiting.push(resolve));
      else place.running += 1;
      try {
        return await work();
      } finally {
        // The next in line takes over the place, so `running` stays the same.
        const next = place.waiting.shift();
        if (next === undefined) place.running -= 1;
        else next();
        if (place.running === 0) places.delete(key);
      }
    },
    size: () => places.size,
  };
}
