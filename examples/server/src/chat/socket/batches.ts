/** Collects items by key and passes them on together, at most once per interval and key. */
export interface Batches<Key, Item> {
  /** Returns the number of keys with a batch that is running or due. */
  size(): number;
  add(key: Key, item: Item): void;
  /** Passes on all items and resolves when they are handled. */
  close(): Promise<void>;
}

export interface BatchOptions<Key, Item> {
  /** Minimum time in milliseconds between two batches of one key. The first item of a quiet key is passed on at once. */
  readonly intervalMs: number;
  /** Handles a batch. Batches of one key run one after another. */
  readonly handle: (key: Key, items: readonly Item[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface Pending<Item> {
  items: Item[];
  running: Promise<void> | null;
  timer: NodeJS.Timeout | null;
}

export function createBatches<Key, Item>(options: BatchOptions<Key, Item>): Batches<Key, Item> {
  const pending = new Map<Key, Pending<Item>>();

  function start(key: Key, batch: Pending<Item>): void {
    const items = batch.items;
    batch.items = [];
    batch.running = options
      .handle(key, items)
      .catch(options.onError)
      .then(() => {
        batch.running = null;
      });
    batch.timer = setTimeout(() => {
      batch.timer = null;
      void advance(key, batch);
    }, options.intervalMs);
    batch.timer.unref();
  }

  /** Starts the next batch, or forgets a quiet key. */
  async function advance(key: Key, batch: Pending<Item>): Promise<void> {
    await batch.running;
    if (batch.timer !== null) return;
    if (batch.items.length > 0) start(key, batch);
    else pending.delete(key);
  }

  return {
    size: () => pending.size,
    add(key, item) {
      let batch = pending.get(key);
      if (batch === undefined) {
        batch = { items: [], running: null, timer: null };
        pending.set(key, batch);
      }
      batch.items.push(item);
      if (batch.timer === null && batch.running === null) start(key, batch);
    },
    async close() {
      for (const [key, batch] of pending) {
        if (batch.timer !== null) clearTimeout(batch.timer);
        batch.timer = null;
        await batch.running;
        if (batch.items.length > 0) start(key, batch);
        await batch.running;
        if (batch.timer !== null) clearTimeout(batch.timer);
      }
      pending.clear();
    },
  };
}
