// The caches of one kind of chats: read when somebody comes, written a moment after the last change.
import type { Cancel, Scheduler } from '../../ports/index.ts';
import type { ChatStorage } from '../outbox/storage.ts';
import {
  type CachedThread,
  type ChatStorageKeys,
  readCachedList,
  readCachedThreads,
  writeCachedList,
  writeCachedThreads,
} from './cache.ts';
import type { ChatSummary } from './summaries.ts';

export interface KeeperOptions {
  readonly storage: ChatStorage;
  readonly keys: ChatStorageKeys;
  readonly scheduler: Scheduler;
  /** Bytes of each cache. */
  readonly cacheBytes: number;
  /** Whose caches they are; null while nobody is here. */
  readonly owner: () => number | null;
  readonly chats: () => readonly ChatSummary[];
  /** The threads that are open on this page, as they would be kept. */
  readonly threads: () => readonly (CachedThread | null)[];
}

export interface Keeper {
  /** Gives the list that was kept for a person; null when there is none. */
  open(userId: number): readonly ChatSummary[] | null;
  close(): void;
  thread(chatId: number): CachedThread | undefined;
  /** Something has changed: it is written a second later. */
  schedule(): void;
  /** Writes what waits. */
  flush(): void;
}

const delayMs = 1000;

export function createKeeper(options: KeeperOptions): Keeper {
  const { storage, keys, scheduler, cacheBytes, owner } = options;
  let kept = new Map<number, CachedThread>();
  let cancel: Cancel | null = null;

  function stop(): boolean {
    const isDue = cancel !== null;
    cancel?.();
    cancel = null;
    return isDue;
  }

  function flush(): void {
    const isDue = stop();
    const userId = owner();
    if (userId === null || !isDue) return;
    for (const thread of options.threads()) if (thread !== null) kept.set(thread.id, thread);
    writeCachedList(storage, keys.list, userId, options.chats(), cacheBytes);
    writeCachedThreads(storage, keys.threads, userId, [...kept.values()], cacheBytes);
  }

  return {
    open(userId) {
      kept = new Map(readCachedThreads(storage, keys.threads, userId).map((thread) => [thread.id, thread]));
      return readCachedList(storage, keys.list, userId);
    },
    close() {
      stop();
      kept = new Map();
    },
    thread: (chatId) => kept.get(chatId),
    schedule() {
      if (owner() !== null) cancel ??= scheduler.after(delayMs, flush);
    },
    flush,
  };
}
