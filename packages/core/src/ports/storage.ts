/** Persistent strings by key. Never throws: see `createBrowserStorage`. */
export interface KeyValueStorage {
  read(key: string): string | null;
  /** Returns false when the value is kept only until the page unloads. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
  /** All keys, including those of the host. */
  keys(): readonly string[];
}

/** Creates a storage in memory, for servers, tests and browsers that block storage. */
export function createMemoryStorage(): KeyValueStorage {
  const entries = new Map<string, string>();
  return {
    read: (key) => entries.get(key) ?? null,
    write(key, value) {
      entries.set(key, value);
      return true;
    },
    remove: (key) => void entries.delete(key),
    keys: () => [...entries.keys()],
  };
}

/**
 * Creates a storage that never throws: when the browser's storage is full or blocked, values are kept in memory and
 * `onError` is called once.
 */
export function createBrowserStorage(
  kind: 'local' | 'session',
  onError?: (error: unknown) => void,
): KeyValueStorage {
  const inMemory = createMemoryStorage();
  /** Keys that the browser's storage failed to remove. */
  const gone = new Set<string>();
  let reported = false;

  function attempt<T>(work: (area: Storage) => T): { readonly value: T } | null {
    try {
      // Read at each call, because the getter throws in some browsers when cookies are blocked.
      return { value: work(kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage) };
    } catch (error) {
      if (!reported) {
        reported = true;
        onError?.(error);
      }
      return null;
    }
  }

  return {
    read(key) {
      const kept = inMemory.read(key);
      if (kept !== null || gone.has(key)) return kept;
      return attempt((area) => area.getItem(key))?.value ?? null;
    },
    write(key, value) {
      const written = attempt((area) => area.setItem(key, value)) !== null;
      if (written) inMemory.remove(key);
      else inMemory.write(key, value);
      gone.delete(key);
      return written;
    },
    remove(key) {
      inMemory.remove(key);
      if (attempt((area) => area.removeItem(key)) === null) gone.add(key);
    },
    keys() {
      const listed = attempt((area) => Object.keys(area))?.value ?? [];
      return [...new Set([...listed.filter((key) => !gone.has(key)), ...inMemory.keys()])];
    },
  };
}
