import type { ChatPerson, Message, MessagePatch } from '../../contract/index.ts';
import type { ChatSummary } from '../list/summaries.ts';
import type { Moderation } from '../message/moderation.ts';
import type { PendingMessage } from '../outbox/pending.ts';

/** A row of a thread: a message of the server, or one of the viewer's that the server has not confirmed. */
export type ThreadItem = Message | PendingMessage;

/** Whether a row is a message that the server has not confirmed. */
export function isPending(item: ThreadItem): item is PendingMessage {
  return 'state' in item;
}

/** A key that identifies a row; it stays the same when the server confirms the message. */
export function itemKey(item: ThreadItem): string {
  return item.client_id ?? String((item as Message).id);
}

/** The rows of a thread at one revision, including the pending ones. Later changes do not show in it. */
export interface RowsSnapshot {
  readonly length: number;
  at(index: number): ThreadItem | undefined;
  /** The row of a message, or -1. */
  indexOf(messageId: number): number;
}

/** `count` rows from `index` on were added, changed or removed. Called synchronously, in order. */
export type ThreadChange = (kind: 'added' | 'changed' | 'removed', index: number, count: number) => void;

/** One response of `GET /web/chat/{id}` or `/more`. */
export interface ThreadPage {
  readonly messages: readonly Message[];
  /** As on the wire: the oldest id delivered, -1 when the chat has none older, null when nothing was delivered. */
  readonly first_message_id: number | null;
  /** The `min_id` of a catch-up: the page has only newer messages. */
  readonly after?: number;
  /** The `min_id` of `/more`: the page ends just before it. */
  readonly before?: number;
}

/** A page after a message, before one, or the newest. */
export type PageCursor = Pick<ThreadPage, 'after' | 'before'>;

/** The time at which a request was sent: events received after it are newer than its response. */
export type RequestEpoch = number;

export interface ThreadOptions {
  readonly chatId: number;
  /** Messages that this user deleted for themselves are left out. */
  readonly viewerId: number;
  readonly onChange?: ThreadChange;
  /** Removes from a message what people say whom the viewer has blocked. Applied to every message that enters the thread. */
  readonly withhold?: (message: Message) => Message;
}

/**
 * The messages of one chat: the server's by id, then the pending ones. Synchronous, without clock, network or storage.
 * Pages, events, responses and receipts may be applied in any order and give the same thread.
 */
export interface Thread {
  readonly chatId: number;
  /** Rows, including the pending ones. */
  readonly length: number;
  /** The server's rows; they come first. */
  readonly storedLength: number;
  /** Incremented by every change. */
  readonly revision: number;
  /** Whether the chat has messages before the first row. True until a page has shown otherwise. */
  readonly hasOlder: boolean;
  /** Whether any page has been merged. */
  readonly isLoaded: boolean;
  /** The newest message before which others may be missing, or null. */
  readonly gapBefore: number | null;
  /** The present rows: the same object until one changes. Takes constant time. */
  snapshot(): RowsSnapshot;
  at(index: number): ThreadItem | undefined;
  get(id: number): Message | undefined;
  /** The row of a message, or -1. */
  indexOf(id: number): number;
  /** Whether the viewer has deleted a message for themselves. */
  isHidden(id: number): boolean;
  /** Whether a newer message of a user is withheld because the viewer has blocked them. */
  isBlockedUser(userId: number): boolean;
  /** The id of the server's newest message, or null. */
  newestId(): number | null;
  oldestId(): number | null;
  /** The id before which the next older page starts; null while nothing is loaded. */
  readFrom(): number | null;
  /** Adds or updates one message. Returns false when nothing changed. */
  upsert(message: Message, epoch?: RequestEpoch): boolean;
  /** Applies changed parts of a message. Returns the message; null when it is not loaded. */
  patch(change: MessagePatch): Message | null;
  /** Adds a page. One that ends before the loaded messages start is ignored: messages between may be missing. */
  mergePage(page: ThreadPage, epoch?: RequestEpoch): void;
  /** Call when a request is sent, and `endRequest` when its response was applied or has failed. */
  beginRequest(): RequestEpoch;
  endRequest(epoch: RequestEpoch): void;
  /** The connection was lost: messages may be missing before the next one that arrives. */
  markBreak(): void;
  /** The newest message known before the connection was lost; null without a break. */
  readonly breakAt: number | null;
  /** Removes everything before the message `id`; it can be loaded again. */
  dropBefore(id: number): void;
  markDelivered(ids: readonly number[]): void;
  markSeen(ids: readonly number[]): void;
  /** Applies a mute or block. Returns whether an unblock leaves texts that have to be read again. */
  markUser(userId: number, moderation: Moderation): boolean;
  putPending(message: PendingMessage): void;
  dropPending(clientId: string): void;
  /** The server's newest `count` messages. */
  tail(count: number): readonly Message[];
}

/** The state of one chat for a view. */
export interface ThreadState {
  readonly chatId: number;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed' | 'missing';
  /** Name, image, members; null until the list or the chat is loaded. */
  readonly chat: ChatSummary | null;
  /** The signed-in member, whose rows these are; null while nobody is signed in. */
  readonly viewerId: number | null;
  /** The rows of this revision. */
  readonly rows: RowsSnapshot;
  /** Number of rows, as `rows.length`. */
  readonly length: number;
  /** Incremented by every change of a row. */
  readonly revision: number;
  readonly hasOlder: boolean;
  /** The state of the last 'More Messages'. */
  readonly older: 'idle' | 'loading' | 'failed';
  /** The first unread message, until the chat is left. */
  readonly firstUnreadId: number | null;
  /** The people whom the viewer has blocked, as far as known. */
  readonly blockedIds: readonly number[];
  /** The members who are typing; former members are left out. */
  readonly typing: readonly ChatPerson[];
  /** The target of the last jump, for 2 s; `jump` distinguishes jumps. */
  readonly highlight: { readonly id: number; readonly jump: number } | null;
}

export interface ThreadView {
  /** The first message in view; null when none of the server's is. */
  readonly firstId: number | null;
  /** Whether the end of the thread is in view. */
  readonly isAtEnd: boolean;
}
