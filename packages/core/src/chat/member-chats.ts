// The chats of one signed-in user: list, threads, outbox, drafts and caches. Dropped as a whole on sign-out.
import type { ReadableAtom } from 'nanostores';
import type { Answer } from '../api-client/index.ts';
import { type ChatPerson, type Message, muteChatEndpoint, unmuteChatEndpoint } from '../contract/index.ts';
import type { Cancel, Clock, Log, Page, Random } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createDrafts, type Drafts } from './composer/drafts.ts';
import { mentionCandidates } from './composer/mentions.ts';
import { type ChatError, toChatError } from './errors.ts';
import { type CacheSlot, readCachedList } from './list/cache.ts';
import { createCacheWriter } from './list/cache-writer.ts';
import { createListStore } from './list/store.ts';
import { type ChatListState, personOf } from './list/summaries.ts';
import { createTypingSignal, createTypingStore } from './list/typing.ts';
import type { Moderation } from './message/moderation.ts';
import { relayFrame } from './message/relay.ts';
import type { OutboxFiles } from './outbox/files.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { type PostUpload, postMessage } from './outbox/post.ts';
import type { OutboxEntry } from './outbox/rules.ts';
import type { StoredOutbox } from './outbox/storage.ts';
import { createScope, type Scope } from './scope.ts';
import { subscribeToChatEvents } from './socket-events.ts';
import type { ChatStorageKeys } from './storage.ts';
import type { ThreadHost } from './thread/host.ts';
import { createMemberThread, type MemberThread } from './thread/member-thread.ts';
import type { ChatLimits, ChatOptions } from './types.ts';

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
  const threads = new Map<number, MemberThread>();
  const dirty = new Set<MemberThread>();
  let isListDirty = false;
  let cancelFrame: Cancel | null = null;
  let wasStarted = false;
  /** How many times the socket has opened. */
  let openings = 0;

  const connection = (): number => (realtime.$state.get().status === 'open' ? openings : 0);

  const typing = createTypingStore({
    clock,
    scheduler,
    chatMs: limits.typingInChatMs,
    listMs: limits.typingInListMs,
    onChange: publishSoon,
  });
  const typingSignal = createTypingSignal({
    clock,
    send: (chat_id, isTyping) =>
      void realtime.send({ type: 'WebMeesageTyping', chat_id, user_id: viewerId, typing: isTyping }),
  });
  const list = createListStore({
    ...scope,
    chatType,
    clock,
    log: options.log,
    cached: readCachedList(slot(keys.list)),
    isTyping: typing.inList,
    onChange() {
      publishSoon();
      cacheWriter.schedule();
    },
  });
  const cacheWriter = createCacheWriter({
    list: slot(keys.list),
    threads: slot(keys.threads),
    scheduler,
    maxBytes: limits.cacheBytes,
    readChats: list.all,
    readThreads: () => [...threads.values()].map((thread) => thread.toCache(limits.cachedMessages)),
  });
  const drafts = createDrafts({ ...slot(keys.drafts), scheduler });
  const outbox = createOutbox({
    ...options,
    ...scope,
    userId: viewerId,
    storageKey: keys.outbox,
    post,
    probe: (chatId) => thread(chatId).loader.probe(),
    isConnected: () => connection() !== 0,
    newestId: (chatId) => thread(chatId).rows.newestId(),
    onSent(message) {
      typingSignal.stopped(message.chat_id);
      applyToList(message);
      // For backends that only relay frames between clients.
      const frame = relayFrame(viewerId, message);
      if (frame !== null) realtime.send(frame);
    },
  });
  const host: ThreadHost = {
    viewerId,
    api,
    scheduler,
    list,
    outbox,
    connection,
    isPageVisible: () => page.isVisible(),
    typing: (chatId) => typing.inChat(chatId).flatMap((userId) => personOf(list.find(chatId), userId) ?? []),
    moderate(userId, moderation) {
      markUser(userId, moderation);
      reportListChange();
    },
    markRead(chatId) {
      if (!realtime.send({ type: 'ReadByAll', user_id: viewerId, chat_id: chatId })) return false;
      if ((list.find(chatId)?.unread_count ?? 0) > 0) list.change(chatId, { unread_count: 0 });
      return true;
    },
    onDirty(control) {
      dirty.add(control);
      requestFrame();
      cacheWriter.schedule();
    },
    publishNow,
  };

  function thread(chatId: number): MemberThread {
    const known = threads.get(chatId);
    if (known !== undefined) return known;
    const created = createMemberThread(chatId, host, cacheWriter.thread(chatId));
    threads.set(chatId, created);
    return created;
  }

  async function post(entry: OutboxEntry, upload: PostUpload | null): Promise<Answer<Message>> {
    const { rows, ingest } = thread(entry.chat_id);
    const ticket = rows.beginRead();
    const answer = await postMessage(api, entry, upload);
    if (answer.ok) {
      rows.dropPending(entry.client_id);
      ingest(answer.data, false, ticket);
    }
    rows.endRead(ticket);
    return answer;
  }

  function publish(): void {
    cancelFrame = null;
    for (const one of dirty) {
      one.publish();
      one.position.readIfSeen();
    }
    dirty.clear();
    if (!isListDirty) return;
    isListDirty = false;
    list.publish();
  }

  function requestFrame(): void {
    cancelFrame ??= scheduler.nextFrame(publish);
  }

  function publishNow(): void {
    cancelFrame?.();
    publish();
  }

  /** Publishes the list and all open threads with the next frame. */
  function publishSoon(): void {
    for (const one of threads.values()) if (one.isOpen()) dirty.add(one);
    isListDirty = true;
    requestFrame();
  }

  function applyToList(message: Message): void {
    const isReading = threads.get(message.chat_id)?.position.isReading() ?? false;
    list.apply(message, { id: viewerId, isReading });
  }

  function markUser(userId: number, moderation: Moderation): void {
    for (const one of threads.values()) one.markUser(userId, moderation);
  }

  /** Other connections of the viewer load the list again, also with a backend that only relays frames. */
  function reportListChange(): void {
    realtime.send({ type: 'WebFetchChat' });
  }

  function save(): void {
    cacheWriter.flush();
    drafts.flush();
    outbox.flush();
  }

  function lost(): void {
    for (const one of threads.values()) one.loader.lost();
  }

  function subscribe(): Cancel {
    return subscribeToChatEvents(realtime, {
      onTyping(chatId, userId, isTyping) {
        if (userId !== viewerId && list.find(chatId) !== null) typing.set(chatId, userId, isTyping);
      },
      onMessage(message, isNew) {
        const { chat_id, sender } = message;
        outbox.confirm([message]);
        threads.get(chat_id)?.ingest(message, isNew);
        if (!list.isKnown(chat_id)) return;
        if (isNew) {
          typing.set(chat_id, sender.id, false);
          applyToList(message);
        } else list.applyChange(message);
      },
      onListChanged: list.refresh,
      onModerated: markUser,
      onDelivered: (chatId, ids) => threads.get(chatId)?.rows.markDelivered(ids),
      onSeen: (chatId, ids) => threads.get(chatId)?.rows.markSeen(ids),
      onOpened(isFirst) {
        openings += 1;
        for (const one of threads.values()) one.loader.opened();
        if (!isFirst) list.refresh();
        outbox.wake();
      },
      onLost() {
        typing.clear();
        lost();
      },
    });
  }

  return {
    viewerId,
    $list: list.$list,
    outbox,
    drafts,
    thread,
    loadList: list.load,
    async setMuted(chatId, isMuted) {
      const endpoint = isMuted ? muteChatEndpoint : unmuteChatEndpoint;
      const answer = await api.request(endpoint, { params: { id: chatId } });
      if (!answer.ok) return fail(toChatError(answer));
      list.change(chatId, { mute: isMuted });
      publishNow();
      reportListChange();
      return succeed(undefined);
    },
    findMembers: (chatId, query) => mentionCandidates(list.find(chatId)?.users ?? [], viewerId, query),
    setTyping: typingSignal.changed,
    start() {
      const unsubscribe = subscribe();
      const offPage = page.onChange((event) => {
        if (event === 'visible') for (const one of threads.values()) one.position.readIfSeen();
        if (event === 'online') outbox.wake();
        if (event === 'hidden' || event === 'leaving') save();
      });
      if (realtime.$state.get().status === 'open') openings += 1;
      // Events were missed while stopped.
      if (wasStarted) lost();
      wasStarted = true;
      outbox.wake();
      void list.load();
      return () => {
        save();
        unsubscribe();
        offPage();
        typing.clear();
        cancelFrame?.();
        cancelFrame = null;
      };
    },
    close(isLogout) {
      if (isLogout) drafts.forget();
      else drafts.flush();
      return outbox.close(isLogout);
    },
  };
}
