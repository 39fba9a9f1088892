// One step of the outbox: a message leaves, and its answer decides what becomes of it.
import { retryDelay } from '../../shared/retry.ts';
import { chatRetry } from '../retry.ts';
import type { OutboxFiles } from './files.ts';
import type { OutboxBook } from './queue.ts';
import { afterUncertain, type OutboxEntry, readOutcome } from './rules.ts';
import type { OutboxOptions, OutboxUpload } from './types.ts';

/** What follows: the next message, or a wait of so many milliseconds (null: until somebody calls). */
type SendResult =
  | 'next'
  | { readonly wait: number | null | 'longer'; readonly reason?: OutboxEntry['reason'] };

export interface OutboxSender {
  /** Posts the next message of a chat, which must have one. Gives null when the outbox was closed meanwhile. */
  send(entry: OutboxEntry): Promise<SendResult | null>;
  cancel(clientId: string): void;
  /** How much of the files has left, from 0 to 1; null while they are not on their way. */
  progressOf(clientId: string): number | null;
  /** Ends every upload. */
  reset(): void;
}

export function createOutboxSender(
  options: Pick<OutboxOptions, 'post' | 'newestId' | 'onEntry' | 'onSent'>,
  book: OutboxBook,
  files: OutboxFiles,
): OutboxSender {
  const uploads = new Map<string, AbortController>();
  const progress = new Map<string, number>();
  let generation = 0;

  function leave(entry: OutboxEntry): OutboxEntry {
    const after_id = entry.after_id ?? options.newestId(entry.chat_id);
    const leaving: OutboxEntry = { ...entry, state: 'sending', error: null, reason: null, after_id };
    book.put(leaving);
    return leaving;
  }

  async function sendWithFiles(entry: OutboxEntry, mine: number): Promise<SendResult | null> {
    const { client_id, chat_id } = entry;
    const blobs = await files.find(book.userId ?? -1, entry);
    if (mine !== generation) return null;
    // Meanwhile the person may have discarded it.
    if (book.nextOf(chat_id)?.client_id !== client_id) return 'next';
    if (blobs === null) {
      book.put({ ...entry, state: 'failed', files: [], reason: 'files-lost' });
      return 'next';
    }
    const controller = new AbortController();
    uploads.set(client_id, controller);
    const upload: OutboxUpload = {
      blobs,
      signal: controller.signal,
      onProgress(fraction) {
        const sending = book.find(client_id);
        if (mine !== generation || sending === undefined || !uploads.has(client_id)) return;
        progress.set(client_id, fraction);
        options.onEntry(sending);
      },
    };
    const answer = await options.post(leave(entry), upload);
    uploads.delete(client_id);
    progress.delete(client_id);
    if (mine !== generation) return null;
    const sent = book.find(client_id);
    if (controller.signal.aborted && !answer.ok && sent !== undefined) return takeBack(sent);
    return settle(client_id, readOutcome(answer));
  }

  /** The server may have all of it nevertheless: Retry looks first. */
  function takeBack(entry: OutboxEntry): SendResult {
    if (book.takeMatch(entry.client_id)) book.drop(entry);
    else book.put({ ...entry, state: 'failed', isUncertain: true, reason: 'cancelled' });
    return 'next';
  }

  function settle(clientId: string, outcome: ReturnType<typeof readOutcome>): SendResult {
    const entry = book.find(clientId);
    if (outcome.kind === 'sent') {
      book.learn(outcome.message.client_id === clientId);
      options.onSent(outcome.message);
      if (entry !== undefined && book.find(clientId) !== undefined) book.drop(entry);
      return 'next';
    }
    if (entry === undefined) return 'next';
    const isElsewhere = book.takeMatch(clientId);
    switch (outcome.kind) {
      case 'refused':
        book.put({ ...entry, state: 'failed', error: outcome.error });
        return 'next';
      case 'signed-out':
        book.put({ ...entry, state: 'waiting' });
        return { wait: null };
      case 'throttled':
        book.put({ ...entry, state: 'waiting', reason: 'throttled' });
        return { wait: retryDelay(chatRetry, 1, outcome.retryAfter), reason: 'throttled' };
      default:
        if (isElsewhere) book.drop(entry);
        else book.put(afterUncertain(entry, book.knowsClientId === true));
        return { wait: 'longer' };
    }
  }

  return {
    async send(entry) {
      const mine = generation;
      if (entry.files.length > 0) return sendWithFiles(entry, mine);
      const outcome = readOutcome(await options.post(leave(entry), null));
      return mine === generation ? settle(entry.client_id, outcome) : null;
    },
    cancel: (clientId) => uploads.get(clientId)?.abort(),
    progressOf: (clientId) => (uploads.has(clientId) ? (progress.get(clientId) ?? 0) : null),
    reset() {
      generation += 1;
      for (const upload of uploads.values()) upload.abort();
      uploads.clear();
      progress.clear();
    },
  };
}
