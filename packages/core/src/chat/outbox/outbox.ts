// The unsent messages of one user. `update` decides what happens; this file executes it: requests, timers, files, storage.
import type { ReadableAtom } from 'nanostores';
import type { ApiResponse } from '../../api-client/index.ts';
import type { Message, QuotedMessage } from '../../contract/index.ts';
import type { Clock, Page, Pictures, Random, Timers } from '../../ports/index.ts';
import { shrinkPhotos } from '../../shared/shrink-photos.ts';
import type { ChatStorage } from '../storage.ts';
import { createChatDelays } from './delays.ts';
import type { OutboxFiles } from './files.ts';
import type { PendingMessage } from './pending.ts';
import type { PostUpload } from './post.ts';
import { createOutboxRows, type OutboxRows } from './rows.ts';
import { newEntry, type OutboxDraft, type OutboxEntry, readOutcome } from './rules.ts';
import { createOutboxStore, type StoredOutbox } from './storage.ts';
import type { OutboxEffect, OutboxEvent, OutboxState } from './types.ts';
import { initialState, update } from './update.ts';

export interface OutboxOptions {
  readonly userId: number;
  /** Aborts all uploads. */
  readonly signal: AbortSignal;
  readonly storage: ChatStorage;
  readonly storageKey: string;
  readonly files: OutboxFiles;
  /** The outbox of an earlier sign-in on this page. */
  readonly restored: StoredOutbox | null;
  readonly clock: Clock;
  readonly scheduler: Timers;
  readonly random: Random;
  readonly pictures: Pictures;
  readonly page: Pick<Page, 'isOnline'>;
  readonly post: (entry: OutboxEntry, upload: PostUpload | null) => Promise<ApiResponse<Message>>;
  /** Reads newer messages of a chat before a post. Returns whether the server is reachable. */
  readonly probe: (chatId: number) => Promise<boolean>;
  /** Whether the socket is connected. */
  readonly isConnected: () => boolean;
  /** The newest known message of a chat, or null. */
  readonly newestId: (chatId: number) => number | null;
  readonly onSent: (message: Message) => void;
}

export interface Outbox {
  /** The unsent messages as rows; an entry that did not change keeps its object. */
  readonly $entries: ReadableAtom<readonly PendingMessage[]>;
  /** Queues a message; `blobs` are the contents of its files, in order. */
  enqueue(draft: OutboxDraft, blobs: readonly Blob[]): void;
  /** Cancels an upload; the message then waits for Retry or Discard. */
  cancel(clientId: string): void;
  /** Posts a failed or waiting message again, now. */
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** Messages of the server: entries that they confirm are removed, or hidden until their own response. */
  confirm(messages: readonly Message[]): void;
  /** Changes the quotes of unsent replies: their messages were unsent or blocked. */
  updateQuotes(change: (quote: QuotedMessage) => QuotedMessage): void;
  /** Writes pending changes to storage now. */
  flush(): void;
  /** Posts everything, and removes files that no entry needs. */
  start(): void;
  /** Posts everything that waits, except in throttled chats. */
  wake(): void;
  /** Writes everything to storage, or removes it (`forget`). Returns the outbox to restore. */
  close(forget: boolean): StoredOutbox | null;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { userId, signal, files, storage, storageKey, clock, scheduler, page } = options;
  const store = createOutboxStore({ storage, key: storageKey, scheduler, userId });
  const rows = createOutboxRows(files.known);
  const uploads = createUploads(signal, rows.setProgress);
  const delays = createChatDelays({
    clock,
    scheduler,
    onSecond: rows.setRetryIn,
    onOver: (chatId) => dispatch({ type: 'delay-over', chatId }),
  });
  let state = initialState(userId, store.read(), options.restored);

  function keep(next: OutboxState): void {
    const { entries, matched } = state;
    state = next;
    store.save(next);
    if (next.entries !== entries || next.matched !== matched) rows.show(next);
  }

  const holds = (id: string): boolean => state.entries.some(({ client_id }) => client_id === id);

  function dispatch(event: OutboxEvent): void {
    // Another tab has the same unsent messages, and may have discarded some.
    const discarded = state.entries.length === 0 ? [] : store.discarded();
    for (const clientId of discarded) if (holds(clientId)) apply({ type: 'discarded', clientId });
    apply(event);
  }

  function apply(event: OutboxEvent): void {
    const { isConnected, newestId } = options;
    const facts = { isOnline: page.isOnline(), isConnected: isConnected(), newestId };
    const { state: next, effects } = update(state, event, facts);
    keep(next);
    for (const effect of effects) execute(effect);
  }

  function execute(effect: OutboxEffect): void {
    switch (effect.type) {
      case 'probe':
        void probe(effect.chatId);
        break;
      case 'prepare':
        void prepare(effect.entry);
        break;
      case 'post':
        void post(effect.entry, effect.blobs);
        break;
      case 'delay':
        delays.begin(effect.chatId, effect.ms, effect.retryAfter);
        break;
      case 'stop-delay':
        delays.stop(effect.chatId);
        break;
      case 'drop-files':
        files.drop(userId, effect.entry);
        break;
      case 'sent':
        options.onSent(effect.message);
    }
  }

  async function probe(chatId: number): Promise<void> {
    dispatch({ type: 'probed', chatId, isReachable: await options.probe(chatId) });
  }

  async function prepare(entry: OutboxEntry): Promise<void> {
    const found = await files.find(userId, entry);
    const blobs = found && (await shrinkPhotos(options.pictures, found));
    dispatch({ type: 'prepared', entry, blobs });
  }

  async function post(entry: OutboxEntry, blobs: readonly Blob[] | null): Promise<void> {
    const upload = blobs && uploads.begin(entry.client_id, blobs);
    const response = await options.post(entry, upload);
    if (upload !== null) uploads.end(entry.client_id);
    const isCancelled = upload?.signal.aborted === true && !response.ok;
    dispatch({ type: 'responded', entry, outcome: readOutcome(response), isCancelled });
  }

  store.save(state);
  rows.show(state);
  for (const entry of state.entries)
    if (entry.files.length > 0) void files.find(userId, entry).then(() => rows.filesRead(entry.client_id));

  return {
    $entries: rows.$entries,
    enqueue(draft, blobs) {
      const entry = newEntry(draft, options.random.uuid(), clock.now());
      if (blobs.length > 0) files.add(userId, entry, blobs);
      dispatch({ type: 'enqueued', entry });
    },
    retry: (clientId) => dispatch({ type: 'retried', clientId }),
    cancel: uploads.cancel,
    discard(clientId) {
      dispatch({ type: 'discarded', clientId });
      if (!holds(clientId)) store.discard(clientId);
    },
    confirm: (messages) => dispatch({ type: 'received', messages }),
    updateQuotes: (change) => dispatch({ type: 'requoted', change }),
    flush: store.flush,
    start() {
      files.sweep(userId, clock.now(), () => (signal.aborted ? null : store.read().entries));
      dispatch({ type: 'woken' });
    },
    wake: () => dispatch({ type: 'woken' }),
    close(forget) {
      const { knowsClientId, entries } = state;
      if (!forget) {
        store.flush();
        return { version: 1, user_id: userId, knowsClientId, entries };
      }
      for (const entry of entries) if (entry.files.length > 0) files.drop(userId, entry);
      store.remove();
      return null;
    },
  };
}

/** The pending uploads, by message. All are aborted with `signal`. */
function createUploads(signal: AbortSignal, setProgress: OutboxRows['setProgress']) {
  const uploads = new Map<string, AbortController>();
  signal.addEventListener('abort', () => {
    for (const upload of uploads.values()) upload.abort();
  });
  return {
    begin(clientId: string, blobs: readonly Blob[]): PostUpload {
      const controller = new AbortController();
      uploads.set(clientId, controller);
      setProgress(clientId, 0);
      return {
        blobs,
        signal: controller.signal,
        onProgress(fraction) {
          if (uploads.has(clientId)) setProgress(clientId, fraction);
        },
      };
    },
    end(clientId: string) {
      uploads.delete(clientId);
      setProgress(clientId, null);
    },
    cancel: (clientId: string) => uploads.get(clientId)?.abort(),
  };
}
