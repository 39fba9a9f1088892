// Messages on their way: queued per chat, in order, kept in storage until the server has them.
import type { Cancel } from '../../ports/index.ts';
import { backoffDelay } from '../../shared/retry.ts';
import { chatRetry } from '../retry.ts';
import { createOutboxFiles } from './files.ts';
import { createOutboxBook } from './queue.ts';
import type { OutboxEntry } from './rules.ts';
import { createOutboxSender } from './sender.ts';
import { createOutboxStore } from './storage.ts';
import type { Outbox, OutboxOptions } from './types.ts';

export function createOutbox(options: OutboxOptions): Outbox {
  const { storage, storageKey, clock, scheduler, random, page } = options;
  const files = createOutboxFiles(options.files, storageKey);
  const store = createOutboxStore(storage, storageKey, scheduler);
  const book = createOutboxBook(store, files, options);
  const sender = createOutboxSender(options, book, files);
  /** Chats with a post or probe under way. */
  const busy = new Set<number>();
  /** Busy chats that were asked to go on meanwhile: what was added as they came to rest must not lie there. */
  const asked = new Set<number>();
  /** Chats whose server did not answer: it is asked before anything is posted. */
  const doubtful = new Set<number>();
  const failures = new Map<number, number>();
  const timers = new Map<number, Cancel>();
  let generation = 0;

  /** What waits behind says why, as the one before it does. */
  function hold(chatId: number, ms: number, reason: OutboxEntry['reason'] = null): void {
    timers.get(chatId)?.();
    timers.set(
      chatId,
      scheduler.after(ms, () => {
        timers.delete(chatId);
        void pump(chatId);
      }),
    );
    const queued = book.all().filter((entry) => entry.chat_id === chatId && entry.state === 'queued');
    book.put(...queued.map((entry) => ({ ...entry, state: 'waiting' as const, reason })));
  }

  function backOff(chatId: number): void {
    const attempt = (failures.get(chatId) ?? 0) + 1;
    failures.set(chatId, attempt);
    hold(chatId, backoffDelay(chatRetry, attempt));
  }

  async function pump(chatId: number): Promise<void> {
    if (book.userId === null) return;
    if (busy.has(chatId)) {
      asked.add(chatId);
      return;
    }
    const mine = generation;
    busy.add(chatId);
    try {
      do {
        asked.delete(chatId);
        while (mine === generation && (await step(chatId, mine))) {
          // Each step posts one message; the next one goes once it has its answer.
        }
        // A chat that holds back goes on by its timer.
      } while (mine === generation && asked.has(chatId) && !timers.has(chatId));
    } finally {
      if (mine === generation) busy.delete(chatId);
    }
  }

  /** Posts the next message of a chat. Gives false when the chat has to wait, or has nothing left. */
  async function step(chatId: number, mine: number): Promise<boolean> {
    if (book.nextOf(chatId) === undefined) return false;
    if (!page.isOnline()) {
      hold(chatId, chatRetry.longestMs);
      return false;
    }
    if (doubtful.has(chatId) || !options.isConnected()) {
      const isThere = await options.probe(chatId);
      if (mine !== generation) return false;
      if (!isThere) {
        backOff(chatId);
        return false;
      }
      doubtful.delete(chatId);
    }
    // The probe may have shown that the server has it already.
    const entry = book.nextOf(chatId);
    if (entry === undefined) return false;
    const result = await sender.send(entry);
    if (result === null) return false;
    if (result === 'next') {
      failures.delete(chatId);
      return true;
    }
    if (result.wait === 'longer') {
      doubtful.add(chatId);
      backOff(chatId);
    } else if (result.wait !== null) hold(chatId, result.wait, result.reason);
    return false;
  }

  return {
    open(id) {
      if (book.userId === id) return;
      generation += 1;
      book.open(id);
      for (const entry of book.all()) {
        doubtful.add(entry.chat_id);
        options.onEntry(entry);
      }
      for (const chatId of chatsOf(book.all())) void pump(chatId);
    },
    close(forget = false) {
      generation += 1;
      sender.reset();
      book.close(forget);
      busy.clear();
      asked.clear();
      doubtful.clear();
      failures.clear();
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
    add(draft, blobs = []) {
      const entry: OutboxEntry = {
        ...draft,
        client_id: random.uuid(),
        created_at: new Date(clock.now()).toISOString(),
        state: 'queued',
        isUncertain: false,
        after_id: null,
        error: null,
        reason: null,
      };
      if (blobs.length > 0 && book.userId !== null) files.add(book.userId, entry.client_id, blobs);
      book.put(entry);
      void pump(draft.chat_id);
      return book.find(entry.client_id) ?? entry;
    },
    retry(clientId) {
      const entry = book.find(clientId);
      if (entry === undefined || entry.state === 'sending' || isNothing(entry)) return;
      // Whoever presses Retry wants it now; one that may be there already is looked for first.
      if (entry.isUncertain) doubtful.add(entry.chat_id);
      timers.get(entry.chat_id)?.();
      timers.delete(entry.chat_id);
      failures.delete(entry.chat_id);
      book.put({ ...entry, state: 'queued', error: null, reason: null });
      void pump(entry.chat_id);
    },
    cancel: sender.cancel,
    uploadOf: (clientId) => ({ blobs: files.known(clientId), progress: sender.progressOf(clientId) }),
    discard(clientId) {
      const entry = book.find(clientId);
      if (entry !== undefined && entry.state !== 'sending') book.drop(entry);
    },
    seen: book.match,
    flush: store.flush,
    wake() {
      failures.clear();
      for (const cancel of timers.values()) cancel();
      timers.clear();
      for (const chatId of chatsOf(book.all())) void pump(chatId);
    },
    entries: (chatId) =>
      chatId === undefined ? [...book.all()] : book.all().filter((entry) => entry.chat_id === chatId),
  };
}

function chatsOf(entries: readonly OutboxEntry[]): ReadonlySet<number> {
  return new Set(entries.map((entry) => entry.chat_id));
}

/** Its files are gone, and it never had a text: there is nothing to send any more. */
function isNothing({ text, files, reason }: OutboxEntry): boolean {
  return reason === 'files-lost' && text === '' && files.length === 0;
}
