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
import { type ChatStorage, parseStored } from '../storage.ts';
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

/** A cache of one user in storage. */
export interface CacheSlot {
  readonly storage: ChatStorage;
  readonly key: string;
  readonly userId: number;
}

/** A malformed cache, or another user's, is removed. */
function read<T extends { readonly user_id: number }>(slot: CacheSlot, schema: Schema<T>): T | null {
  const { storage, key, userId } = slot;
  const cache = parseStored(storage.read(key), schema);
  if (cache?.user_id === userId) return cache;
  storage.remove(key);
  return null;
}

export function readCachedList(slot: CacheSlot): readonly ChatSummary[] {
  return read(slot, listSchema)?.chats.map(toSummary) ?? [];
}

export function readCachedThreads(slot: CacheSlot): readonly CachedThread[] {
  return read(slot, threadsSchema)?.threads ?? [];
}

/** Stores the first chats of the list that fit into `maxBytes`. */
export function writeCachedList(slot: CacheSlot, chats: readonly ChatSummary[], maxBytes: number): void {
  write(slot, `"chats":[${fitting(chats, maxBytes)}]`);
}

/** Stores the threads used last that fit into `maxBytes`. */
export function writeCachedThreads(
  slot: CacheSlot,
  threads: readonly CachedThread[],
  maxBytes: number,
): void {
  const byUse = [...threads].sort((a, b) => b.used_at - a.used_at);
  write(slot, `"threads":[${fitting(byUse, maxBytes)}]`);
}

function write({ storage, key, userId }: CacheSlot, content: string): void {
  storage.write(key, `{"version":1,"user_id":${userId},${content}}`);
}

/** Serializes as many items from the front as fit. A character has at most 3 bytes in UTF-8. */
function fitting(items: readonly object[], maxBytes: number): string {
  let bytesLeft = maxBytes - 64;
  const texts: string[] = [];
  for (const item of items) {
    const text = JSON.stringify(item);
    bytesLeft -= new TextEncoder().encode(text).length + 1;
    if (bytesLeft < 0) break;
    texts.push(text);
  }
  return texts.join();
}
