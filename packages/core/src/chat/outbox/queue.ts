// The entries of an outbox: in memory, and the same in storage, for the person who is here.
import type { Message } from '../../contract/index.ts';
import type { OutboxFiles } from './files.ts';
import { afterReload, isSameMessage, type OutboxEntry } from './rules.ts';
import type { OutboxStore, StoredOutbox } from './storage.ts';
import type { OutboxOptions } from './types.ts';

export interface OutboxBook {
  /** Whose it is; null while it is closed. */
  readonly userId: number | null;
  /** Whether the server has shown that it knows `client_id`; null while nobody knows. */
  readonly knowsClientId: boolean | null;
  open(userId: number): void;
  close(forget: boolean): void;
  all(): readonly OutboxEntry[];
  find(clientId: string): OutboxEntry | undefined;
  /** The first of a chat that goes by itself. */
  nextOf(chatId: number): OutboxEntry | undefined;
  /** New entries, or other forms of known ones; written in one go. */
  put(...entries: readonly OutboxEntry[]): void;
  drop(entry: OutboxEntry): void;
  learn(known: boolean): void;
  /** A message of the server: the entry that it is leaves the list, or at least the view. */
  match(message: Message): void;
  /** Whether an echo without `client_id` seemed to be this entry; asks once. */
  takeMatch(clientId: string): boolean;
}

export function createOutboxBook(
  store: OutboxStore,
  files: OutboxFiles,
  hear: Pick<OutboxOptions, 'onEntry' | 'onGone'>,
): OutboxBook {
  let userId: number | null = null;
  let entries: OutboxEntry[] = [];
  let knowsClientId: boolean | null = null;
  let parked: StoredOutbox | null = null;
  /** Entries that an echo without `client_id` seems to be, until their own answer tells. */
  const matched = new Map<string, number>();

  function persist(...put: readonly OutboxEntry[]): void {
    if (userId !== null && put.length > 0) store.change(userId, { put, knowsClientId });
  }

  const find = (clientId: string): OutboxEntry | undefined =>
    entries.find((entry) => entry.client_id === clientId);

  function drop(entry: OutboxEntry): void {
    entries = entries.filter(({ client_id }) => client_id !== entry.client_id);
    matched.delete(entry.client_id);
    if (entry.files.length > 0 && userId !== null) files.drop(userId, entry.client_id);
    if (userId !== null) store.change(userId, { gone: entry.client_id, knowsClientId });
    hear.onGone(entry);
  }

  function learn(known: boolean): void {
    if (knowsClientId === known || userId === null) return;
    knowsClientId = known;
    store.change(userId, { knowsClientId });
  }

  /** After a reload the pictures are drawn once their bytes are there again. */
  async function showFiles(entry: OutboxEntry): Promise<void> {
    const owner = userId;
    await files.find(owner ?? -1, entry);
    const known = find(entry.client_id);
    if (owner === userId && known !== undefined) hear.onEntry(known);
  }

  return {
    get userId() {
      return userId;
    },
    get knowsClientId() {
      return knowsClientId;
    },
    open(id) {
      userId = id;
      const stored = store.read(id);
      // Signing in may have cleared the storage; what this page still knows of the same person is put back.
      const left = parked?.user_id === id ? parked : stored;
      const others = stored.entries.filter(
        (entry) => !left.entries.some((own) => own.client_id === entry.client_id),
      );
      parked = null;
      knowsClientId = left.knowsClientId ?? stored.knowsClientId;
      entries = [...others, ...left.entries].map((entry) => afterReload(entry, knowsClientId === true));
      persist(...entries);
      files.sweep(id, () => store.read(id).entries.map((entry) => entry.client_id));
      for (const entry of entries) if (entry.files.length > 0) void showFiles(entry);
    },
    close(forget) {
      if (forget) {
        if (userId !== null)
          for (const { client_id, files: own } of entries) if (own.length > 0) files.drop(userId, client_id);
        store.remove();
        parked = null;
      } else if (userId !== null) {
        store.flush();
        parked = { version: 1, user_id: userId, knowsClientId, entries };
      }
      userId = null;
      entries = [];
      matched.clear();
    },
    all: () => entries,
    find,
    nextOf: (chatId) =>
      entries.find(
        (entry) => entry.chat_id === chatId && (entry.state === 'queued' || entry.state === 'waiting'),
      ),
    put(...changed) {
      for (const entry of changed) place(entries, entry);
      persist(...changed);
      for (const entry of changed) hear.onEntry(entry);
    },
    drop,
    learn,
    match(message) {
      if (userId === null) return;
      if (message.client_id !== null && message.sender.id === userId) learn(true);
      if (entries.length === 0) return;
      const viewer = userId;
      const entry = entries.find((known) => isSameMessage(known, message, viewer));
      if (entry === undefined || [...matched.values()].includes(message.id)) return;
      if (message.client_id !== null || entry.state !== 'sending') drop(entry);
      else if (!matched.has(entry.client_id)) {
        matched.set(entry.client_id, message.id);
        hear.onGone(entry);
      }
    },
    takeMatch: (clientId) => matched.delete(clientId),
  };
}

function place(entries: OutboxEntry[], entry: OutboxEntry): void {
  const index = entries.findIndex(({ client_id }) => client_id === entry.client_id);
  if (index < 0) entries.push(entry);
  else entries[index] = entry;
}
