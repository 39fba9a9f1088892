// Posts one message, and updates its entry from the response.
import type { ApiResponse } from '../../api-client/index.ts';
import type { Message } from '../../contract/index.ts';
import type { Pictures } from '../../ports/index.ts';
import { retryDelay } from '../../shared/retry.ts';
import { shrinkPhotos } from '../../shared/shrink-photos.ts';
import { chatRetry } from '../retry.ts';
import type { OutboxFiles } from './files.ts';
import type { PostUpload } from './post.ts';
import type { OutboxQueue } from './queue.ts';
import { afterUncertain, type OutboxEntry, type PostOutcome, readOutcome } from './rules.ts';

/**
 * `next`: post the next message. `pause`: wait until the user is signed in again. `back-off`: retry with growing delays.
 * An object: the server throttles posts; retry after `delayMs`. `retryAfter` is the server's wait in seconds.
 */
type SendResult =
  | 'next'
  | 'pause'
  | 'back-off'
  | { readonly delayMs: number; readonly retryAfter: number | null };

export interface OutboxSender {
  send(entry: OutboxEntry): Promise<SendResult>;
  /** Cancels an upload. */
  cancel(clientId: string): void;
}

export interface OutboxSenderOptions {
  readonly userId: number;
  /** Aborts all uploads. */
  readonly signal: AbortSignal;
  readonly queue: OutboxQueue;
  readonly files: OutboxFiles;
  readonly pictures: Pictures;
  readonly post: (entry: OutboxEntry, upload: PostUpload | null) => Promise<ApiResponse<Message>>;
  /** The newest known message of a chat, or null. */
  readonly newestId: (chatId: number) => number | null;
  readonly onSent: (message: Message) => void;
}

export function createOutboxSender(options: OutboxSenderOptions): OutboxSender {
  const { userId, queue, files, pictures, post } = options;
  const uploads = new Map<string, AbortController>();
  options.signal.addEventListener('abort', () => {
    for (const upload of uploads.values()) upload.abort();
  });

  function setSending(entry: OutboxEntry): OutboxEntry {
    const after_id = entry.after_id ?? options.newestId(entry.chat_id);
    const sending: OutboxEntry = { ...entry, state: 'sending', error: null, reason: null, after_id };
    queue.put(sending);
    return sending;
  }

  async function sendWithFiles(entry: OutboxEntry): Promise<SendResult> {
    const { client_id, chat_id } = entry;
    const found = await files.find(userId, entry);
    const blobs = found && (await shrinkPhotos(pictures, found));
    // The user may have discarded it meanwhile.
    if (queue.nextOf(chat_id)?.client_id !== client_id) return 'next';
    if (blobs === null) {
      queue.put({ ...entry, state: 'failed', files: [], reason: 'files-lost' });
      return 'next';
    }
    const controller = new AbortController();
    const { signal } = controller;
    uploads.set(client_id, controller);
    queue.setProgress(client_id, 0);
    const onProgress = (fraction: number): void => {
      if (uploads.has(client_id)) queue.setProgress(client_id, fraction);
    };
    const response = await post(setSending(entry), { blobs, signal, onProgress });
    uploads.delete(client_id);
    queue.setProgress(client_id, null);
    const sent = queue.find(client_id);
    return signal.aborted && !response.ok && sent !== undefined
      ? setCancelled(sent)
      : settle(client_id, readOutcome(response));
  }

  /** The server may have received all of it: a retry looks for it first. */
  function setCancelled(entry: OutboxEntry): SendResult {
    if (queue.takeMatch(entry.client_id)) queue.drop(entry);
    else queue.put({ ...entry, state: 'failed', isUncertain: true, reason: 'cancelled' });
    return 'next';
  }

  function settle(clientId: string, outcome: PostOutcome): SendResult {
    const entry = queue.find(clientId);
    if (outcome.kind === 'sent') {
      queue.setKnowsClientId(outcome.message.client_id === clientId);
      options.onSent(outcome.message);
      if (entry !== undefined) queue.drop(entry);
      return 'next';
    }
    if (entry === undefined) return 'next';
    const isMatched = queue.takeMatch(clientId);
    switch (outcome.kind) {
      case 'refused':
        queue.put({ ...entry, state: 'failed', error: outcome.error });
        return 'next';
      case 'signed-out':
        queue.put({ ...entry, state: 'waiting' });
        return 'pause';
      case 'throttled':
        queue.put({ ...entry, state: 'waiting', reason: 'throttled' });
        return {
          delayMs: retryDelay(chatRetry, 1, outcome.retryAfter),
          retryAfter: outcome.retryAfter,
        };
      default:
        if (isMatched) queue.drop(entry);
        else queue.put(afterUncertain(entry, queue.knowsClientId === true));
        return 'back-off';
    }
  }

  return {
    async send(entry) {
      if (entry.files.length > 0) return sendWithFiles(entry);
      return settle(entry.client_id, readOutcome(await post(setSending(entry), null)));
    },
    cancel: (clientId) => uploads.get(clientId)?.abort(),
  };
}
