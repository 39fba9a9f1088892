// What one chat needs of the feature that it is part of, and what that feature may ask of it.
import type { Answer, ApiClient } from '../../api-client/index.ts';
import type { Chat, ChatPerson, Message } from '../../contract/index.ts';
import type { FileSaver } from '../../ports/index.ts';
import type { AttachmentLimits } from '../composer/attachments.ts';
import type { Draft } from '../composer/draft-storage.ts';
import type { RecorderOptions } from '../composer/recorder.ts';
import type { CachedThread } from '../list/cache.ts';
import type { ChatSummary } from '../list/summaries.ts';
import type { UserMark } from '../message/moderation.ts';
import type { OutboxEntry } from '../outbox/rules.ts';
import type { Outbox, OutboxUpload } from '../outbox/types.ts';
import type { ChatThread } from '../types.ts';
import type { Waveforms } from './waveforms.ts';

/** What one chat needs of the others. */
export interface ChatThreadHost {
  readonly api: Pick<ApiClient, 'request'>;
  /** Keeps the feature started while the chat is open. */
  readonly start: () => () => void;
  readonly maxLength: number;
  readonly attachments: AttachmentLimits;
  readonly recorder: Omit<RecorderOptions, 'onRecorded'>;
  readonly saver: FileSaver;
  readonly waveforms: Waveforms;
  readonly cachedMessages: number;
  readonly now: () => number;
  readonly viewerId: () => number | null;
  readonly outbox: () => Outbox;
  /** How often the socket has opened; 0 while it is not open. */
  readonly connection: () => number;
  readonly isPageVisible: () => boolean;
  readonly later: (ms: number, work: () => void) => void;
  readonly summary: (chatId: number) => ChatSummary | null;
  readonly typing: (chatId: number) => readonly ChatPerson[];
  readonly cached: (chatId: number) => CachedThread | undefined;
  /** What the viewer was writing here on an earlier page. */
  readonly draft: (chatId: number) => Draft | null;
  /** The chat's own answer: name, members, counts. */
  readonly onChat: (chat: Chat) => void;
  /** The viewer has muted or blocked somebody, or taken it back: all chats and the list read differently now. */
  readonly onMarked: (userId: number, mark: UserMark) => void;
  /** The viewer has read to the end. Gives false when nobody could be told. */
  readonly onRead: (chatId: number) => boolean;
  /** Somebody writes, or has stopped: for the typing signal. */
  readonly onText: (chatId: number, text: string) => void;
  readonly onDraft: (draft: Draft) => void;
  /** Rows have changed: publish with the next frame. */
  readonly onDirty: (thread: ChatThreadControl) => void;
  /** What has changed is published at once: somebody hears of what they did. */
  readonly publishNow: () => void;
}

/** What the feature itself asks of one of its chats, besides what everybody may. */
export interface ChatThreadControl extends ChatThread {
  publish(): void;
  /** Nobody has it open from now on, whoever opened it. */
  close(): void;
  reset(): void;
  /** What was being written goes: it is another person's, or somebody logged out. */
  forgetDraft(): void;
  /** What was being written on an earlier page comes back, unless something else is there. */
  restoreDraft(): void;
  /** The connection was lost, or is there again. */
  lost(): void;
  opened(): void;
  /** Takes a message from the socket. */
  ingest(message: Message, isNew: boolean): void;
  /** The viewer has muted or blocked somebody, or taken it back. */
  markUser(userId: number, mark: UserMark): void;
  markDelivered(ids: readonly number[]): void;
  markSeen(ids: readonly number[]): void;
  showEntry(entry: OutboxEntry): void;
  hideEntry(entry: OutboxEntry): void;
  post(entry: OutboxEntry, upload: OutboxUpload | null): Promise<Answer<Message>>;
  /** Reads what is new. Gives whether the server is there. */
  probe(): Promise<boolean>;
  newestId(): number | null;
  isReading(): boolean;
  isOpen(): boolean;
  readIfSeen(): void;
  toCache(): CachedThread | null;
}
