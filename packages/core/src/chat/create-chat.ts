import { atom } from 'nanostores';
import { type ChatPerson, chatsEndpoint, muteChatEndpoint, unmuteChatEndpoint } from '../contract/index.ts';
import {
  browserMicrophone,
  browserPage,
  type Cancel,
  createBrowserFileSaver,
  createMemoryFileStore,
  silentLog,
  systemClock,
  systemRandom,
  systemScheduler,
} from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { defaultAttachmentLimits } from './chat.attachments.ts';
import {
  type CachedThread,
  groupChatKeys,
  personalChatKeys,
  readCachedList,
  readCachedThreads,
  writeCachedList,
  writeCachedThreads,
} from './chat.cache.ts';
import { toChatError } from './chat.errors.ts';
import {
  applyNewMessage,
  type ChatSummary,
  changeChat,
  isLastShown,
  mergeList,
  personOf,
  toSummary,
} from './chat.list.ts';
import { createOutbox } from './chat.outbox.ts';
import type { ChatError, ChatFeature, ChatLimits, ChatListState, ChatOptions } from './chat.types.ts';
import { createTypingBook, createTypingSignal } from './chat.typing.ts';
import { type ChatThreadControl, createChatThread } from './create-chat-thread.ts';

/** The values of product.md 9 and decisions.md 11. */
export const defaultChatLimits: ChatLimits = {
  typingInChatMs: 5000,
  typingInListMs: 3000,
  maxLength: 4000,
  attachments: defaultAttachmentLimits,
  recordingMs: 5 * 60_000,
  cacheBytes: 256 * 1024,
  cachedMessages: 50,
};

/** Milliseconds after the last change at which the caches are written. */
const cacheDelayMs = 1000;

/** Creates the chats of one kind. Nothing is asked, read or listened to before `start()` or an action. */
export function createChat(options: ChatOptions): ChatFeature {
  const { api, realtime, session, chatType, storage } = options;
  const clock = options.clock ?? systemClock;
  const scheduler = options.scheduler ?? systemScheduler;
  const page = options.page ?? browserPage;
  const random = options.random ?? systemRandom;
  const log = options.log ?? silentLog;
  const limits = { ...defaultChatLimits, ...options.limits };
  const saver = options.saver ?? createBrowserFileSaver((...args) => globalThis.fetch(...args));
  const keys = chatType === 'GR' ? groupChatKeys : personalChatKeys;

  const $list = atom<ChatListState>({ status: 'idle', chats: [] });
  const threads = new Map<number, ChatThreadControl>();
  const dirty = new Set<ChatThreadControl>();
  let chats: readonly ChatSummary[] = [];
  let status: ChatListState['status'] = 'idle';
  let isListDirty = false;
  let viewer: number | null = null;
  /** Whose drafts stand in the composers, once somebody has left. */
  let draftsOf: number | null = null;
  let cachedThreads = new Map<number, CachedThread>();
  /** Counts the socket's openings. */
  let openings = 0;
  let listLoad: Promise<Result<void, ChatError>> | null = null;
  let isListStale = false;
  /** Chats of the other kind, or not the viewer's: asked for once. */
  const foreign = new Set<number>();
  let cancelFrame: Cancel | null = null;
  let cancelCache: Cancel | null = null;

  const viewerId = (): number | null => session.$user.get()?.id ?? null;
  const summaryOf = (chatId: number): ChatSummary | null => chats.find(({ id }) => id === chatId) ?? null;
  const connection = (): number => (realtime.$state.get().status === 'open' ? openings : 0);

  const typing = createTypingBook({
    clock,
    scheduler,
    chatMs: limits.typingInChatMs,
    listMs: limits.typingInListMs,
    onChange() {
      for (const thread of threads.values()) if (thread.isOpen()) dirty.add(thread);
      markListDirty();
    },
  });

  const typingSignal = createTypingSignal({
    clock,
    send: (chat_id, isTyping) =>
      void realtime.send({ type: 'WebMeesageTyping', chat_id, user_id: viewerId() ?? 0, typing: isTyping }),
  });

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
      // For backends that only relay what clients tell each other (decisions.md 5).
      realtime.send({ type: 'WebFetchMessage', user_id: viewerId() ?? 0, message, isScroll: true });
    },
  });

  function publish(): void {
    cancelFrame = null;
    for (const thread of dirty) {
      thread.publish();
      thread.readIfSeen();
    }
    dirty.clear();
    if (isListDirty) publishList();
  }

  function requestFrame(): void {
    cancelFrame ??= scheduler.nextFrame(publish);
  }

  function publishList(): void {
    isListDirty = false;
    const before = new Map($list.get().chats.map((chat) => [chat.id, chat]));
    const rows = chats.map((chat) => {
      const row = { ...chat, isTyping: typing.inList(chat.id) };
      const known = before.get(chat.id);
      return known !== undefined && sameRow(known, row) ? known : row;
    });
    $list.set({ status, chats: rows });
  }

  function markListDirty(): void {
    isListDirty = true;
    requestFrame();
  }

  function setChats(next: readonly ChatSummary[]): void {
    if (next === chats) return;
    chats = next;
    for (const thread of threads.values()) if (thread.isOpen()) dirty.add(thread);
    markListDirty();
    scheduleCache();
  }

  function applyToList(message: Parameters<typeof applyNewMessage>[1]): void {
    const isReading = threads.get(message.chat_id)?.isReading() ?? false;
    setChats(applyNewMessage(chats, message, { id: viewerId() ?? -1, isReading }));
  }

  function loadList(): Promise<Result<void, ChatError>> {
    if (listLoad !== null) return listLoad;
    const run = runLoadList().finally(() => {
      if (listLoad !== run) return;
      listLoad = null;
      // Somebody asked while the answer was on its way: it may be older than the question.
      if (isListStale) void loadList();
    });
    listLoad = run;
    return run;
  }

  async function runLoadList(): Promise<Result<void, ChatError>> {
    isListStale = false;
    const asked = viewer;
    if (status === 'idle' || status === 'failed') {
      status = 'loading';
      publishList();
    }
    const answer = await api.request(chatsEndpoint, { query: { chat_type: chatType } });
    if (asked !== viewer) return fail({ code: 'unavailable', message: '' });
    if (!answer.ok) {
      log('Failed to load chats', answer.status);
      status = chats.length > 0 ? 'ready' : 'failed';
      publishList();
      return fail(toChatError(answer));
    }
    status = 'ready';
    setChats(mergeList(chats, answer.data.data));
    for (const { id } of chats) foreign.delete(id);
    publishList();
    return succeed(undefined);
  }

  function refreshList(): void {
    if (listLoad !== null) isListStale = true;
    else void loadList();
  }

  function thread(chatId: number): ChatThreadControl {
    const known = threads.get(chatId);
    if (known !== undefined) return known;
    const created = createChatThread(chatId, {
      api,
      maxLength: limits.maxLength,
      attachments: limits.attachments,
      recorder: {
        microphone: options.microphone ?? browserMicrophone,
        clock,
        scheduler,
        maxMs: limits.recordingMs,
      },
      saver,
      cachedMessages: limits.cachedMessages,
      now: () => clock.now(),
      viewerId,
      outbox: () => outbox,
      connection,
      isPageVisible: () => page.isVisible(),
      later: (ms, work) => void scheduler.after(ms, work),
      summary: summaryOf,
      typing: typistsOf,
      cached: (id) => cachedThreads.get(id),
      onChat(chat) {
        const summary = toSummary(chat);
        const isKnown = summaryOf(chat.id) !== null;
        setChats(isKnown ? changeChat(chats, chat.id, summary) : [...chats, summary]);
      },
      onRead,
      onText: (id, text) => typingSignal.changed(id, text),
      onDirty(control) {
        dirty.add(control);
        requestFrame();
        scheduleCache();
      },
    });
    threads.set(chatId, created);
    return created;
  }

  function typistsOf(chatId: number): readonly ChatPerson[] {
    const chat = summaryOf(chatId) ?? undefined;
    return typing.inChat(chatId).flatMap((userId) => personOf(chat, userId) ?? []);
  }

  function onRead(chatId: number): boolean {
    if (!realtime.send({ type: 'ReadByAll', user_id: viewerId() ?? 0, chat_id: chatId })) return false;
    if ((summaryOf(chatId)?.unread_count ?? 0) > 0) setChats(changeChat(chats, chatId, { unread_count: 0 }));
    return true;
  }

  function isKnownChat(chatId: number): boolean {
    if (summaryOf(chatId) !== null) return true;
    if (foreign.has(chatId)) return false;
    foreign.add(chatId);
    refreshList();
    return false;
  }

  function listen(): Cancel {
    const offs = [
      realtime.on('WebMeesageTyping', ({ chat_id, user_id, typing: isTyping }) => {
        if (user_id !== viewerId() && summaryOf(chat_id) !== null) typing.heard(chat_id, user_id, isTyping);
      }),
      realtime.on('WebFetchMessage', ({ message, isScroll }) => {
        outbox.seen(message);
        threads.get(message.chat_id)?.ingest(message, isScroll);
        if (!isKnownChat(message.chat_id)) return;
        if (isScroll) {
          typing.heard(message.chat_id, message.sender.id, false);
          applyToList(message);
        } else if (isLastShown(chats, message)) refreshList();
      }),
      realtime.on('WebFetchChat', refreshList),
      realtime.on('DeliveredToAll', ({ chats: receipts }) => {
        for (const { id, message_ids } of receipts) threads.get(id)?.markDelivered(message_ids);
      }),
      realtime.on('ReadByAll', ({ chat }) => threads.get(chat.id)?.markSeen(chat.message_ids)),
      realtime.on('opened', ({ isFirst }) => {
        openings += 1;
        for (const thread of threads.values()) thread.opened();
        if (!isFirst) refreshList();
        outbox.wake();
      }),
      realtime.on('lost', () => {
        typing.clear();
        for (const thread of threads.values()) thread.lost();
      }),
      page.onChange((event) => {
        if (event === 'visible') for (const thread of threads.values()) thread.readIfSeen();
        if (event === 'online') outbox.wake();
        if (event === 'hidden' || event === 'leaving') writeCaches();
      }),
    ];
    return () => {
      for (const off of offs) off();
    };
  }

  /** Another person, or nobody: nothing of the one before stays. */
  function changeViewer(next: number | null): void {
    if (next === viewer) return;
    const state = session.$state?.get();
    const isLogOut = next === null && state?.status === 'signed-out' && state.reason !== 'expired';
    if (viewer !== null) {
      outbox.close(isLogOut);
      draftsOf = viewer;
    }
    viewer = next;
    // Whoever comes back after an expired session finds what they were writing.
    if (isLogOut || (next !== null && draftsOf !== null && draftsOf !== next))
      for (const thread of threads.values()) thread.forgetDraft();
    cancelCache?.();
    cancelCache = null;
    typing.clear();
    foreign.clear();
    listLoad = null;
    cachedThreads = new Map();
    chats = [];
    status = 'idle';
    if (next !== null) readCaches(next);
    for (const thread of threads.values()) thread.reset();
    publishList();
    if (next === null) return;
    outbox.open(next);
    void loadList();
  }

  function readCaches(userId: number): void {
    const list = readCachedList(storage, keys.list, userId);
    if (list !== null && list.length > 0) {
      chats = list;
      status = 'ready';
    }
    cachedThreads = new Map(
      readCachedThreads(storage, keys.threads, userId).map((cached) => [cached.id, cached]),
    );
  }

  function scheduleCache(): void {
    if (viewer !== null) cancelCache ??= scheduler.after(cacheDelayMs, writeCaches);
  }

  function writeCaches(): void {
    const isDue = cancelCache !== null;
    cancelCache?.();
    cancelCache = null;
    if (viewer === null || viewer !== viewerId() || !isDue) return;
    for (const thread of threads.values()) {
      const cached = thread.toCache();
      if (cached !== null) cachedThreads.set(cached.id, cached);
    }
    writeCachedList(storage, keys.list, viewer, chats, limits.cacheBytes);
    writeCachedThreads(storage, keys.threads, viewer, [...cachedThreads.values()], limits.cacheBytes);
  }

  const lifecycle = createLifecycle(() => {
    const offFrames = listen();
    if (realtime.$state.get().status === 'open') openings += 1;
    const stopRealtime = realtime.start();
    const wasViewer = viewer;
    const offUser = session.$user.subscribe((user) => changeViewer(user?.id ?? null));
    // Back after a stop: the socket may have said things meanwhile.
    if (viewer !== null && viewer === wasViewer) {
      for (const thread of threads.values()) thread.lost();
      void loadList();
      outbox.wake();
    }
    return () => {
      writeCaches();
      offUser();
      offFrames();
      stopRealtime();
      typing.clear();
      cancelFrame?.();
      cancelFrame = null;
    };
  });

  return {
    chatType,
    $list,
    start: () => lifecycle.start(),
    loadList,
    thread,
    async setMuted(chatId, isMuted) {
      const endpoint = isMuted ? muteChatEndpoint : unmuteChatEndpoint;
      const answer = await api.request(endpoint, { params: { id: chatId } });
      if (!answer.ok) return fail(toChatError(answer));
      setChats(changeChat(chats, chatId, { mute: isMuted }));
      return succeed(undefined);
    },
    viewerId,
    destroy() {
      lifecycle.destroy();
      cancelCache?.();
      cancelCache = null;
      outbox.close();
      viewer = null;
    },
  };
}

function sameRow(a: object, b: object): boolean {
  const left = Object.entries(a);
  return left.every(([key, value]) => (b as Record<string, unknown>)[key] === value);
}
