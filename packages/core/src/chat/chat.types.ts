import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { ChatPerson, ChatType, Message, MessageAction } from '../contract/index.ts';
import type { Clock, Log, OnError, Page, Random, Scheduler } from '../ports/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { Result } from '../shared/result.ts';
import type { ChatSummary } from './chat.list.ts';
import type { MentionRange } from './chat.mentions.ts';
import type { ChatStorage } from './chat.outbox.storage.ts';
import type { ThreadChange, ThreadItem } from './chat.thread.types.ts';

/**
 * - `refused`: the server said no; `message` is its own word, or empty.
 * - `not-allowed`: signed out, or not subscribed.
 * - `missing`: there is no such chat or message, or it is not the viewer's.
 * - `unavailable`: no usable answer came.
 */
export type ChatErrorCode = 'refused' | 'not-allowed' | 'missing' | 'unavailable';

export interface ChatError {
  readonly code: ChatErrorCode;
  /** The server's own message, or empty. */
  readonly message: string;
}

/** One row of the chat list. */
export interface ChatRow extends ChatSummary {
  /** Somebody was typing within the last 3 s. */
  readonly isTyping: boolean;
}

/** `chats` is kept while a later load fails. `ready` also when they come from the cache and the server is still asked. */
export interface ChatListState {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly chats: readonly ChatRow[];
}

/** One chat, as a view needs it; its rows are read by `at(index)`. */
export interface ThreadState {
  readonly chatId: number;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed' | 'missing';
  /** Name, image, members; null until the list or the chat's own answer has brought them. */
  readonly chat: ChatSummary | null;
  /** Rows, the pending ones included. */
  readonly length: number;
  /** Grows with every change of a row. */
  readonly revision: number;
  readonly hasOlder: boolean;
  /** How the last 'More Messages' went. */
  readonly older: 'idle' | 'loading' | 'failed';
  /** Where the line 'new messages' stands, until the chat is left. */
  readonly firstUnreadId: number | null;
  /** Who types, by name; those who have left are not named. */
  readonly typing: readonly ChatPerson[];
}

/** What the composer of one chat shows. */
export interface ComposerState {
  readonly text: string;
  readonly replyTo: Message | null;
  readonly mentions: readonly MentionRange[];
  /** Who can be mentioned just now; null when the popup is closed. */
  readonly candidates: readonly ChatPerson[] | null;
  /** `empty`: nothing was there to send (the specified alert). `too-long`: over the limit of characters. */
  readonly problem: 'empty' | 'too-long' | null;
}

/** The text box of one chat; its draft stays while the page lives. */
export interface Composer {
  readonly $state: ReadableAtom<ComposerState>;
  /** `caret` is where the person is in the text, for the mention popup. */
  setText(text: string, caret?: number): void;
  /** Puts a member in place of the word being written; gives the caret's new place. */
  choose(person: ChatPerson): number;
  closePopup(): void;
  reply(message: Message): void;
  cancelReply(): void;
  /** Sends what is there. Gives false when there was nothing to send. */
  submit(): boolean;
  dismissProblem(): void;
}

/** One chat: its messages and what can be done in it. */
export interface ChatThread {
  readonly chatId: number;
  readonly $state: ReadableAtom<ThreadState>;
  readonly composer: Composer;
  /** The row at an index of the present revision. */
  at(index: number): ThreadItem | undefined;
  indexOf(messageId: number): number;
  /** Hears each change of rows as it happens (the store tells once a frame). */
  onChange(listener: ThreadChange): () => void;
  /** Loads the chat and keeps it live while somebody looks at it. Reference-counted. */
  open(): () => void;
  /** Loads again after a failure. */
  reload(): Promise<Result<void, ChatError>>;
  /** 'More Messages'. */
  loadOlder(): Promise<Result<void, ChatError>>;
  /** What the viewer sees. Reading to the end marks the chat as read. */
  setView(view: ThreadView): void;
  /** Sends a text; it stands in the thread at once. */
  send(
    text: string,
    extra?: { readonly replyTo?: Message | null; readonly mentions?: readonly number[] },
  ): void;
  retry(clientId: string): void;
  discard(clientId: string): void;
  act(messageId: number, action: Exclude<MessageAction, 'react'>): Promise<Result<void, ChatError>>;
  react(messageId: number, emoji: string): Promise<Result<void, ChatError>>;
}

export interface ThreadView {
  /** The first message in view; null when none of the server's is. */
  readonly firstId: number | null;
  /** Whether the end of the thread is in view. */
  readonly isAtEnd: boolean;
}

export interface ChatOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly realtime: Pick<Realtime, '$state' | 'start' | 'send' | 'on'>;
  readonly session: ChatSession;
  /** GR group chats, PR personal chats: one instance each. */
  readonly chatType: ChatType;
  /** Where caches and unsent texts are kept; `session.cache` of the session module fits. */
  readonly storage: ChatStorage;
  readonly clock?: Clock;
  readonly scheduler?: Scheduler;
  readonly page?: Page;
  readonly random?: Random;
  readonly log?: Log;
  readonly onError?: OnError;
  /** The specification's and our own limits. */
  readonly limits?: Partial<ChatLimits>;
}

/** Who is looking. */
export interface ChatSession {
  readonly $user: ReadableAtom<{ readonly id: number } | null>;
  /** Tells a log-out, which drops unsent texts, from an expired session, which keeps them. */
  readonly $state?: ReadableAtom<{ readonly status: string; readonly reason?: string }>;
}

export interface ChatLimits {
  /** Milliseconds: 5000 and 3000 (product.md 9). */
  readonly typingInChatMs: number;
  readonly typingInListMs: number;
  /** Characters of a message: 4000 (decisions.md 11). */
  readonly maxLength: number;
  /** Bytes of each cache in storage. */
  readonly cacheBytes: number;
  /** Messages of a chat that are cached. */
  readonly cachedMessages: number;
}

/** The chats of one kind. */
export interface ChatFeature {
  readonly chatType: ChatType;
  readonly $list: ReadableAtom<ChatListState>;
  /** Loads the list and follows the socket. Reference-counted. */
  start(): () => void;
  loadList(): Promise<Result<void, ChatError>>;
  /** The same object for the same id. */
  thread(chatId: number): ChatThread;
  setMuted(chatId: number, isMuted: boolean): Promise<Result<void, ChatError>>;
  /** The viewer's id; null while nobody is signed in. */
  viewerId(): number | null;
  destroy(): void;
}
