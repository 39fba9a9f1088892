// The unsent messages of one user, in memory and in storage, published as rows.
import { atom, type ReadableAtom } from 'nanostores';
import type { Message } from '../../contract/index.ts';
import type { OutboxFiles } from './files.ts';
import { type PendingMessage, toPending } from './pending.ts';
import { afterReload, isSameMessage, type OutboxEntry } from './rules.ts';
import type { OutboxStore, StoredOutbox } from './storage.ts';

export interface OutboxQueue {
  /** The entries as rows; an entry that did not change keeps its object. */
  readonly $entries: ReadableAtom<readonly PendingMessage[]>;
  /** Whether the server echoes `client_id`; null while unknown. */
  readonly knowsClientId: boolean | null;
  all(): readonly OutboxEntry[];
  find(clientId: string): OutboxEntry | undefined;
  /** The first entry of a chat that is posted automatically. */
  nextOf(chatId: number): OutboxEntry | undefined;
  /** Adds or updates entries. */
  put(...entries: readonly OutboxEntry[]): void;
  drop(entry: OutboxEntry): void;
  setKnowsClientId(isKnown: boolean): void;
  setProgress(clientId: string, progress: number | null): void;
  /** Sets the seconds until a throttled chat is posted again; null when unknown or over. */
  setRetryIn(chatId: number, seconds: number | null): void;
  /** Messages of the server: entries that they confirm are removed, or hidden until their own response arrives. */
  confirm(messages: readonly Message[]): void;
  /** Whether an echo without `client_id` matched this entry; forgets the match. */
  takeMatch(clientId: string): boolean;
  /** Writes everything to storage, or removes it (`forget`). Returns the outbox to restore. */
  close(forget: boolean): StoredOutbox | null;
}

export interface OutboxQueueOptions {
  readonly userId: number;
  readonly store: OutboxStore;
  readonly files: OutboxFiles;
  /** The outbox of an earlier sign-in on this page. */
  readonly restored: StoredOutbox | null;
}

export function createOutboxQueue({ userId, store, files, restored }: OutboxQueueOptions): OutboxQueue {
  const stored = store.read();
  // Signing in may have cleared the storage: entries in memory take precedence.
  const own = restored?.user_id === userId ? restored : stored;
  const others = stored.entries.filter((entry) => !own.entries.some(isNamed(entry.client_id)));
  store.knowsClientId = own.knowsClientId ?? stored.knowsClientId;
  let entries = [...others, ...own.entries].map((entry) => afterReload(entry, store.knowsClientId === true));
  /** Ids of echoes without `client_id`, by the entry that they seem to confirm. */
  const matched = new Map<string, number>();
  const progress = new Map<string, number>();
  const retryIn = new Map<number, number>();
  const rows = new WeakMap<OutboxEntry, PendingMessage>();
  const $entries = atom<readonly PendingMessage[]>([]);

  function rowOf(entry: OutboxEntry): PendingMessage {
    const { client_id } = entry;
    const row =
      rows.get(entry) ??
      toPending(entry, {
        blobs: files.known(client_id),
        progress: progress.get(client_id) ?? null,
        retryIn: retryIn.get(entry.chat_id) ?? null,
      });
    rows.set(entry, row);
    return row;
  }

  function publish(): void {
    $entries.set(entries.filter(({ client_id }) => !matched.has(client_id)).map(rowOf));
  }

  const find = (clientId: string): OutboxEntry | undefined => entries.find(isNamed(clientId));

  function put(...changed: readonly OutboxEntry[]): void {
    if (changed.length === 0) return;
    for (const entry of changed) {
      const index = entries.findIndex(isNamed(entry.client_id));
      if (index < 0) entries.push(entry);
      else entries[index] = entry;
    }
    store.change(changed);
    publish();
  }

  function remove({ client_id, files: { length } }: OutboxEntry): void {
    entries = entries.filter((entry) => entry.client_id !== client_id);
    matched.delete(client_id);
    progress.delete(client_id);
    if (length > 0) files.drop(userId, client_id);
    store.change([], client_id);
  }

  function setKnowsClientId(isKnown: boolean): void {
    if (store.knowsClientId === isKnown) return;
    store.knowsClientId = isKnown;
    store.change();
  }

  /** Returns whether the entries have changed. */
  function confirmOne(message: Message): boolean {
    if (message.client_id !== null) setKnowsClientId(true);
    const entry = entries.find((known) => isSameMessage(known, message, userId));
    if (entry === undefined || [...matched.values()].includes(message.id)) return false;
    if (message.client_id !== null || entry.state !== 'sending') remove(entry);
    else if (!matched.has(entry.client_id)) matched.set(entry.client_id, message.id);
    return true;
  }

  /** Publishes an entry again because its row has changed. */
  function refreshRow(clientId: string): void {
    const entry = find(clientId);
    if (entry === undefined) return;
    rows.delete(entry);
    publish();
  }

  if (entries.length > 0) store.change(entries);
  for (const entry of entries)
    if (entry.files.length > 0) void files.find(userId, entry).then(() => refreshRow(entry.client_id));
  publish();

  return {
    $entries,
    get knowsClientId() {
      return store.knowsClientId;
    },
    all: () => entries,
    find,
    nextOf: (chatId) =>
      entries.find(
        (entry) => entry.chat_id === chatId && (entry.state === 'queued' || entry.state === 'waiting'),
      ),
    put,
    drop(entry) {
      remove(entry);
      publish();
    },
    setKnowsClientId,
    setProgress(clientId, fraction) {
      if (fraction === null) progress.delete(clientId);
      else {
        progress.set(clientId, fraction);
        refreshRow(clientId);
      }
    },
    setRetryIn(chatId, seconds) {
      if (seconds === null) retryIn.delete(chatId);
      else retryIn.set(chatId, seconds);
      for (const entry of entries)
        if (entry.chat_id === chatId && entry.reason === 'throttled') rows.delete(entry);
      publish();
    },
    confirm(messages) {
      if (messages.filter(confirmOne).length > 0) publish();
    },
    takeMatch: (clientId) => matched.delete(clientId),
    close(forget) {
      if (!forget) {
        store.flush();
        return { version: 1, user_id: userId, knowsClientId: store.knowsClientId, entries: [...entries] };
      }
      for (const { client_id, files: own } of entries) if (own.length > 0) files.drop(userId, client_id);
      store.remove();
      return null;
    },
  };
}

const isNamed =
  (clientId: string) =>
  (entry: OutboxEntry): boolean =>
    entry.client_id === clientId;
