// Caches in storage: the chat list, and the newest messages of the chats used last.
import * as v from 'valibot';
import {
  type Chat,
  chatSchema,
  lenientList,
  type Message,
  messageSchema,
  type Schema,
} from '../../contract/index.ts';
import {
  readUserRecord,
  type UserRecord,
  type UserSlot,
  userRecordFields,
  writeUserRecord,
} from '../../shared/user-storage.ts';
import { type ChatSummary, toSummary } from './summaries.ts';

/** The newest part of one thread. */
export interface CachedThread {
  readonly id: number;
  /** When the viewer last opened it. Milliseconds since 1970. */
  readonly used_at: number;
  /** As on the wire, for the oldest of `messages`. */
  readonly first_message_id: number | null;
  readonly messages: readonly Message[];
}

interface CachedList extends UserRecord {
  readonly chats: readonly Chat[];
}

interface CachedThreads extends UserRecord {
  readonly threads: readonly CachedThread[];
}

const listSchema: Schema<CachedList> = v.object({
  ...userRecordFields,
  chats: lenientList(chatSchema),
});

const threadsSchema: Schema<CachedThreads> = v.object({
  ...userRecordFields,
  threads: lenientList(
    v.object({
      id: v.number(),
      used_at: v.number(),
      first_message_id: v.nullable(v.number()),
      messages: lenientList(messageSchema),
    }),
  ),
});

/** A malformed cache, or another user's, is removed. */
function read<T extends UserRecord>(slot: UserSlot, schema: Schema<T>): T | null {
  const cache = readUserRecord(slot, schema);
  if (cache === null) slot.storage.remove(slot.key);
  return cache;
}

export function readCachedList(slot: UserSlot): readonly ChatSummary[] {
  return read(slot, listSchema)?.chats.map(toSummary) ?? [];
}

export function readCachedThreads(slot: UserSlot): readonly CachedThread[] {
  return read(slot, threadsSchema)?.threads ?? [];
}

/** Stores the first chats of the list that fit into `maxBytes`. */
export function writeCachedList(slot: UserSlot, chats: readonly ChatSummary[], maxBytes: number): void {
  writeUserRecord(slot, `"chats":[${fitting(chats, maxBytes)}]`);
}

/** Stores the threads used last that fit into `maxBytes`. */
export function writeCachedThreads(slot: UserSlot, threads: readonly CachedThread[], maxBytes: number): void {
  const byUse = [...threads].sort((a, b) => b.used_at - a.used_at);
  writeUserRecord(slot, `"threads":[${fitting(byUse, maxBytes)}]`);
}

/** Serializes the items that fit, the first ones first. A character has at most 3 bytes in UTF-8. */
function fitting(items: readonly object[], maxBytes: number): string {
  let bytesLeft = maxBytes - 64;
  const texts: string[] = [];
  for (const item of items) {
    const text = JSON.stringify(item);
    const bytes = new TextEncoder().encode(text).length + 1;
    if (bytes > bytesLeft) continue;
    bytesLeft -= bytes;
    texts.push(text);
  }
  return texts.join();
}
