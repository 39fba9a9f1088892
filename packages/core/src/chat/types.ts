import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { ChatPerson, ChatType, Message, MessageAction } from '../contract/index.ts';
import type {
  Clock,
  FileSaver,
  FileStore,
  Log,
  Microphone,
  OnError,
  Page,
  Random,
  Scheduler,
  Sounds,
} from '../ports/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { FormInput } from '../shared/form-input.ts';
import type { Result } from '../shared/result.ts';
import type { Attachment, AttachmentLimits, AttachmentProblem } from './composer/attachments.ts';
import type { MentionRange } from './composer/mentions.ts';
import type { Recorder } from './composer/recorder.ts';
import type { ChatSummary } from './list/summaries.ts';
import type { Gallery } from './message/gallery.ts';
import type { ChatStorage } from './outbox/storage.ts';
import type { ThreadSearch } from './thread/search.ts';
import type { ThreadChange, ThreadItem } from './thread/types.ts';
import type { Waveform } from './thread/waveforms.ts';

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
  /** The message that was jumped to, for 2 s; `jump` tells one jump from the next. */
  readonly highlight: { readonly id: number; readonly jump: number } | null;
}

/** What the composer of one chat shows. */
export interface ComposerState {
  readonly text: string;
  readonly replyTo: Message | null;
  readonly mentions: readonly MentionRange[];
  /** Who can be mentioned just now; null when the popup is closed. */
  readonly candidates: readonly ChatPerson[] | null;
  readonly attachments: readonly Attachment[];
  readonly problem: ComposerProblem | null;
}

/** `empty`: nothing was there to send (the specified alert). `too-long`: over the limit of characters. */
export interface ComposerProblem {
  readonly code: 'empty' | 'too-long' | AttachmentProblem;
  /** The name of the file that could not be taken, or empty. */
  readonly file: string;
}

/** The text box of one chat; its text outlives a reload, its files and reply stay while the page lives. */
export interface Composer {
  readonly $state: ReadableAtom<ComposerState>;
  /** `caret` is where the person is in the text, for the mention popup. */
  setText(text: string, caret?: number): void;
  /** Puts a member in place of the word being written; gives the caret's new place. */
  choose(person: ChatPerson): number;
  /** Closes the mention popup until the next word. */
  closePopup(): void;
  /** What is sent next answers this message. */
  reply(message: Message): void;
  /** It answers none after all. */
  cancelReply(): void;
  /** Takes files that were chosen, pasted, dropped or recorded; what is over a limit is left out, with a problem. */
  attach(files: readonly File[]): void;
  /** Takes a file out again. */
  detach(attachmentId: number): void;
  /**
   * Sends what is there, or the field `message` of a form (its data, or its submit event, after which it is empty again).
   * Gives false when there was nothing to send.
   */
  submit(form?: FormInput): boolean;
  /** The person has read the problem. */
  dismissProblem(): void;
}

/** One chat: its messages and what can be done in it. */
export interface ChatThread {
  readonly chatId: number;
  readonly $state: ReadableAtom<ThreadState>;
  readonly composer: Composer;
  readonly search: ThreadSearch;
  readonly recorder: Recorder;
  /** The files of the messages that are loaded. */
  gallery(): Gallery;
  /** Shows a message: loads older pages until it is there, and marks it. Gives false when it is gone. */
  jumpTo(messageId: number): Promise<boolean>;
  /** Saves a file of a message. Gives false when it could not be had ('Download failed. Please try again.'). */
  download(messageId: number, index: number): Promise<boolean>;
  /** The waveform of a sound in a message; null when there is none to draw. Computed once. */
  waveform(messageId: number, index: number): Promise<Waveform | null>;
  /** A file of the message did not load: its address may have expired, and is asked for anew. */
  renew(messageId: number): Promise<void>;
  /** The row at an index of the present revision. */
  at(index: number): ThreadItem | undefined;
  /** The row of a message, or -1. */
  indexOf(messageId: number): number;
  /** Hears each change of rows as it happens (the store tells once a frame). */
  onChange(listener: ThreadChange): () => void;
  /** Loads the chat and keeps it live while somebody looks at it; its feature is started with it. Reference-counted. */
  open(): () => void;
  /** Loads again after a failure. */
  reload(): Promise<Result<void, ChatError>>;
  /** 'More Messages': prepends the page before the oldest message. */
  loadOlder(): Promise<Result<void, ChatError>>;
  /** What the viewer sees. Reading to the end marks the chat as read. */
  setView(view: ThreadView): void;
  /** Sends a text, files or both; they stand in the thread at once. Files that cannot go together go one by one. */
  send(
    text: string,
    extra?: {
      readonly replyTo?: Message | null;
      readonly mentions?: readonly number[];
      readonly files?: readonly File[];
    },
  ): void;
  /** Sends a message that has failed again. */
  retry(clientId: string): void;
  /** Takes a message of this person's away that the server does not have. */
  discard(clientId: string): void;
  /** Takes back a message whose files are on their way; it waits for Retry or Discard then. */
  cancel(clientId: string): void;
  /**
   * `unsend` takes a message of one's own back from everybody, `delete` hides one for oneself alone; `mute` and `block` are
   * about its sender. A reaction goes by `react`.
   */
  act(messageId: number, action: Exclude<MessageAction, 'react'>): Promise<Result<void, ChatError>>;
  /** Adds this person's emoji to a message of somebody else's (`allowedActions`); the same one again takes it away. */
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
  /** Where unsent files are kept; in memory by default, so that a reload loses them and says so. */
  readonly files?: FileStore;
  readonly microphone?: Microphone;
  readonly saver?: FileSaver;
  readonly sounds?: Sounds;
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

/** The chats of one kind. */
export interface ChatFeature {
  readonly chatType: ChatType;
  readonly $list: ReadableAtom<ChatListState>;
  /** Loads the list and follows the socket. Reference-counted. */
  start(): () => void;
  /** Loads the list again, for a person's Retry; `start()` has loaded it. */
  loadList(): Promise<Result<void, ChatError>>;
  /** The same object for the same id. */
  thread(chatId: number): ChatThread;
  /** Mutes a chat, or takes it back. */
  setMuted(chatId: number, isMuted: boolean): Promise<Result<void, ChatError>>;
  /** The viewer's id; null while nobody is signed in. */
  viewerId(): number | null;
  destroy(): void;
}
