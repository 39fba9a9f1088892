import type { Cancel, Timers } from '../../ports/index.ts';
import type { UserSlot } from '../storage.ts';
import { type CachedThread, readCachedThreads, writeCachedList, writeCachedThreads } from './cache.ts';
import type { ChatSummary } from './summaries.ts';

export interface CacheWriterOptions {
  readonly list: UserSlot;
  readonly threads: UserSlot;
  readonly scheduler: Timers;
  /** Bytes of each cache. */
  readonly maxBytes: number;
  readonly readChats: () => readonly ChatSummary[];
  /** The threads of this page that can be cached. */
  readonly readThreads: () => readonly (CachedThread | null)[];
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
  const { list, threads, maxBytes } = options;
  const cached = new Map(readCachedThreads(threads).map((thread) => [thread.id, thread]));
  let cancel: Cancel | null = null;

  function flush(): void {
    if (cancel === null) return;
    cancel();
    cancel = null;
    for (const thread of options.readThreads()) if (thread !== null) cached.set(thread.id, thread);
    writeCachedList(list, options.readChats(), maxBytes);
    writeCachedThreads(threads, [...cached.values()], maxBytes);
  }

  return {
    thread: (chatId) => cached.get(chatId),
    schedule() {
      cancel ??= options.scheduler.after(delayMs, flush);
    },
    flush,
  };
}
