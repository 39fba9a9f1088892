/** Runs tasks of one key one after another, in the order in which they came; different keys do not wait. */
export interface KeyedQueue<Key> {
  /** A task that throws is reported and holds up nothing. */
  add(key: Key, task: () => Promise<void>): void;
  /** Resolves when everything added so far is done. */
  idle(): Promise<void>;
}

export function createKeyedQueue<Key>(onError: (error: unknown) => void): KeyedQueue<Key> {
  const tails = new Map<Key, Promise<void>>();
  return {
    add(key, task) {
      const tail = (tails.get(key) ?? Promise.resolve()).then(task).catch(onError);
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    },
    idle: async () => {
      await Promise.all(tails.values());
    },
  };
}
