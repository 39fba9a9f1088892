import type { Message } from '../../contract/index.ts';
import type { OutboxEntry } from './rules.ts';

/** A file of an unconfirmed message. */
export interface PendingFile {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** The content; null until it is read after a reload. */
  readonly blob: Blob | null;
}

/** A message of the viewer that the server has not confirmed. */
export interface PendingMessage {
  /** A UUID generated for the post; the server's message echoes it. */
  readonly client_id: string;
  readonly chat_id: number;
  readonly text: string;
  readonly reply_to: Message['reply_to'];
  /** Ids of the mentioned users. */
  readonly mention_for: readonly number[];
  readonly files: readonly PendingFile[];
  /** Upload progress from 0 to 1; null while nothing is uploaded. */
  readonly progress: number | null;
  /** ISO 8601. */
  readonly created_at: string;
  /**
   * - `sending`: being posted, or queued.
   * - `waiting`: no connection; posted automatically as soon as there is one.
   * - `failed`: not retried automatically; the user decides (Retry, Discard).
   */
  readonly state: 'sending' | 'waiting' | 'failed';
  /** The server's error message for a failed one; null when it gave none. */
  readonly error: string | null;
  /**
   * Another cause. Failed: the user cancelled the upload, or the files were lost with an earlier page. Waiting: the
   * server throttles posts; null without a connection.
   */
  readonly reason: 'cancelled' | 'files-lost' | 'throttled' | null;
  /** Seconds until a throttled one is posted again, if the server said when; null otherwise. */
  readonly retryIn: number | null;
}

/** The parts of a row that are not stored: file contents, upload progress and the wait after a 429. */
export interface PendingUpload {
  readonly blobs: readonly Blob[] | null;
  readonly progress: number | null;
  readonly retryIn: number | null;
}

/** Converts an outbox entry to a row of the thread. */
export function toPending(entry: OutboxEntry, { blobs, progress, retryIn }: PendingUpload): PendingMessage {
  const { state, isUncertain: _isUncertain, after_id: _afterId, ...rest } = entry;
  return {
    ...rest,
    state: state === 'queued' ? 'sending' : state,
    files: entry.files.map((file, index) => ({ ...file, blob: blobs?.[index] ?? null })),
    progress,
    retryIn: state === 'waiting' && entry.reason === 'throttled' ? retryIn : null,
  };
}
