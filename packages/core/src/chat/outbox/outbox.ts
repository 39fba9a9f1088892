// Posts unsent messages: one at a time per chat, in order, with retries.
import type { ReadableAtom } from 'nanostores';
import type { Message, QuotedMessage } from '../../contract/index.ts';
import type { Cancel, Clock, Page, Random, Timers } from '../../ports/index.ts';
import { type Countdown, createCountdown } from '../../shared/countdown.ts';
import { backoffDelay } from '../../shared/retry.ts';
import { normalizeText } from '../../shared/texts.ts';
import { chatRetry } from '../retry.ts';
import type { ChatStorage } from '../storage.ts';
import type { OutboxFiles } from './files.ts';
import type { PendingMessage } from './pending.ts';
import { createOutboxQueue, type OutboxQueue } from './queue.ts';
import type { OutboxEntry } from './rules.ts';
import { createOutboxSender, type OutboxSenderOptions } from './sender.ts';
import { createOutboxStore, type StoredOutbox } from './storage.ts';

/** The content of a new message. */
export type OutboxDraft = Pick<OutboxEntry, 'chat_id' | 'text' | 'reply_to' | 'mention_for' | 'files'>;

export interface OutboxOptions extends Omit<OutboxSenderOptions, 'queue'> {
  readonly storage: ChatStorage;
  readonly storageKey: string;
  readonly files: OutboxFiles;
  /** The outbox of an earlier sign-in on this page. */
  readonly restored: StoredOutbox | null;
  readonly clock: Clock;
  readonly scheduler: Timers;
  readonly random: Random;
  readonly page: Pick<Page, 'isOnline'>;
  /** Reads newer messages of a chat before a post. Returns whether the server is reachable. */
  readonly probe: (chatId: number) => Promise<boolean>;
  /** Whether the socket is connected; without it each post is preceded by a probe. */
  readonly isConnected: () => boolean;
}

export interface Outbox {
  readonly $entries: ReadableAtom<readonly PendingMessage[]>;
  /** Queues a message; `blobs` are the contents of its files, in order. */
  enqueue(draft: OutboxDraft, blobs: readonly Blob[]): void;
  /** Cancels an upload; the message then waits for Retry or Discard. */
  cancel(clientId: string): void;
  /** Posts a failed or waiting message again, now. */
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** Removes the entries that messages of the server confirm. */
  confirm(messages: readonly Message[]): void;
  /** Changes the quotes of unsent replies: their messages were unsent or blocked. */
  updateQuotes(change: (quote: QuotedMessage) => QuotedMessage): void;
  /** Writes pending changes to storage now. */
  flush(): void;
  /** Posts everything, and removes files that no entry needs. */
  start(): void;
  /** Posts everything that waits. */
  wake(): void;
  /** Writes everything to storage, or removes it (`forget`). Returns the outbox to restore. */
  close(forget: boolean): StoredOutbox | null;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { userId, files, restored, storage, storageKey, clock, scheduler, random, page } = options;
  const store = createOutboxStore({ storage, key: storageKey, scheduler, userId });
  const queue = createOutboxQueue({ userId, store, files, restored });
  const sender = createOutboxSender({ ...options, queue });
  /** Chats with a pending post or probe. */
  const busy = new Set<number>();
  /** Busy chats with new entries: pumped again. */
  const requested = new Set<number>();
  /** Chats whose last post has no response: probed before the next post. */
  const doubtful = new Set(queue.all().map((entry) => entry.chat_id));
  const failures = new Map<number, number>();
  const timers = new Map<number, Cancel>();
  /** The countdowns of throttled chats. */
  const countdowns = new Map<number, Countdown>();

  /** Delays a chat. Its queued entries wait, for the same reason as the first one. */
  function delay(chatId: number, ms: number, reason: OutboxEntry['reason'] = null): void {
    stopTimer(chatId);
    timers.set(
      chatId,
      scheduler.after(ms, () => {
        timers.delete(chatId);
        void pump(chatId);
      }),
    );
    const queued = queue.all().filter((entry) => entry.chat_id === chatId && entry.state === 'queued');
    queue.put(...queued.map((entry) => ({ ...entry, state: 'waiting' as const, reason })));
  }

  function stopTimer(chatId: number): void {
    timers.get(chatId)?.();
    timers.delete(chatId);
    countdowns.get(chatId)?.stop();
    countdowns.delete(chatId);
  }

  function backOff(chatId: number): void {
    const attempt = (failures.get(chatId) ?? 0) + 1;
    failures.set(chatId, attempt);
    delay(chatId, backoffDelay(chatRetry, attempt));
  }

  async function pump(chatId: number): Promise<void> {
    if (busy.has(chatId)) {
      requested.add(chatId);
      return;
    }
    busy.add(chatId);
    try {
      do {
        requested.delete(chatId);
        while (await step(chatId)) {
          // Each step posts one message.
        }
      } while (requested.has(chatId) && !timers.has(chatId));
    } finally {
      busy.delete(chatId);
    }
  }

  /** Posts the next message of a chat. Returns false when the chat has to wait, or has none. */
  async function step(chatId: number): Promise<boolean> {
    if (queue.nextOf(chatId) === undefined) return false;
    if (!page.isOnline()) {
      delay(chatId, chatRetry.longestMs);
      return false;
    }
    if (doubtful.has(chatId) || !options.isConnected()) {
      if (!(await options.probe(chatId))) {
        backOff(chatId);
        return false;
      }
      doubtful.delete(chatId);
    }
    // The probe may have confirmed it.
    const entry = queue.nextOf(chatId);
    if (entry === undefined) return false;
    const result = await sender.send(entry);
    if (result === 'next') {
      failures.delete(chatId);
      return true;
    }
    if (result === 'back-off') {
      doubtful.add(chatId);
      backOff(chatId);
    } else if (result !== 'pause') {
      delay(chatId, result.delayMs, 'throttled');
      if (result.retryAfter)
        countdowns.set(chatId, countDown(chatId, result.retryAfter, { ...options, queue }));
    }
    return false;
  }

  function wake(): void {
    failures.clear();
    for (const chatId of [...timers.keys()]) stopTimer(chatId);
    for (const chatId of new Set(queue.all().map((entry) => entry.chat_id))) void pump(chatId);
  }

  return {
    $entries: queue.$entries,
    enqueue(draft, blobs) {
      const client_id = random.uuid();
      if (blobs.length > 0) files.add(userId, client_id, blobs);
      queue.put({
        ...draft,
        text: normalizeText(draft.text),
        client_id,
        created_at: new Date(clock.now()).toISOString(),
        state: 'queued',
        isUncertain: false,
        after_id: null,
        error: null,
        reason: null,
      });
      void pump(draft.chat_id);
    },
    retry(clientId) {
      const entry = queue.find(clientId);
      if (entry === undefined || entry.state === 'sending' || isEmpty(entry)) return;
      const { chat_id } = entry;
      if (entry.isUncertain) doubtful.add(chat_id);
      stopTimer(chat_id);
      failures.delete(chat_id);
      queue.put({ ...entry, state: 'queued', error: null, reason: null });
      void pump(chat_id);
    },
    cancel: sender.cancel,
    discard(clientId) {
      const entry = queue.find(clientId);
      if (entry !== undefined && entry.state !== 'sending') queue.drop(entry);
    },
    confirm: queue.confirm,
    updateQuotes: (change) => updateQuotes(queue, change),
    flush: store.flush,
    start() {
      const { signal } = options;
      files.sweep(userId, () =>
        signal.aborted ? null : store.read().entries.map(({ client_id }) => client_id),
      );
      wake();
    },
    wake,
    close: queue.close,
  };
}

/** Counts the seconds until a throttled chat is posted again. */
function countDown(
  chatId: number,
  seconds: number,
  { clock, scheduler, queue }: Pick<OutboxOptions, 'clock' | 'scheduler'> & { readonly queue: OutboxQueue },
): Countdown {
  const countdown = createCountdown({ clock, scheduler });
  countdown.begin(seconds);
  countdown.$secondsLeft.subscribe((left) => queue.setRetryIn(chatId, left > 0 ? left : null));
  return countdown;
}

/** Its files are lost and it has no text: there is nothing to post. */
function isEmpty({ text, files, reason }: OutboxEntry): boolean {
  return reason === 'files-lost' && text === '' && files.length === 0;
}

function updateQuotes(queue: OutboxQueue, change: (quote: QuotedMessage) => QuotedMessage): void {
  const changed = queue.all().flatMap((entry) => {
    const reply_to = entry.reply_to && change(entry.reply_to);
    return reply_to === entry.reply_to ? [] : [{ ...entry, reply_to }];
  });
  queue.put(...changed);
}
