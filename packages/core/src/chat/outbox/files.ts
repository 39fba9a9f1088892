// The files of unsent messages: in memory, and in the file store across a reload.
import type { FileStore } from '../../ports/index.ts';
import type { OutboxEntry } from './rules.ts';

export interface OutboxFiles {
  /** Keeps the files of a new entry. */
  add(userId: number, entry: FileOwner, blobs: readonly Blob[]): void;
  /** The files in memory, or null. */
  known(clientId: string): readonly Blob[] | null;
  /** The files of an entry, read from the store if necessary; null when they are lost. */
  find(userId: number, entry: OutboxEntry): Promise<readonly Blob[] | null>;
  drop(userId: number, entry: FileOwner): void;
  /**
   * Removes stored files except those of `needed()` entries; null cancels. The user's files are kept for three days,
   * because another tab may have their entries in its `sessionStorage`. `now` in milliseconds since 1970.
   */
  sweep(userId: number, now: number, needed: () => readonly FileOwner[] | null): void;
}

type FileOwner = Pick<OutboxEntry, 'client_id' | 'created_at'>;

const keptMs = 3 * 24 * 60 * 60_000;

export function createOutboxFiles(store: FileStore, prefix: string): OutboxFiles {
  const inMemory = new Map<string, readonly Blob[]>();
  /** Pending writes; a removal waits for them. */
  const writes = new Map<string, Promise<unknown>>();
  /** The key of an entry that an earlier version stored. */
  const oldKeyOf = (userId: number, { client_id }: FileOwner): string => `${prefix}/${userId}/${client_id}`;
  const keyOf = (userId: number, entry: FileOwner): string =>
    `${oldKeyOf(userId, entry)}/${entry.created_at}`;

  return {
    add(userId, entry, blobs) {
      inMemory.set(entry.client_id, blobs);
      const key = keyOf(userId, entry);
      const write = store.write(key, blobs).finally(() => writes.delete(key));
      writes.set(key, write);
    },
    known: (clientId) => inMemory.get(clientId) ?? null,
    async find(userId, entry) {
      const { client_id, files } = entry;
      const known =
        inMemory.get(client_id) ??
        (await store.read(keyOf(userId, entry))) ??
        (await store.read(oldKeyOf(userId, entry)));
      if (known?.length !== files.length) return null;
      inMemory.set(client_id, known);
      return known;
    },
    drop(userId, entry) {
      inMemory.delete(entry.client_id);
      const key = keyOf(userId, entry);
      void (writes.get(key) ?? Promise.resolve()).then(() => store.remove(key));
      void store.remove(oldKeyOf(userId, entry));
    },
    sweep(userId, now, needed) {
      const own = `${prefix}/${userId}/`;
      const isRecent = (key: string): boolean =>
        key.startsWith(own) && now - Date.parse(key.slice(own.length).split('/')[1] ?? '') < keptMs;
      void store.keys().then((keys) => {
        const entries = needed();
        if (entries === null) return;
        const wanted = new Set(entries.flatMap((entry) => [keyOf(userId, entry), oldKeyOf(userId, entry)]));
        for (const key of keys) {
          if (key.startsWith(`${prefix}/`) && !wanted.has(key) && !isRecent(key)) void store.remove(key);
        }
      });
    },
  };
}
