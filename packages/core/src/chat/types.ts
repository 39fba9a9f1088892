import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { ChatType, Message, MessageAction } from '../contract/index.ts';
import type {
  Clock,
  FileSaver,
  FileStore,
  Log,
  Microphone,
  Notifier,
  OnError,
  Page,
  Pictures,
  Random,
  Scheduler,
  Sounds,
} from '../ports/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { Result } from '../shared/result.ts';
import type { AttachmentLimits } from './composer/attachments.ts';
import type { Composer } from './composer/composer.ts';
import type { Recorder } from './composer/recorder.ts';
import type { Decisions } from './decisions.ts';
import type { ChatError } from './errors.ts';
import type { ChatListState } from './list/summaries.ts';
import type { Gallery } from './message/gallery.ts';
import type { ChatStorage } from './storage.ts';
import type { ThreadSearch } from './thread/search.ts';
import type { RowsSnapshot, ThreadChange, ThreadItem, ThreadState, ThreadView } from './thread/types.ts';
import type { Waveform } from './thread/waveforms.ts';

/** Additions to the text of a message. @inline */
export interface SendExtra {
  readonly replyTo?: Message | null;
  /** Ids of the mentioned users. */
  readonly mentions?: readonly number[];
  readonly files?: readonly File[];
}

/** One chat: its messages and its actions. */
export interface ChatThread {
  readonly chatId: number;
  readonly $state: ReadableAtom<ThreadState>;
  readonly composer: Composer;
  readonly search: ThreadSearch;
  readonly recorder: Recorder;
  /** Returns the files of the loaded messages. */
  gallery(): Gallery;
  /** Loads older pages until a message is there, and highlights it. Returns false when it does not exist. */
  jumpTo(messageId: number): Promise<boolean>;
  /** Saves a file of a message. Returns false when the download failed. */
  download(messageId: number, index: number): Promise<boolean>;
  /** Returns the waveform of a voice note, computed once; null when there is none. */
  waveform(messageId: number, index: number): Promise<Waveform | null>;
  /** A file of the message did not load: requests a new URL, because URLs expire. */
  renew(messageId: number): Promise<void>;
  /**
   * The present rows: a new object for each revision. `$state` has those of its last publication, at most a frame
   * older.
   */
  snapshot(): RowsSnapshot;
  /** The present row at an index. Rendering reads `$state`'s `rows`, which change their identity with the rows. */
  at(index: number): ThreadItem | undefined;
  /** The row of a message, or -1. */
  indexOf(messageId: number): number;
  /** Reports each change of rows synchronously (the store publishes once per frame). */
  onChange(listener: ThreadChange): () => void;
  /** Loads the chat and keeps it live until the returned function is called; starts the feature. Reference-counted. */
  open(): () => void;
  /** Loads again after a failure. */
  reload(): Promise<Result<void, ChatError>>;
  /** 'More Messages': loads the page before the oldest message. */
  loadOlder(): Promise<Result<void, ChatError>>;
  /** Loads more members into `chat.users` of the state, while `users_count` is larger. */
  loadMoreUsers(): Promise<Result<void, ChatError>>;
  /** Reports what is in view. Reading to the end marks the chat as read. */
  setView(view: ThreadView): void;
  /** Sends a text, files or both; they are shown at once. Files that cannot share a message are sent separately. */
  send(text: string, extra?: SendExtra): void;
  /** Posts a failed message again. */
  retry(clientId: string): void;
  /** Removes an unsent message. */
  discard(clientId: string): void;
  /** Cancels an upload; the message then waits for Retry or Discard. */
  cancel(clientId: string): void;
  /**
   * `unsend` removes the viewer's own message for everyone, `delete` hides a message for the viewer only; `mute` and
   * `block` apply to its sender. Use `react` for reactions.
   */
  act(messageId: number, action: Exclude<MessageAction, 'react'>): Promise<Result<void, ChatError>>;
  /** Toggles the viewer's emoji on a message of another user (`allowedActions`). */
  react(messageId: number, emoji: string): Promise<Result<void, ChatError>>;
}

export interface ChatOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly realtime: Pick<Realtime, '$state' | 'start' | 'send' | 'on'>;
  readonly session: ChatSession;
  /** GR for group chats, PR for personal chats: one instance each. */
  readonly chatType: ChatType;
  /** Storage of caches and unsent messages, for example `session.cache`. */
  readonly storage: ChatStorage;
  /** Storage of unsent files; in memory by default, so that a reload loses them. */
  readonly files?: FileStore;
  /** Shared by the chat features of a page, so that a block in one applies to the others at once. */
  readonly decisions?: Decisions;
  readonly microphone?: Microphone;
  readonly pictures?: Pictures;
  readonly saver?: FileSaver;
  readonly sounds?: Sounds;
  /** Closes the notifications of a chat (tag `chat:<id>`) when nothing in it is unread. */
  readonly notifier?: Pick<Notifier, 'close'>;
  readonly clock?: Clock;
  readonly scheduler?: Scheduler;
  readonly page?: Page;
  readonly random?: Random;
  readonly log?: Log;
  readonly onError?: OnError;
  readonly limits?: Partial<ChatLimits>;
}

/** The session of the viewer. */
export interface ChatSession {
  readonly $user: ReadableAtom<{ readonly id: number } | null>;
  /** Distinguishes a logout, which removes unsent messages, from an expired session, which keeps them. */
  readonly $state?: ReadableAtom<{ readonly status: string; readonly reason?: string }>;
  /** Keeps the session started while the chats are. */
  readonly start?: () => () => void;
}

export interface ChatLimits {
  /** Milliseconds: 5000 and 3000. */
  readonly typingInChatMs: number;
  readonly typingInListMs: number;
  /** Characters of a message: 4000. */
  readonly maxLength: number;
  readonly attachments: AttachmentLimits;
  /** Milliseconds of a voice note: 5 minutes. */
  readonly recordingMs: number;
  /** Bytes of each cache in storage. */
  readonly cacheBytes: number;
  /** Messages of a chat that are cached. */
  readonly cachedMessages: number;
}

/** The chats of one type. */
export interface ChatFeature {
  readonly chatType: ChatType;
  readonly $list: ReadableAtom<ChatListState>;
  /** Loads the list and subscribes to the socket. Reference-counted. */
  start(): () => void;
  /** Loads the list again, for a Retry button; `start()` loads it. */
  loadList(): Promise<Result<void, ChatError>>;
  /** Returns the same object for the same id. */
  thread(chatId: number): ChatThread;
  /** Mutes or unmutes a chat. */
  setMuted(chatId: number, isMuted: boolean): Promise<Result<void, ChatError>>;
  /** The viewer's id; null while nobody is signed in. */
  viewerId(): number | null;
  destroy(): void;
}
