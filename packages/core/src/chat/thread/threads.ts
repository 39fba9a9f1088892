// All threads of one member, published together once per frame.
import { createTask } from '../../shared/task.ts';
import type { CachedThread } from '../list/cache.ts';
import type { Moderation } from '../message/moderation.ts';
import type { ThreadHost } from './host.ts';
import type { LoadingEvent } from './loading.ts';
import { createMemberThread, type MemberThread } from './member-thread.ts';

export interface ThreadsOptions {
  readonly host: Omit<ThreadHost, 'onDirty' | 'publishNow'>;
  readonly cached: (chatId: number) => CachedThread | undefined;
  /** A thread has changed. */
  readonly onChange: () => void;
}

export interface Threads {
  /** Creates the thread if it is missing. */
  get(chatId: number): MemberThread;
  find(chatId: number): MemberThread | undefined;
  all(): Iterable<MemberThread>;
  dispatch(event: LoadingEvent): void;
  markUser(userId: number, moderation: Moderation): void;
  /** Publishes the list and all open threads with the next frame. */
  publishSoon(): void;
  publishNow(): void;
  stop(): void;
}

export function createThreads({ host, cached, onChange }: ThreadsOptions): Threads {
  const threads = new Map<number, MemberThread>();
  const dirty = new Set<number>();
  let isListDirty = false;
  const frame = createTask((run) => host.scheduler.nextFrame(run), publish);

  function get(chatId: number): MemberThread {
    const known = threads.get(chatId);
    if (known !== undefined) return known;
    const created = createMemberThread(chatId, { ...host, onDirty, publishNow: frame.run }, cached(chatId));
    threads.set(chatId, created);
    return created;
  }

  function onDirty(chatId: number): void {
    dirty.add(chatId);
    frame.schedule();
    onChange();
  }

  function publish(): void {
    for (const chatId of dirty) get(chatId).publish();
    dirty.clear();
    if (!isListDirty) return;
    isListDirty = false;
    host.list.publish();
  }

  return {
    get,
    find: (chatId) => threads.get(chatId),
    all: () => threads.values(),
    dispatch(event) {
      for (const { loader } of threads.values()) loader.dispatch(event);
    },
    markUser(userId, moderation) {
      for (const thread of threads.values()) thread.markUser(userId, moderation);
    },
    publishSoon() {
      for (const [chatId, thread] of threads) if (thread.loader.state.isOpen) dirty.add(chatId);
      isListDirty = true;
      frame.schedule();
    },
    publishNow: frame.run,
    stop: frame.cancel,
  };
}
