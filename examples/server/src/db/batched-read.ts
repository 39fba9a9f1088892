import type { Db } from './database.ts';

/** Reads the values of keys, in the order of the keys. */
export type ReadMany<Key, Value> = (db: Db, keys: readonly Key[]) => Promise<readonly Value[]>;

interface Request<Key, Value> {
  readonly key: Key;
  readonly receivers: {
    readonly resolve: (value: Value) => void;
    readonly reject: (error: unknown) => void;
  }[];
}

/** The reads of one database. */
interface Reads<Key, Value> {
  /** The requests of the next read, by id. */
  readonly waiting: Map<string | number, Request<Key, Value>>;
  running: number;
}

/** Further keys wait, so that reads become larger with the load instead of more. */
const MAX_RUNNING = 2;
/** Number of keys of one read. */
const MAX_KEYS = 100;

/**
 * Returns a function that reads the value of one key. Keys that are requested at the same time are read together, and equal
 * ones once: after a restart a thousand members arrive within seconds. A request never joins a read that has begun, so its
 * value is not older than the request. Values may be shared: do not change them.
 *
 * @param idOf Returns the same id for equal keys.
 */
export function batchedRead<Key, Value>(
  idOf: (key: Key) => string | number,
  read: ReadMany<Key, Value>,
): (db: Db, key: Key) => Promise<Value> {
  const byDb = new WeakMap<Db, Reads<Key, Value>>();

  async function run(db: Db, reads: Reads<Key, Value>): Promise<void> {
    if (reads.waiting.size === 0 || reads.running >= MAX_RUNNING) return;
    const next = [...reads.waiting].slice(0, MAX_KEYS);
    for (const [id] of next) reads.waiting.delete(id);
    const requests = next.map(([, request]) => request);
    const keys = requests.map(({ key }) => key);
    reads.running += 1;
    try {
      const values = await read(db, keys);
      for (const [index, { receivers }] of requests.entries())
        for (const { resolve } of receivers) resolve(values[index] as Value);
    } catch (error) {
      for (const { receivers } of requests) for (const { reject } of receivers) reject(error);
    }
    reads.running -= 1;
    void run(db, reads);
  }

  return (db, key) => {
    const reads = byDb.get(db) ?? { waiting: new Map(), running: 0 };
    byDb.set(db, reads);
    // At the end of the turn, which may bring further keys.
    if (reads.waiting.size === 0 && reads.running < MAX_RUNNING) setImmediate(() => void run(db, reads));
    const id = idOf(key);
    const request = reads.waiting.get(id) ?? { key, receivers: [] };
    reads.waiting.set(id, request);
    return new Promise((resolve, reject) => request.receivers.push({ resolve, reject }));
  };
}
