// The files of the outbox: in memory while the page lives, and in the store of files across a reload.
import type { FileStore } from '../../ports/index.ts';
import type { OutboxEntry } from './rules.ts';

export interface OutboxFiles {
  /** Keeps the files of a new entry. */
  add(userId: number, clientId: string, blobs: readonly Blob[]): void;
  /** What is in memory; null when nothing is. */
  known(clientId: string): readonly Blob[] | null;
  /** The files of an entry, from the store if need be; null when they are gone. */
  find(userId: number, entry: OutboxEntry): Promise<readonly Blob[] | null>;
  drop(userId: number, clientId: string): void;
  /** Drops every file that no entry of this person's needs, whosever it was. `needed` is asked at the last moment. */
  sweep(userId: number, needed: () => readonly string[]): void;
}

export function createOutboxFiles(store: FileStore, prefix: string): OutboxFiles {
  const inMemory = new Map<string, readonly Blob[]>();
  /** Writes under way: a removal waits for them. */
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
        const wanted = new Set(needed().map((clientId) => keyOf(userId, clientId)));
        for (const key of keys) if (key.startsWith(`${prefix}/`) && !wanted.has(key)) void store.remove(key);
      });
    },
  };
}
