// Decides from the response to a post what happens to the message. Pure.
import type { ApiResponse } from '../../api-client/index.ts';
import type { Message } from '../../contract/index.ts';
import { foldText, normalizeText } from '../../shared/texts.ts';

/** A file of an entry, as stored; its content is in the file store. */
interface OutboxFile {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** A message of the viewer that the server has not confirmed. Stored until it is. */
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
   * `queued` is posted automatically; `sending` is being posted; `waiting` is queued without a connection; `failed`
   * needs a decision of the user.
   */
  readonly state: 'queued' | 'waiting' | 'sending' | 'failed';
  /** It was posted, and it is unknown whether the server has it. */
  readonly isUncertain: boolean;
  /** The newest message of the chat before the first post: the server's copy is newer. */
  readonly after_id: number | null;
  readonly error: string | null;
  /** Why it failed without an error of the server, or why it waits when connected. */
  readonly reason: 'cancelled' | 'files-lost' | 'throttled' | null;
}

/** The content of a new message. */
export type OutboxDraft = Pick<OutboxEntry, 'chat_id' | 'text' | 'reply_to' | 'mention_for' | 'files'>;

/** The entry of a new message; `now` in milliseconds since 1970. */
export function newEntry(draft: OutboxDraft, client_id: string, now: number): OutboxEntry {
  const text = normalizeText(draft.text);
  const created_at = new Date(now).toISOString();
  const fresh = { state: 'queued', isUncertain: false, after_id: null, error: null, reason: null } as const;
  return { ...draft, text, client_id, created_at, ...fresh };
}

/**
 * - `sent`: the server has it.
 * - `refused`: the server rejected it.
 * - `signed-out`: not accepted; posted again when the same user is back.
 * - `throttled`: not accepted; posted again after `retryAfter` seconds.
 * - `uncertain`: no readable response. The server may have it.
 */
export type PostOutcome =
  | { readonly kind: 'sent'; readonly message: Message }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'throttled'; readonly retryAfter: number | null }
  | { readonly kind: 'uncertain' };

export function readOutcome(response: ApiResponse<Message>): PostOutcome {
  if (response.ok) return { kind: 'sent', message: response.data };
  const { status } = response;
  if (response.kind !== 'http') return { kind: 'uncertain' };
  if (status === 401) return { kind: 'signed-out' };
  if (status === 429) return { kind: 'throttled', retryAfter: response.retryAfter };
  if (status >= 400 && status < 500 && status !== 408) {
    const [first] = Object.values(response.errors);
    return { kind: 'refused', error: first?.[0] ?? response.message };
  }
  return { kind: 'uncertain' };
}

/**
 * The entry after an uncertain post. A server that knows `client_id` deduplicates, so it is posted again automatically;
 * with any other server a second post could create a duplicate, so the user decides.
 */
export function afterUncertain(entry: OutboxEntry, knowsClientId: boolean): OutboxEntry {
  return { ...entry, isUncertain: true, state: knowsClientId ? 'waiting' : 'failed' };
}

/** A stored entry after a reload: a post that was pending is now uncertain. */
export function afterReload(entry: OutboxEntry, knowsClientId: boolean): OutboxEntry {
  if (entry.state === 'failed') return entry;
  const isUncertain = entry.isUncertain || entry.state === 'sending';
  return isUncertain ? afterUncertain(entry, knowsClientId) : { ...entry, state: 'queued', reason: null };
}

/**
 * Whether a message of the server is this entry: by `client_id` if the server echoes it, else by sender, text and order,
 * for an entry that was posted. A backend may have changed line ends, spaces and the form of letters.
 */
export function isSameMessage(entry: OutboxEntry, message: Message, viewerId: number): boolean {
  if (message.client_id !== null) return message.client_id === entry.client_id;
  const wasPosted = entry.state === 'sending' || entry.isUncertain;
  return (
    wasPosted &&
    message.chat_id === entry.chat_id &&
    message.sender.id === viewerId &&
    foldText(message.message).trim() === foldText(entry.text).trim() &&
    message.media.length === entry.files.length &&
    message.id > (entry.after_id ?? -1)
  );
}
