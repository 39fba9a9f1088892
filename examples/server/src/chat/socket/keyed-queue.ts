/** Runs the tasks of one key in order, one at a time; different keys run in parallel. */
export interface KeyedQueue<Key> {
  /** Returns the number of keys with tasks. */
  size(): number;
  /** Adds a task; errors go to `onError` and do not stop the queue. */
  add(key: Key, task: () => Promise<void>): void;
}

export function createKeyedQueue<Key>(onError: (error: unknown) => void): KeyedQueue<Key> {
  const tails = new Map<Key, Promise<void>>();
  return {
    size: () => tails.size,
    add(key, task) {
      const tail = (tails.get(key) ?? Promise.resolve()).then(task).catch(onError);
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    },
  };
}
