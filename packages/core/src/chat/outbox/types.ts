import type { Answer } from '../../api-client/index.ts';
import type { Message } from '../../contract/index.ts';
import type { Clock, FileStore, Page, Random, Scheduler } from '../../ports/index.ts';
import type { OutboxEntry, OutboxFile } from './rules.ts';
import type { ChatStorage } from './storage.ts';

interface OutboxDraft {
  readonly chat_id: number;
  readonly text: string;
  readonly reply_to: Message['reply_to'];
  readonly mention_for: readonly number[];
  readonly files: readonly OutboxFile[];
}

/** The files of one post, under way. */
export interface OutboxUpload {
  readonly blobs: readonly Blob[];
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

export interface OutboxOptions {
  readonly storage: ChatStorage;
  readonly storageKey: string;
  /** Where files are kept until they are sent. */
  readonly files: FileStore;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly page: Pick<Page, 'isOnline'>;
  /** Posts one message. Called for one message of a chat at a time. */
  readonly post: (entry: OutboxEntry, upload: OutboxUpload | null) => Promise<Answer<Message>>;
  /**
   * Reads what is new in a chat, which asks nothing of the server but tells whether it is there, and shows what it has
   * already. Gives false when it cannot be read.
   */
  readonly probe: (chatId: number) => Promise<boolean>;
  /** Whether the live connection stands; without it a post is preceded by a probe. */
  readonly isConnected: () => boolean;
  /** The newest message of a chat, as far as it is known. */
  readonly newestId: (chatId: number) => number | null;
  /** An entry is new or changed. */
  readonly onEntry: (entry: OutboxEntry) => void;
  /** An entry is gone: confirmed by the server, or discarded. */
  readonly onGone: (entry: OutboxEntry) => void;
  /** The server has confirmed a post by its answer. */
  readonly onSent: (message: Message) => void;
}

export interface Outbox {
  /** Begins for a person: reads what was left, and sends it. */
  open(userId: number): void;
  /**
   * Stops. What is not sent is kept, in storage and for the same person's return within this page; `forget` (a
   * log-out) drops it.
   */
  close(forget?: boolean): void;
  /** `blobs` are the bytes of the draft's files, in their order. */
  add(draft: OutboxDraft, blobs?: readonly Blob[]): OutboxEntry;
  /** Takes back a post whose files are on their way; it then waits for Retry or Discard. */
  cancel(clientId: string): void;
  /** The files of an entry as far as they are in memory, and how much of them has left (0 to 1). */
  uploadOf(clientId: string): { readonly blobs: readonly Blob[] | null; readonly progress: number | null };
  /** Sends a failed or waiting one again, now. */
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** A message of the server has been seen, wherever it came from. */
  seen(message: Message): void;
  /** Writes what is not in storage yet: the page is left. */
  flush(): void;
  /** The connection is back: everything that waits goes. */
  wake(): void;
  entries(chatId?: number): readonly OutboxEntry[];
}
