import { type ChatPerson, muteChatEndpoint, unmuteChatEndpoint } from '../contract/index.ts';
import {
  browserMicrophone,
  browserPage,
  type Cancel,
  createBrowserFileSaver,
  createBrowserSounds,
  createMemoryFileStore,
  silentLog,
  systemClock,
  systemRandom,
  systemScheduler,
} from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, succeed } from '../shared/result.ts';
import { defaultAttachmentLimits } from './composer/attachments.ts';
import { createDrafts } from './composer/drafts.ts';
import { toChatError } from './errors.ts';
import { groupChatKeys, personalChatKeys } from './list/cache.ts';
import { createKeeper } from './list/cache-writer.ts';
import { createListStore } from './list/store.ts';
import { personOf, toSummary } from './list/summaries.ts';
import { createTypingBook, createTypingSignal } from './list/typing.ts';
import type { UserMark } from './message/moderation.ts';
import { relayFrame } from './message/relay.ts';
import { createOutbox } from './outbox/outbox.ts';
import { hearChats } from './socket-events.ts';
import type { ChatThreadControl } from './thread/host.ts';
import { createChatThread } from './thread/member-thread.ts';
import { createWaveforms } from './thread/waveforms.ts';
import type { ChatFeature, ChatLimits, ChatOptions } from './types.ts';

/** Chat's limits and delays. */
export const defaultChatLimits: ChatLimits = {
  typingInChatMs: 5000,
  typingInListMs: 3000,
  maxLength: 4000,
  attachments: defaultAttachmentLimits,
  recordingMs: 5 * 60_000,
  cacheBytes: 256 * 1024,
  cachedMessages: 50,
};

/** Creates the chats of one kind. Nothing is asked, read or listened to before `start()` or an action. */
export function createChat(options: ChatOptions): ChatFeature {
  const { api, realtime, session, chatType, storage } = options;
  const clock = options.clock ?? systemClock;
  const scheduler = options.scheduler ?? systemScheduler;
  const page = options.page ?? browserPage;
  const random = options.random ?? systemRandom;
  const log = options.log ?? silentLog;
  const limits = { ...defaultChatLimits, ...options.limits };
  const fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);
  const saver = options.saver ?? createBrowserFileSaver(fetch);
  const waveforms = createWaveforms({ sounds: options.sounds ?? createBrowserSounds(fetch) });
  const keys = chatType === 'GR' ? groupChatKeys : personalChatKeys;

  const threads = new Map<number, ChatThreadControl>();
  const dirty = new Set<ChatThreadControl>();
  let isListDirty = false;
  let viewer: number | null = null;
  /** Whose drafts stand in the composers, once somebody has left. */
  let draftsOf: number | null = null;
  /** Counts the socket's openings. */
  let openings = 0;
  let cancelFrame: Cancel | null = null;
  /** What threads wait for. */
  const timers = new Set<Cancel>();

  const viewerId = (): number | null => session.$user.get()?.id ?? null;
  const connection = (): number => (realtime.$state.get().status === 'open' ? openings : 0);

  const typing = createTypingBook({
    clock,
    scheduler,
    chatMs: limits.typingInChatMs,
    listMs: limits.typingInListMs,
    onChange: markAllDirty,
  });

  const typingSignal = createTypingSignal({
    clock,
    send: (chat_id, isTyping) =>
      void realtime.send({ type: 'WebMeesageTyping', chat_id, user_id: viewerId() ?? 0, typing: isTyping }),
  });

  const list = createListStore({
    api,
    chatType,
    clock,
    scheduler,
    log,
    isTyping: typing.inList,
    onChange() {
      markAllDirty();
      keeper.schedule();
    },
  });

  const keeper = createKeeper({
    storage,
    keys,
    scheduler,
    cacheBytes: limits.cacheBytes,
    owner: () => (viewer === viewerId() ? viewer : null),
    chats: list.all,
    threads: () => [...threads.values()].map((thread) => thread.toCache()),
  });

  const drafts = createDrafts({ storage, storageKey: keys.drafts, scheduler });

  const outbox = createOutbox({
    storage,
    storageKey: keys.outbox,
    files: options.files ?? createMemoryFileStore(),
    clock,
    scheduler,
    random,
    page,
    post: (entry, upload) => thread(entry.chat_id).post(entry, upload),
    probe: (chatId) => thread(chatId).probe(),
    isConnected: () => connection() !== 0,
    newestId: (chatId) => thread(chatId).newestId(),
    onEntry: (entry) => thread(entry.chat_id).showEntry(entry),
    onGone: (entry) => thread(entry.chat_id).hideEntry(entry),
    onSent(message) {
      typingSignal.stopped(message.chat_id);
      applyToList(message);
      // For backends that only relay what clients tell each other.
      const frame = relayFrame(viewerId() ?? 0, message);
      if (frame !== null) realtime.send(frame);
    },
  });

  function publish(): void {
    cancelFrame = null;
    for (const thread of dirty) {
      thread.publish();
      thread.readIfSeen();
    }
    dirty.clear();
    if (!isListDirty) return;
    isListDirty = false;
    list.publish();
  }

  function requestFrame(): void {
    cancelFrame ??= scheduler.nextFrame(publish);
  }

  /** What somebody did is in the stores by the time that they hear of it, and not only with the next frame. */
  function publishNow(): void {
    cancelFrame?.();
    publish();
  }

  function markAllDirty(): void {
    for (const thread of threads.values()) if (thread.isOpen()) dirty.add(thread);
    isListDirty = true;
    requestFrame();
  }

  function applyToList(message: Parameters<typeof list.apply>[0]): void {
    const isReading = threads.get(message.chat_id)?.isReading() ?? false;
    list.apply(message, { id: viewerId() ?? -1, isReading });
  }

  function thread(chatId: number): ChatThreadControl {
    const known = threads.get(chatId);
    if (known !== undefined) return known;
    const created = createChatThread(chatId, {
      api,
      start: lifecycle.start,
      maxLength: limits.maxLength,
      attachments: limits.attachments,
      recorder: {
        microphone: options.microphone ?? browserMicrophone,
        clock,
        scheduler,
        maxMs: limits.recordingMs,
      },
      saver,
      waveforms,
      cachedMessages: limits.cachedMessages,
      now: () => clock.now(),
      viewerId,
      outbox: () => outbox,
      connection,
      isPageVisible: () => page.isVisible(),
      later,
      summary: list.find,
      typing: typistsOf,
      cached: keeper.thread,
      draft: drafts.of,
      onChat: (chat) => list.put(toSummary(chat)),
      onMarked(userId, mark) {
        markUser(userId, mark);
        tellListChanged();
      },
      onRead,
      onText: (id, text) => typingSignal.changed(id, text),
      onDraft: drafts.note,
      onDirty(control) {
        dirty.add(control);
        requestFrame();
        keeper.schedule();
      },
      publishNow,
    });
    threads.set(chatId, created);
    return created;
  }

  function markUser(userId: number, mark: UserMark): void {
    for (const one of threads.values()) one.markUser(userId, mark);
  }

  function later(ms: number, work: () => void): void {
    const cancel = scheduler.after(ms, () => {
      timers.delete(cancel);
      work();
    });
    timers.add(cancel);
  }

  function typistsOf(chatId: number): readonly ChatPerson[] {
    const chat = list.find(chatId) ?? undefined;
    return typing.inChat(chatId).flatMap((userId) => personOf(chat, userId) ?? []);
  }

  function onRead(chatId: number): boolean {
    if (!realtime.send({ type: 'ReadByAll', user_id: viewerId() ?? 0, chat_id: chatId })) return false;
    if ((list.find(chatId)?.unread_count ?? 0) > 0) list.change(chatId, { unread_count: 0 });
    return true;
  }

  /** The viewer's other connections fetch the list again, also where a backend only relays. */
  function tellListChanged(): void {
    realtime.send({ type: 'WebFetchChat' });
  }

  function leavePage(): void {
    keeper.flush();
    drafts.flush();
    outbox.flush();
  }

  /** Another person, or nobody: nothing of the one before stays. */
  function changeViewer(next: number | null): void {
    if (next === viewer) return;
    const state = session.$state?.get();
    const isLogOut = next === null && state?.status === 'signed-out' && state.reason !== 'expired';
    if (viewer !== null) {
      outbox.close(isLogOut);
      drafts.close(isLogOut);
      draftsOf = viewer;
    }
    viewer = next;
    // Whoever comes back after an expired session finds what they were writing.
    if (isLogOut || (next !== null && draftsOf !== null && draftsOf !== next))
      for (const thread of threads.values()) thread.forgetDraft();
    keeper.close();
    typing.clear();
    list.reset(next === null ? null : keeper.open(next));
    for (const thread of threads.values()) thread.reset();
    list.publish();
    if (next === null) return;
    drafts.open(next);
    for (const thread of threads.values()) thread.restoreDraft();
    outbox.open(next);
    void list.load();
  }

  const lifecycle = createLifecycle(() => {
    const letSessionGo = session.start?.();
    const stopHearing = hearChats({
      realtime,
      page,
      viewerId,
      threads,
      list,
      typing,
      outbox,
      onNew: applyToList,
      onMark: markUser,
      onOpened() {
        openings += 1;
      },
      onLeave: leavePage,
    });
    if (realtime.$state.get().status === 'open') openings += 1;
    const stopRealtime = realtime.start();
    const wasViewer = viewer;
    const offUser = session.$user.subscribe((user) => changeViewer(user?.id ?? null));
    // Back after a stop: the socket may have said things meanwhile.
    if (viewer !== null && viewer === wasViewer) {
      for (const thread of threads.values()) thread.lost();
      void list.load();
      outbox.wake();
    }
    return () => {
      leavePage();
      offUser();
      stopHearing();
      stopRealtime();
      letSessionGo?.();
      typing.clear();
      cancelFrame?.();
      cancelFrame = null;
    };
  });

  return {
    chatType,
    $list: list.$list,
    start: lifecycle.start,
    loadList: list.load,
    thread,
    async setMuted(chatId, isMuted) {
      const endpoint = isMuted ? muteChatEndpoint : unmuteChatEndpoint;
      const answer = await api.request(endpoint, { params: { id: chatId } });
      if (!answer.ok) return fail(toChatError(answer));
      list.change(chatId, { mute: isMuted });
      publishNow();
      tellListChanged();
      return succeed(undefined);
    },
    viewerId,
    destroy() {
      // Nobody looks at them any more: an open chat would ask for itself again.
      for (const thread of threads.values()) thread.close();
      lifecycle.destroy();
      list.reset(null);
      keeper.close();
      drafts.close(false);
      outbox.close();
      viewer = null;
      for (const thread of threads.values()) thread.reset();
      for (const cancel of timers) cancel();
      timers.clear();
      cancelFrame?.();
      cancelFrame = null;
    },
  };
}
