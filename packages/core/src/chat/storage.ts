import * as v from 'valibot';
import type { KeyValueStorage } from '../ports/index.ts';
import { readStored } from '../shared/json-storage.ts';

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

/** A stored value of one user. */
export interface UserSlot {
  readonly storage: ChatStorage;
  readonly key: string;
  readonly userId: number;
}

/** The fields that every stored value has. */
export interface UserRecord {
  readonly version: 1;
  readonly user_id: number;
}

export const userRecordFields: {
  readonly version: v.LiteralSchema<1, undefined>;
  readonly user_id: v.NumberSchema<undefined>;
} = { version: v.literal(1), user_id: v.number() };

/** Returns null for another user's value, another version or malformed text. */
export function readUserRecord<T extends UserRecord>(
  { storage, key, userId }: UserSlot,
  schema: v.GenericSchema<unknown, T>,
): T | null {
  const record = readStored(storage.read(key), schema);
  return record?.user_id === userId ? record : null;
}

/** Stores the JSON of one field; returns the stored text. */
export function writeUserRecord({ storage, key, userId }: UserSlot, fields: string): string {
  const text = `{"version":1,"user_id":${userId},${fields}}`;
  storage.write(key, text);
  return text;
}
