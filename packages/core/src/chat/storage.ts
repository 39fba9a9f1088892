import type { KeyValueStorage } from '../ports/index.ts';

/** The part of a storage that chat uses. */
export type ChatStorage = Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;

/** Storage keys of the chats of one type. @inline */
export interface ChatStorageKeys {
  readonly list: string;
  readonly threads: string;
  /** Unsent messages. */
  readonly outbox: string;
  readonly drafts: string;
}

export const groupChatKeys: ChatStorageKeys = {
  list: 'chatList',
  threads: 'chats',
  outbox: 'outbox',
  drafts: 'drafts',
};
export const personalChatKeys: ChatStorageKeys = {
  list: 'personal_chatList',
  threads: 'personal_chats',
  outbox: 'personal_outbox',
  drafts: 'personal_drafts',
};
