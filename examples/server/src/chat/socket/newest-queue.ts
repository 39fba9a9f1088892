/** Handles the newest value of each key, one at a time. Values that arrive meanwhile replace the waiting one of their key. */
export interface NewestQueue<Key, Value> {
  /** Returns the number of waiting keys. */
  size(): number;
  /** Adds a value; drops it when too many other keys are waiting. */
  add(key: Key, value: Value): void;
}

export interface NewestQueueOptions<Value> {
  /** Maximum number of waiting keys. */
  readonly limit: number;
  readonly handle: (value: Value) => Promise<void>;
  /** Errors of `handle` do not stop the queue. */
  readonly onError: (error: unknown) => void;
}

export function createNewestQueue<Key, Value>({
  limit,
  handle,
  onError,
}: NewestQueueOptions<Value>): NewestQueue<Key, Value> {
  const waiting = new Map<Key, Value>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (const [key, value] of waiting) {
      // A later value of the key goes to the end of the map.
      waiting.delete(key);
      await handle(value).catch(onError);
    }
    isRunning = false;
  }

  return {
    size: () => waiting.size,
    add(key, value) {
      if (!waiting.has(key) && waiting.size >= limit) return;
      waiting.set(key, value);
      if (!isRunning) void run();
    },
  };
}
