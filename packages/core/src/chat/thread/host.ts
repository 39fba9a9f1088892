import type { ApiClient } from '../../api-client/index.ts';
import type { ChatPerson } from '../../contract/index.ts';
import type { Page, Scheduler } from '../../ports/index.ts';
import type { ListStore } from '../list/store.ts';
import type { KnownBlocks } from '../message/blocked-people.ts';
import type { Moderation } from '../message/moderation.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** The viewer id while nobody is signed in; no user has it. */
export const signedOut = 0;

/** What a thread needs from the other parts of one member's chats. */
export interface ThreadHost {
  readonly viewerId: number;
  readonly api: Pick<ApiClient, 'request'>;
  readonly scheduler: Scheduler;
  readonly list: Pick<ListStore, 'find' | 'put' | 'applyChange' | 'publish'>;
  readonly outbox: Pick<Outbox, '$entries' | 'confirm' | 'updateQuotes'>;
  /** How many times the socket has opened; 0 while it is not open. */
  connection(): number;
  readonly page: Pick<Page, 'isVisible'>;
  /** The members who are typing in a chat. */
  typing(chatId: number): readonly ChatPerson[];
  /** What is known about the people whom the viewer has blocked. */
  readonly blocks: KnownBlocks;
  /** The viewer has muted or blocked a user: applies to all chats and to the list. */
  moderate(userId: number, moderation: Moderation): void;
  /** Reports that the viewer has read a chat to its end, the message `upTo`. Returns false when it could not be sent. */
  markRead(chatId: number, upTo: number): boolean;
  /** A chat has changed: publishes it with the next frame. */
  onDirty(chatId: number): void;
  /** Publishes before a result is returned to the caller. */
  publishNow(): void;
}
