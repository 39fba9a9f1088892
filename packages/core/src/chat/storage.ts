import { readWire, type Schema } from '../contract/index.ts';
import type { KeyValueStorage } from '../ports/index.ts';

/** The part of a storage that chat uses. */
export type ChatStorage = Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;

/** Storage keys of the chats of one type. */
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

/** Parses stored JSON; null when it is absent or malformed. */
export function parseStored<T>(text: string | null, schema: Schema<T>): T | null {
  try {
    const reading = readWire(schema, JSON.parse(text ?? 'null'));
    return reading.ok ? reading.value : null;
  } catch {
    return null;
  }
}
