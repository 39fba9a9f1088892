import type { Message } from '../../contract/index.ts';
import type { UserMark } from '../message/moderation.ts';

/** A file of a message that is not confirmed yet. */
export interface PendingFile {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Its bytes; null until they are read after a reload. */
  readonly blob: Blob | null;
}

/** A message that this person has written and the server has not confirmed. */
export interface PendingMessage {
  /** A UUID: the post's own name, which the server's message echoes. */
  readonly client_id: string;
  readonly chat_id: number;
  readonly text: string;
  readonly reply_to: Message['reply_to'];
  /** Who is mentioned, by id. */
  readonly mention_for: readonly number[];
  readonly files: readonly PendingFile[];
  /** How much of the files has left, from 0 to 1; null while they are not on their way. */
  readonly progress: number | null;
  /** When it was written. ISO 8601. */
  readonly created_at: string;
  /**
   * - `sending`: on its way, or next in its chat's queue.
   * - `waiting`: no connection; it goes by itself as soon as there is one.
   * - `failed`: it does not go by itself any more; the person decides (Retry, Discard).
   */
  readonly state: 'sending' | 'waiting' | 'failed';
  /** Why it failed, in the server's words; null when it gave none. */
  readonly error: string | null;
  /**
   * Why it failed otherwise: the person took the upload back, or its files were lost with an earlier page. Why it waits:
   * the server wants fewer at once; null for want of a connection.
   */
  readonly reason: 'cancelled' | 'files-lost' | 'throttled' | null;
}

/** One row of a thread: a message of the server, or one of ours that is not there yet. */
export type ThreadItem = Message | PendingMessage;

/** Whether a row is a message that the server does not have yet: a `PendingMessage`. */
export function isPending(item: ThreadItem): item is PendingMessage {
  return 'state' in item;
}

/** The name under which a row keeps its identity: the same before and after the server has answered. */
export function itemKey(item: ThreadItem): string {
  return item.client_id ?? String((item as Message).id);
}

/** Which rows changed: `count` rows from `index` on. Heard at once, in order, so that a view never compares. */
export type ThreadChange = (kind: 'added' | 'changed' | 'removed', index: number, count: number) => void;

/** One answer of `GET /web/chat/{id}` or `/more`. */
export interface ThreadPage {
  readonly messages: readonly Message[];
  /** As on the wire: the oldest id delivered, -1 when the chat has none older, null when nothing was delivered. */
  readonly first_message_id: number | null;
  /** The `min_id` of a catch-up: the page has only what is newer. */
  readonly after?: number;
  /** The `min_id` of `/more`: the page ends just before it. */
  readonly before?: number;
}

/** The moment at which a request left: what is heard live after it is newer than its answer. */
export type ReadTicket = number;

export interface ThreadOptions {
  readonly chatId: number;
  /** The viewer: messages that they deleted for themselves are left out. */
  readonly viewerId: number;
  readonly onChange?: ThreadChange;
}

/**
 * One chat's messages: the server's by id, then ours that are not confirmed yet. Synchronous, without clock, network
 * or storage: every source (page, echo, answer, receipt) goes in by one of its functions, in any order, and the same
 * thread comes out.
 */
export interface Thread {
  readonly chatId: number;
  /** Rows: the server's and the pending ones. */
  readonly length: number;
  /** The server's rows alone; they come first. */
  readonly storedLength: number;
  /** Grows with every change. */
  readonly revision: number;
  /** Whether the chat has messages before the first one here. True until a page has said otherwise. */
  readonly hasOlder: boolean;
  /** Whether any page has been merged. */
  readonly isLoaded: boolean;
  /** The message before which some may be missing (the newest such place), or null. */
  readonly gapBefore: number | null;
  at(index: number): ThreadItem | undefined;
  get(id: number): Message | undefined;
  /** The row of a message, or -1. */
  indexOf(id: number): number;
  /** The id of the newest message of the server, or null. */
  newestId(): number | null;
  oldestId(): number | null;
  /** Where earlier messages end that have not been read: before the oldest one, or before what was deleted there. */
  readFrom(): number | null;
  /** Takes one message, new or changed. Gives false when nothing changed. */
  upsert(message: Message, ticket?: ReadTicket): boolean;
  mergePage(page: ThreadPage, ticket?: ReadTicket): void;
  /** Call as a request leaves, and `endRead` when its answer is in or lost. */
  beginRead(): ReadTicket;
  endRead(ticket: ReadTicket): void;
  /** The live connection is lost: what arrives from now on may leave a hole behind what is known. */
  markBreak(): void;
  /** Where to catch up from: the newest message known before the connection was lost; null without a break. */
  readonly breakAt: number | null;
  /** Forgets everything before the message `id`; it can be loaded again. */
  dropBefore(id: number): void;
  markDelivered(ids: readonly number[]): void;
  markSeen(ids: readonly number[]): void;
  /** The viewer has muted or blocked somebody, or taken it back. Gives whether words came to be missing by that. */
  markUser(userId: number, mark: UserMark): boolean;
  putPending(message: PendingMessage): void;
  dropPending(clientId: string): void;
  /** Our own messages that are not confirmed, oldest first. */
  pending(): readonly PendingMessage[];
  /** The newest `count` messages of the server, for a cache. */
  tail(count: number): readonly Message[];
}
