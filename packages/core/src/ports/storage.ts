/** Keys and texts that outlive the page. Never throws: see `createBrowserStorage`. */
export interface KeyValueStorage {
  read(key: string): string | null;
  /** Gives false when it could not be kept beyond this page. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
  /** Every key present, the host's own included. */
  keys(): readonly string[];
}

/** Keeps everything in memory: for servers, tests, and where the browser's storage is blocked. */
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
 * The browser's storage behind a facade that never throws: where it is full or blocked, what cannot be kept there is
 * kept in memory, and `onError` hears of it once.
 */
export function createBrowserStorage(
  kind: 'local' | 'session',
  onError?: (error: unknown) => void,
): KeyValueStorage {
  const inMemory = createMemoryStorage();
  /** Removed while the browser's storage refused to. */
  const gone = new Set<string>();
  let reported = false;

  function attempt<T>(work: (area: Storage) => T): { readonly value: T } | null {
    try {
      // Looked up at each call: in some browsers the mere getter throws where cookies are blocked.
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
