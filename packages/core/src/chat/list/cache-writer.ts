import type { Message } from '../../contract/index.ts';
import type { Timers } from '../../ports/index.ts';
import { createTask } from '../../shared/task.ts';
import type { ChatStorage, ChatStorageKeys } from '../storage.ts';
import { type CachedThread, readCachedThreads, writeCachedList, writeCachedThreads } from './cache.ts';
import type { ChatSummary } from './summaries.ts';

export interface CacheWriterOptions {
  readonly storage: ChatStorage;
  readonly keys: Pick<ChatStorageKeys, 'list' | 'threads'>;
  readonly viewerId: number;
  readonly scheduler: Timers;
  readonly limits: {
    /** Bytes of each cache. */
    readonly cacheBytes: number;
  };
  readonly readChats: () => readonly ChatSummary[];
  /** The threads of this page that can be cached. */
  readonly readThreads: () => readonly (CachedThread | null)[];
  /** Removes what blocked people wrote. */
  readonly withhold: (message: Message) => Message;
}

/** Writes the caches of one user, at most once a second. */
export interface CacheWriter {
  /** A thread as cached, or undefined. */
  thread(chatId: number): CachedThread | undefined;
  /** Something has changed: writes 1 s later. */
  schedule(): void;
  /** Writes now, if something has changed. */
  flush(): void;
}

const delayMs = 1000;

export function createCacheWriter(options: CacheWriterOptions): CacheWriter {
  const { storage, keys, viewerId: userId, limits } = options;
  const list = { storage, key: keys.list, userId };
  const threads = { storage, key: keys.threads, userId };
  const cached = new Map(readCachedThreads(threads).map((thread) => [thread.id, thread]));

  function write(): void {
    for (const thread of options.readThreads()) if (thread !== null) cached.set(thread.id, thread);
    writeCachedList(list, options.readChats(), limits.cacheBytes);
    // The texts stay in memory: an unblock writes them again.
    const stored = Array.from(cached.values(), (thread) => ({
      ...thread,
      messages: thread.messages.map(options.withhold),
    }));
    writeCachedThreads(threads, stored, limits.cacheBytes);
  }

  const { schedule, flush } = createTask((run) => options.scheduler.after(delayMs, run), write);
  return { thread: (chatId) => cached.get(chatId), schedule, flush };
}
