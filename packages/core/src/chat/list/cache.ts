// What chat keeps in storage between visits: the list, and the newest messages of the chats last used.
import * as v from 'valibot';
import {
  type Chat,
  chatSchema,
  lenientList,
  type Message,
  messageSchema,
  readWire,
  type Schema,
} from '../../contract/index.ts';
import type { ChatStorage } from '../outbox/storage.ts';
import { type ChatSummary, toSummary } from './summaries.ts';

/** The specification's key names; personal chats have their own. */
export interface ChatStorageKeys {
  readonly list: string;
  readonly threads: string;
  /** Texts that are not sent yet: an addition of ours. */
  readonly outbox: string;
  /** What is being written: an addition of ours. */
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

/** The newest part of one thread. */
export interface CachedThread {
  readonly id: number;
  /** When the viewer was last there. Milliseconds since 1970. */
  readonly used_at: number;
  /** As on the wire, for the oldest of `messages`. */
  readonly first_message_id: number | null;
  readonly messages: readonly Message[];
}

interface CachedList {
  readonly version: 1;
  readonly user_id: number;
  readonly chats: readonly Chat[];
}

interface CachedThreads {
  readonly version: 1;
  readonly user_id: number;
  readonly threads: readonly CachedThread[];
}

const listSchema: Schema<CachedList> = v.object({
  version: v.literal(1),
  user_id: v.number(),
  chats: lenientList(chatSchema),
});

const threadsSchema: Schema<CachedThreads> = v.object({
  version: v.literal(1),
  user_id: v.number(),
  threads: lenientList(
    v.object({
      id: v.number(),
      used_at: v.number(),
      first_message_id: v.nullable(v.number()),
      messages: lenientList(messageSchema),
    }),
  ),
});

function read<T extends { readonly user_id: number }>(
  storage: ChatStorage,
  key: string,
  userId: number,
  schema: Schema<T>,
): T | null {
  const text = storage.read(key);
  if (text === null) return null;
  try {
    const reading = readWire(schema, JSON.parse(text));
    if (reading.ok && reading.value.user_id === userId) return reading.value;
  } catch {
    // Garbage is dropped below, like another person's cache.
  }
  storage.remove(key);
  return null;
}

export function readCachedList(
  storage: ChatStorage,
  key: string,
  userId: number,
): readonly ChatSummary[] | null {
  return read(storage, key, userId, listSchema)?.chats.map(toSummary) ?? null;
}

export function readCachedThreads(
  storage: ChatStorage,
  key: string,
  userId: number,
): readonly CachedThread[] {
  return read(storage, key, userId, threadsSchema)?.threads ?? [];
}

/** Keeps the first chats of the list that fit into `maxBytes`. */
export function writeCachedList(
  storage: ChatStorage,
  key: string,
  userId: number,
  chats: readonly ChatSummary[],
  maxBytes: number,
): void {
  const texts = fitting(
    chats.map((chat) => JSON.stringify(chat)),
    maxBytes,
  );
  storage.write(key, `{"version":1,"user_id":${userId},"chats":[${texts.join()}]}`);
}

/** Keeps the threads last used that fit into `maxBytes`: the least recently used go first. */
export function writeCachedThreads(
  storage: ChatStorage,
  key: string,
  userId: number,
  threads: readonly CachedThread[],
  maxBytes: number,
): void {
  const byUse = [...threads].sort((a, b) => b.used_at - a.used_at);
  const texts = fitting(
    byUse.map((thread) => JSON.stringify(thread)),
    maxBytes,
  );
  storage.write(key, `{"version":1,"user_id":${userId},"threads":[${texts.join()}]}`);
}

/** As many texts from the front as fit. A character is at most 3 bytes of UTF-8, and 2 in the browser's storage. */
function fitting(texts: readonly string[], maxBytes: number): readonly string[] {
  let room = maxBytes - 64;
  const kept: string[] = [];
  for (const text of texts) {
    room -= new TextEncoder().encode(text).length + 1;
    if (room < 0) break;
    kept.push(text);
  }
  return kept;
}
