import { atom } from 'nanostores';
import {
  browserMicrophone,
  browserNotifier,
  browserPage,
  browserPictures,
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
import type { ChatListState } from './list/summaries.ts';
import { createMemberChats, type MemberChats } from './member-chats.ts';
import { createOutboxFiles } from './outbox/files.ts';
import type { StoredOutbox } from './outbox/storage.ts';
import { groupChatKeys, personalChatKeys } from './storage.ts';
import { signedOut } from './thread/host.ts';
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
    pictures: options.pictures ?? browserPictures,
    notifier: options.notifier ?? browserNotifier,
    log: options.log ?? silentLog,
    files: createOutboxFiles(options.files ?? createMemoryFileStore(), keys.outbox),
    limits,
    keys,
  };
  const $list = atom<ChatListState>({ status: 'idle', chats: [] });
  const threads = new Map<number, ChatThreadControl>();
  let isStarted = false;
  let restored: StoredOutbox | null = null;
  /** Stops the requests and timers of `current`. Aborted while nobody is signed in. */
  let controller = new AbortController();
  controller.abort();
  let current = create(signedOut);
  let stopList = current.$list.listen($list.set);
  let stopCurrent = (): void => {};
  /** The user whose drafts are in the composers. */
  let draftUserId = signedOut;

  const threadOptions = {
    start: () => lifecycle.start(),
    memberChats,
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

  function create(userId: number): MemberChats {
    return createMemberChats({ ...ports, viewerId: userId, signal: controller.signal, restored });
  }

  /** Returns the chats of the current user. Replaces them first if the user has changed. */
  function memberChats(): MemberChats {
    const next = viewerId() ?? signedOut;
    if (next === current.viewerId) return current;
    const state = session.$state?.get();
    const isLogout = next === signedOut && state?.status === 'signed-out' && state.reason !== 'expired';
    if (current.viewerId !== signedOut) draftUserId = current.viewerId;
    const isOtherUser = next !== signedOut && draftUserId !== signedOut && draftUserId !== next;
    if (isLogout || isOtherUser) for (const thread of threads.values()) thread.forgetDraft();
    replace(next, isLogout);
    return current;
  }

  function replace(next: number, isLogout: boolean): void {
    if (current.viewerId !== signedOut) restored = current.close(isLogout);
    controller.abort();
    stopList();
    stopCurrent();
    controller = new AbortController();
    if (next === signedOut) controller.abort();
    current = create(next);
    if (next !== signedOut) restored = null;
    stopList = current.$list.subscribe($list.set);
    stopCurrent = isStarted ? current.start() : () => {};
    for (const thread of threads.values()) thread.attach(current);
  }

  const lifecycle = createLifecycle(() => {
    const stopSession = session.start?.();
    const stopRealtime = realtime.start();
    stopCurrent = memberChats().start();
    isStarted = true;
    const offUser = session.$user.subscribe(() => void memberChats());
    const stop = (): void => {
      isStarted = false;
      offUser();
      stopCurrent();
      stopCurrent = () => {};
    };
    return [stop, stopRealtime, stopSession];
  });

  return {
    chatType,
    $list,
    start: lifecycle.start,
    loadList: () => memberChats().loadList(),
    thread(chatId) {
      const known = threads.get(chatId);
      if (known !== undefined) return known;
      const created = createChatThread(chatId, threadOptions, current);
      threads.set(chatId, created);
      return created;
    },
    setMuted: (chatId, isMuted) => memberChats().setMuted(chatId, isMuted),
    viewerId,
    destroy() {
      for (const thread of threads.values()) thread.close();
      lifecycle.destroy();
      replace(signedOut, false);
    },
  };
}
