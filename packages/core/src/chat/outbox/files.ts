// The files of unsent messages: in memory, and in the file store across a reload.
import type { FileStore } from '../../ports/index.ts';
import type { OutboxEntry } from './rules.ts';

export interface OutboxFiles {
  /** Keeps the files of a new entry. */
  add(userId: number, clientId: string, blobs: readonly Blob[]): void;
  /** The files in memory, or null. */
  known(clientId: string): readonly Blob[] | null;
  /** The files of an entry, read from the store if necessary; null when they are lost. */
  find(userId: number, entry: OutboxEntry): Promise<readonly Blob[] | null>;
  drop(userId: number, clientId: string): void;
  /** Removes stored files, of any user, except those of `needed()` entries; null cancels. */
  sweep(userId: number, needed: () => readonly string[] | null): void;
}

export function createOutboxFiles(store: FileStore, prefix: string): OutboxFiles {
  const inMemory = new Map<string, readonly Blob[]>();
  /** Pending writes; a removal waits for them. */
  const writes = new Map<string, Promise<unknown>>();
  const keyOf = (userId: number, clientId: string): string => `${prefix}/${userId}/${clientId}`;

  return {
    add(userId, clientId, blobs) {
      inMemory.set(clientId, blobs);
      const key = keyOf(userId, clientId);
      const write = store.write(key, blobs).finally(() => writes.delete(key));
      writes.set(key, write);
    },
    known: (clientId) => inMemory.get(clientId) ?? null,
    async find(userId, { client_id, files }) {
      const known = inMemory.get(client_id) ?? (await store.read(keyOf(userId, client_id)));
      if (known?.length !== files.length) return null;
      inMemory.set(client_id, known);
      return known;
    },
    drop(userId, clientId) {
      inMemory.delete(clientId);
      const key = keyOf(userId, clientId);
      void (writes.get(key) ?? Promise.resolve()).then(() => store.remove(key));
    },
    sweep(userId, needed) {
      void store.keys().then((keys) => {
        const entries = needed();
        if (entries === null) return;
        const wanted = new Set(entries.map((clientId) => keyOf(userId, clientId)));
        for (const key of keys) if (key.startsWith(`${prefix}/`) && !wanted.has(key)) void store.remove(key);
      });
    },
  };
}
