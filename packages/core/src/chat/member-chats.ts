// The chats of one signed-in user: list, threads, outbox, drafts and caches. Dropped as a whole on sign-out.
import type { ReadableAtom } from 'nanostores';
import { type ChatPerson, muteChatEndpoint, unmuteChatEndpoint } from '../contract/index.ts';
import type { Cancel, Clock, Log, Page, Random } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createDrafts, type Drafts } from './composer/drafts.ts';
import { mentionCandidates } from './composer/mentions.ts';
import { type ChatError, toChatError } from './errors.ts';
import { type CacheSlot, readCachedList } from './list/cache.ts';
import { createCacheWriter } from './list/cache-writer.ts';
import { createListStore, type ListStore } from './list/store.ts';
import { type ChatListState, personOf } from './list/summaries.ts';
import { createTypingSignal, createTypingStore, type TypingStore } from './list/typing.ts';
import { relayFrame } from './message/relay.ts';
import type { OutboxFiles } from './outbox/files.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import type { StoredOutbox } from './outbox/storage.ts';
import { createScope, type Scope } from './scope.ts';
import { type ChatEvents, subscribeToChatEvents } from './socket-events.ts';
import type { ChatStorageKeys } from './storage.ts';
import type { MemberThread } from './thread/member-thread.ts';
import { createThreads, type Threads } from './thread/threads.ts';
import type { ChatLimits, ChatOptions } from './types.ts';

/** The viewer id while nobody is signed in; no user has it. */
export const signedOut = 0;

export interface MemberChatsOptions extends Scope, Pick<ChatOptions, 'realtime' | 'chatType'> {
  readonly viewerId: number;
  /** Ends all effects: requests, timers, storage, uploads. */
  readonly signal: AbortSignal;
  readonly keys: ChatStorageKeys;
  readonly files: OutboxFiles;
  readonly clock: Clock;
  readonly page: Page;
  readonly random: Random;
  readonly log: Log;
  readonly limits: ChatLimits;
  /** The unsent messages of the last user of this page. */
  readonly restored: StoredOutbox | null;
}

export interface MemberChats {
  readonly viewerId: number;
  readonly $list: ReadableAtom<ChatListState>;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  thread(chatId: number): MemberThread;
  loadList(): Promise<Result<void, ChatError>>;
  setMuted(chatId: number, isMuted: boolean): Promise<Result<void, ChatError>>;
  /** The other members of a chat whose name contains a text. */
  findMembers(chatId: number, query: string): readonly ChatPerson[];
  /** The text of the composer, for the typing indicator of others. */
  setTyping(chatId: number, text: string): void;
  /** Loads the list, subscribes to the socket and posts unsent messages. */
  start(): Cancel;
  /** Writes unsent messages and drafts to storage, or removes them after a logout. */
  close(isLogout: boolean): StoredOutbox | null;
}

export function createMemberChats(options: MemberChatsOptions): MemberChats {
  const { viewerId, realtime, chatType, keys, limits, clock, page } = options;
  const scope = createScope(options.signal, options);
  const { api, scheduler, storage } = scope;
  const slot = (key: string): CacheSlot => ({ storage, key, userId: viewerId });
  let wasStarted = false;
  /** How many times the socket has opened. */
  let openings = 0;
  const connection = (): number => (realtime.$state.get().status === 'open' ? openings : 0);
  /** Other connections of the viewer load the list again, also with a backend that only relays frames. */
  const reportListChange = (): unknown => realtime.send({ type: 'WebFetchChat' });

  const typing = createTypingStore({
    clock,
    scheduler,
    chatMs: limits.typingInChatMs,
    listMs: limits.typingInListMs,
    onChange: () => threads.publishSoon(),
  });
  const typingSignal = createTypingSignal({
    clock,
    send: (chat_id, isTyping) =>
      realtime.send({ type: 'WebMeesageTyping', chat_id, user_id: viewerId, typing: isTyping }),
  });
  const list = createListStore({
    ...scope,
    viewerId,
    chatType,
    clock,
    log: options.log,
    cached: readCachedList(slot(keys.list)),
    isTyping: typing.inList,
    isReading: (chatId) => threads.find(chatId)?.position.isReading() === true,
    onChange() {
      threads.publishSoon();
      cacheWriter.schedule();
    },
  });
  const cacheWriter = createCacheWriter({
    list: slot(keys.list),
    threads: slot(keys.threads),
    scheduler,
    maxBytes: limits.cacheBytes,
    readChats: list.all,
    readThreads: () => Array.from(threads.all(), (thread) => thread.toCache(limits.cachedMessages)),
  });
  const drafts = createDrafts({ ...slot(keys.drafts), scheduler });
  const outbox = createOutbox({
    ...options,
    ...scope,
    userId: viewerId,
    storageKey: keys.outbox,
    post: (entry, upload) => threads.get(entry.chat_id).post(entry, upload),
    probe: (chatId) => threads.get(chatId).loader.probe(),
    isConnected: () => connection() !== 0,
    newestId: (chatId) => threads.get(chatId).rows.newestId(),
    onSent(message) {
      typingSignal.stopped(message.chat_id);
      list.apply(message);
      // For backends that only relay frames between clients.
      const frame = relayFrame(viewerId, message);
      if (frame !== null) realtime.send(frame);
    },
  });
  const threads: Threads = createThreads({
    scheduler,
    cached: cacheWriter.thread,
    onChange: cacheWriter.schedule,
    publishList: list.publish,
    host: {
      viewerId,
      api,
      scheduler,
      list,
      outbox,
      connection,
      isPageVisible: () => page.isVisible(),
      typing: (chatId) =>
        typing.inChat(chatId).flatMap((userId) => personOf(list.find(chatId), userId) ?? []),
      moderate(userId, moderation) {
        threads.markUser(userId, moderation);
        reportListChange();
      },
      markRead(chatId) {
        if (!realtime.send({ type: 'ReadByAll', user_id: viewerId, chat_id: chatId })) return false;
        if ((list.find(chatId)?.unread_count ?? 0) > 0) list.change(chatId, { unread_count: 0 });
        return true;
      },
    },
  });

  function save(): void {
    cacheWriter.flush();
    drafts.flush();
    outbox.flush();
  }

  return {
    viewerId,
    $list: list.$list,
    outbox,
    drafts,
    thread: threads.get,
    loadList: list.load,
    async setMuted(chatId, isMuted) {
      const endpoint = isMuted ? muteChatEndpoint : unmuteChatEndpoint;
      const answer = await api.request(endpoint, { params: { id: chatId } });
      if (!answer.ok) return fail(toChatError(answer));
      list.change(chatId, { mute: isMuted });
      threads.publishNow();
      reportListChange();
      return succeed(undefined);
    },
    findMembers: (chatId, query) => mentionCandidates(list.find(chatId)?.users ?? [], viewerId, query),
    setTyping: typingSignal.changed,
    start() {
      if (viewerId === signedOut) return () => {};
      const parts = { viewerId, threads, list, typing, outbox };
      const offs = [
        // Before the handlers below, which compare connections.
        realtime.on('opened', () => {
          openings += 1;
        }),
        subscribeToChatEvents(realtime, chatEventHandlers(parts)),
        page.onChange((event) => {
          if (event === 'visible') for (const { position } of threads.all()) position.readIfSeen();
          if (event === 'online') outbox.wake();
          if (event === 'hidden' || event === 'leaving') save();
        }),
      ];
      if (realtime.$state.get().status === 'open') openings += 1;
      // Events were missed while stopped.
      if (wasStarted) threads.lost();
      wasStarted = true;
      outbox.start();
      void list.load();
      return () => {
        save();
        for (const off of offs) off();
        typing.clear();
        threads.stop();
      };
    },
    close(isLogout) {
      drafts.close(isLogout);
      return outbox.close(isLogout);
    },
  };
}

interface Parts {
  readonly viewerId: number;
  readonly threads: Threads;
  readonly list: ListStore;
  readonly typing: TypingStore;
  readonly outbox: Outbox;
}

function chatEventHandlers({ viewerId, threads, list, typing, outbox }: Parts): ChatEvents {
  return {
    onTyping(chatId, userId, isTyping) {
      if (userId !== viewerId && list.find(chatId) !== null) typing.set(chatId, userId, isTyping);
    },
    onMessage(message, isNew) {
      const { chat_id, sender } = message;
      outbox.confirm([message]);
      threads.find(chat_id)?.ingest(message, isNew);
      if (!list.isKnown(chat_id)) return;
      if (isNew) {
        typing.set(chat_id, sender.id, false);
        list.apply(message);
      } else list.applyChange(message);
    },
    onListChanged: list.refresh,
    onModerated: threads.markUser,
    onDelivered: (chatId, ids) => threads.find(chatId)?.rows.markDelivered(ids),
    onSeen: (chatId, ids) => threads.find(chatId)?.rows.markSeen(ids),
    onOpened(isFirst) {
      for (const { loader } of threads.all()) loader.opened();
      if (!isFirst) list.refresh();
      outbox.wake();
    },
    onLost() {
      typing.clear();
      threads.lost();
    },
  };
}
