// The unsent messages as rows, with what is not stored: file contents, upload progress and the wait after a 429.
import { atom, type ReadableAtom } from 'nanostores';
import { type PendingMessage, toPending } from './pending.ts';
import type { OutboxEntry } from './rules.ts';
import type { OutboxState } from './types.ts';

export interface OutboxRows {
  /** The rows; an entry that did not change keeps its row. */
  readonly $entries: ReadableAtom<readonly PendingMessage[]>;
  show(state: Pick<OutboxState, 'entries' | 'matched'>): void;
  /** The files of an entry have been read. */
  filesRead(clientId: string): void;
  /** From 0 to 1; null after the upload. */
  setProgress(clientId: string, fraction: number | null): void;
  /** Sets the seconds until a throttled chat is posted again; null when unknown or over. */
  setRetryIn(chatId: number, seconds: number | null): void;
}

/** `blobsOf` returns the files of an entry that are in memory, or null. */
export function createOutboxRows(blobsOf: (clientId: string) => readonly Blob[] | null): OutboxRows {
  const $entries = atom<readonly PendingMessage[]>([]);
  const progress = new Map<string, number>();
  const retryIn = new Map<number, number>();
  const rows = new WeakMap<OutboxEntry, PendingMessage>();
  let entries: readonly OutboxEntry[] = [];

  function rowOf(entry: OutboxEntry): PendingMessage {
    const { client_id, chat_id } = entry;
    const row =
      rows.get(entry) ??
      toPending(entry, {
        blobs: blobsOf(client_id),
        progress: progress.get(client_id) ?? null,
        retryIn: retryIn.get(chat_id) ?? null,
      });
    rows.set(entry, row);
    return row;
  }

  /** Makes the rows of some entries again. */
  function refresh(isChanged: (entry: OutboxEntry) => boolean): void {
    for (const entry of entries) if (isChanged(entry)) rows.delete(entry);
    $entries.set(entries.map(rowOf));
  }

  return {
    $entries,
    show({ entries: all, matched }) {
      entries = all.filter(({ client_id }) => !matched.has(client_id));
      $entries.set(entries.map(rowOf));
    },
    filesRead: (clientId) => refresh(({ client_id }) => client_id === clientId),
    setProgress(clientId, fraction) {
      if (fraction === null) progress.delete(clientId);
      else progress.set(clientId, fraction);
      refresh(({ client_id }) => client_id === clientId);
    },
    setRetryIn(chatId, seconds) {
      if (seconds === (retryIn.get(chatId) ?? null)) return;
      if (seconds === null) retryIn.delete(chatId);
      else retryIn.set(chatId, seconds);
      refresh(({ chat_id, reason }) => chat_id === chatId && reason === 'throttled');
    },
  };
}
