import { atom } from 'nanostores';
import {
  browserMicrophone,
  browserPage,
  createBrowserFileSaver,
  createBrowserSounds,
  createMemoryFileStore,
  silentLog,
  systemClock,
  systemRandom,
  systemScheduler,
} from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { type ChatThreadControl, createChatThread } from './chat-thread.ts';
import { defaultAttachmentLimits } from './composer/attachments.ts';
import { signedOut } from './errors.ts';
import type { ChatListState } from './list/summaries.ts';
import { createMemberChats, type MemberChats } from './member-chats.ts';
import { createOutboxFiles } from './outbox/files.ts';
import type { StoredOutbox } from './outbox/storage.ts';
import { groupChatKeys, personalChatKeys } from './storage.ts';
import { createWaveforms } from './thread/waveforms.ts';
import type { ChatFeature, ChatLimits, ChatOptions } from './types.ts';

/** Default limits and delays. */
export const defaultChatLimits: ChatLimits = {
  typingInChatMs: 5000,
  typingInListMs: 3000,
  maxLength: 4000,
  attachments: defaultAttachmentLimits,
  recordingMs: 5 * 60_000,
  cacheBytes: 256 * 1024,
  cachedMessages: 50,
};

/** Creates the chats of one type. Nothing is requested, read or subscribed to before `start()` or an action. */
export function createChat(options: ChatOptions): ChatFeature {
  const { realtime, session, chatType } = options;
  const limits = { ...defaultChatLimits, ...options.limits };
  const keys = chatType === 'GR' ? groupChatKeys : personalChatKeys;
  const fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);
  const ports = {
    ...options,
    clock: options.clock ?? systemClock,
    scheduler: options.scheduler ?? systemScheduler,
    page: options.page ?? browserPage,
    random: options.random ?? systemRandom,
    log: options.log ?? silentLog,
    files: createOutboxFiles(options.files ?? createMemoryFileStore(), keys.outbox),
    limits,
    keys,
  };
  const $list = atom<ChatListState>({ status: 'idle', chats: [] });
  const threads = new Map<number, ChatThreadControl>();
  let current: MemberChats | null = null;
  let isStarted = false;
  /** Ends what belongs to `current`. */
  let drop = (): void => {};
  let stop = (): void => {};
  let restored: StoredOutbox | null = null;
  /** The user whose drafts are in the composers. */
  let draftsOf: number | null = null;

  const threadOptions = {
    start: () => lifecycle.start(),
    member,
    limits,
    recorder: {
      microphone: options.microphone ?? browserMicrophone,
      clock: ports.clock,
      scheduler: ports.scheduler,
      maxMs: limits.recordingMs,
    },
    saver: options.saver ?? createBrowserFileSaver(fetch),
    waveforms: createWaveforms({ sounds: options.sounds ?? createBrowserSounds(fetch) }),
  };

  const viewerId = (): number | null => session.$user.get()?.id ?? null;

  /** The chats of the signed-in user; replaced when the user has changed. */
  function member(): MemberChats | null {
    const next = viewerId();
    if (next !== (current?.viewerId ?? null)) replace(next);
    return current;
  }

  function replace(next: number | null): void {
    const state = session.$state?.get();
    const isLogout = next === null && state?.status === 'signed-out' && state.reason !== 'expired';
    if (current !== null) restored = current.close(isLogout);
    drop();
    stop();
    stop = () => {};
    const isOther = next !== null && draftsOf !== null && draftsOf !== next;
    if (isLogout || isOther) for (const thread of threads.values()) thread.forgetDraft();
    draftsOf = next ?? draftsOf;
    current = next === null ? null : create(next);
    if (current === null) $list.set({ status: 'idle', chats: [] });
    else if (isStarted) stop = current.start();
    for (const thread of threads.values()) thread.attach(current);
  }

  function create(userId: number): MemberChats {
    const controller = new AbortController();
    const created = createMemberChats({ ...ports, viewerId: userId, signal: controller.signal, restored });
    restored = null;
    const off = created.$list.subscribe((list) => $list.set(list));
    drop = () => {
      off();
      controller.abort();
      drop = () => {};
    };
    return created;
  }

  const lifecycle = createLifecycle(() => {
    const stopSession = session.start?.();
    const stopRealtime = realtime.start();
    const before = member();
    isStarted = true;
    if (before !== null) stop = before.start();
    const offUser = session.$user.subscribe(() => void member());
    return () => {
      isStarted = false;
      offUser();
      stop();
      stop = () => {};
      stopRealtime();
      stopSession?.();
    };
  });

  return {
    chatType,
    $list,
    start: lifecycle.start,
    loadList: async () => member()?.loadList() ?? signedOut,
    thread(chatId) {
      const known = threads.get(chatId);
      if (known !== undefined) return known;
      const created = createChatThread(chatId, threadOptions);
      threads.set(chatId, created);
      created.attach(current);
      return created;
    },
    setMuted: async (chatId, isMuted) => member()?.setMuted(chatId, isMuted) ?? signedOut,
    viewerId,
    destroy() {
      for (const thread of threads.values()) thread.close();
      lifecycle.destroy();
      restored = current?.close(false) ?? restored;
      drop();
      current = null;
      for (const thread of threads.values()) thread.attach(null);
    },
  };
}
