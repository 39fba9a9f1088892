// What an answer to a post means for the message that was posted. Pure.
import type { Answer } from '../../api-client/index.ts';
import type { Message } from '../../contract/index.ts';

/** A file of an entry, as storage keeps it; its bytes are in the store of files. */
export interface OutboxFile {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** A message that waits for its place in the server's order. Kept in storage until it has it. */
export interface OutboxEntry {
  readonly client_id: string;
  readonly chat_id: number;
  readonly text: string;
  readonly reply_to: Message['reply_to'];
  readonly mention_for: readonly number[];
  readonly files: readonly OutboxFile[];
  /** ISO 8601. */
  readonly created_at: string;
  /**
   * `queued` goes by itself; `sending` is on its way; `failed` waits for the person. `waiting` is a queued one that
   * has no connection.
   */
  readonly state: 'queued' | 'waiting' | 'sending' | 'failed';
  /** A post of it has left, and nobody knows whether the server has it. */
  readonly isUncertain: boolean;
  /** The newest message of the chat when it first left: it can only be found after that one. */
  readonly after_id: number | null;
  readonly error: string | null;
  /** Why it failed, where the server did not say: taken back, or its files are gone. Why it waits, if not for a connection. */
  readonly reason: 'cancelled' | 'files-lost' | 'throttled' | null;
}

/**
 * - `sent`: the server has it.
 * - `refused`: the server does not want it, and said so.
 * - `signed-out`: nothing was posted; it goes once the same person is back.
 * - `throttled`: nothing was posted; again after `retryAfter` seconds, when the server said so.
 * - `uncertain`: no readable answer came. The server may have it.
 */
export type PostOutcome =
  | { readonly kind: 'sent'; readonly message: Message }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'throttled'; readonly retryAfter: number | null }
  | { readonly kind: 'uncertain' };

export function readOutcome(answer: Answer<Message>): PostOutcome {
  if (answer.ok) return { kind: 'sent', message: answer.data };
  const { status } = answer;
  if (answer.kind !== 'http') return { kind: 'uncertain' };
  if (status === 401) return { kind: 'signed-out' };
  if (status === 429) return { kind: 'throttled', retryAfter: answer.retryAfter };
  if (status >= 400 && status < 500 && status !== 408) {
    const [first] = Object.values(answer.errors);
    return { kind: 'refused', error: first?.[0] ?? answer.message };
  }
  return { kind: 'uncertain' };
}

/**
 * The entry after an uncertain post. A server that knows `client_id` stores it once however often it is sent, so it
 * goes again by itself; with any other it would perhaps stand there twice, so the person decides.
 */
export function afterUncertain(entry: OutboxEntry, knowsClientId: boolean): OutboxEntry {
  return { ...entry, isUncertain: true, state: knowsClientId ? 'waiting' : 'failed' };
}

/** What is read back after a reload: a post that was on its way then is uncertain now. */
export function afterReload(entry: OutboxEntry, knowsClientId: boolean): OutboxEntry {
  if (entry.state === 'failed') return entry;
  const isUncertain = entry.isUncertain || entry.state === 'sending';
  return isUncertain ? afterUncertain(entry, knowsClientId) : { ...entry, state: 'queued', reason: null };
}

/**
 * Whether a message of the server is this entry. By `client_id` where the server echoes it; else by sender, text and
 * place, for an entry whose post has left.
 */
export function isSameMessage(entry: OutboxEntry, message: Message, viewerId: number): boolean {
  if (message.client_id !== null) return message.client_id === entry.client_id;
  const hasLeft = entry.state === 'sending' || entry.isUncertain;
  return (
    hasLeft &&
    message.chat_id === entry.chat_id &&
    message.sender.id === viewerId &&
    message.message === entry.text &&
    message.media.length === entry.files.length &&
    message.id > (entry.after_id ?? -1)
  );
}
