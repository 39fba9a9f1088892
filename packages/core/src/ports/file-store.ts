/** Persistent files by key. Never rejects: without storage, `read` finds nothing. */
export interface FileStore {
  read(key: string): Promise<readonly Blob[] | null>;
  /** Resolves with false when the files are kept only until the page unloads. */
  write(key: string, files: readonly Blob[]): Promise<boolean>;
  remove(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** Creates a file store in memory, for tests and for browsers without storage. */
export function createMemoryFileStore(): FileStore {
  const kept = new Map<string, readonly Blob[]>();
  return {
    read: async (key) => kept.get(key) ?? null,
    async write(key, files) {
      kept.set(key, files);
      return true;
    },
    async remove(key) {
      kept.delete(key);
    },
    keys: async () => [...kept.keys()],
  };
}

const table = 'files';

/** Creates a file store in IndexedDB, which stores files without loading them into memory. */
export function createBrowserFileStore(name: string, onError?: (error: unknown) => void): FileStore {
  let reported = false;

  async function attempt<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<{ readonly value: T } | null> {
    try {
      const database = await open(name);
      try {
        return { value: await run(database, mode, work) };
      } finally {
        // An open connection would block a tab with a newer version.
        database.close();
      }
    } catch (error) {
      if (!reported) {
        reported = true;
        onError?.(error);
      }
      return null;
    }
  }

  return {
    async read(key) {
      const found: unknown = (await attempt('readonly', (store) => store.get(key)))?.value;
      return Array.isArray(found) && found.every((file) => file instanceof Blob) ? found : null;
    },
    write: async (key, files) => (await attempt('readwrite', (store) => store.put([...files], key))) !== null,
    async remove(key) {
      await attempt('readwrite', (store) => store.delete(key));
    },
    async keys() {
      const found = (await attempt('readonly', (store) => store.getAllKeys()))?.value ?? [];
      return found.filter((key) => typeof key === 'string');
    },
  };
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = globalThis.indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('Another tab blocks the file store.'));
  });
}

function run<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, mode);
    const request = work(transaction.objectStore(table));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}
