// The chats of one signed-in user: list, threads, outbox, drafts and caches. Dropped as a whole on sign-out.
import type { ReadableAtom } from 'nanostores';
import { type ChatPerson, muteChatEndpoint, unmuteChatEndpoint } from '../contract/index.ts';
import type { Cancel, Clock, Log, Notifier, Page, Pictures, Random } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import type { UserSlot } from '../shared/user-storage.ts';
import { createDrafts, type Drafts } from './composer/drafts.ts';
import { type ChatError, toChatError } from './errors.ts';
import { readCachedList } from './list/cache.ts';
import { createCacheWriter } from './list/cache-writer.ts';
import { createMemberLoader } from './list/member-loader.ts';
import { createListStore } from './list/store.ts';
import type { ChatListState } from './list/summaries.ts';
import { createTypingSignal, createTypingStore } from './list/typing.ts';
import { relayFrame } from './message/relay.ts';
import { type ChatModeration, createModeration } from './moderate.ts';
import type { OutboxFiles } from './outbox/files.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import type { StoredOutbox } from './outbox/storage.ts';
import { createScope, type Scope } from './scope.ts';
import { subscribeToChatEvents } from './socket-events.ts';
import type { ChatStorageKeys } from './storage.ts';
import { signedOut } from './thread/host.ts';
import type { MemberThread } from './thread/member-thread.ts';
import { createThreads, type Threads } from './thread/threads.ts';
import { typingPeople } from './thread/typing-people.ts';
import type { ChatLimits, ChatOptions } from './types.ts';

export interface MemberChatsOptions extends Scope, Pick<ChatOptions, 'realtime' | 'chatType' | 'decisions'> {
  readonly viewerId: number;
  /** Ends all effects: requests, timers, storage, uploads. */
  readonly signal: AbortSignal;
  readonly keys: ChatStorageKeys;
  readonly files: OutboxFiles;
  readonly clock: Clock;
  readonly page: Page;
  readonly pictures: Pictures;
  readonly notifier: Pick<Notifier, 'close'>;
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
  /** The other members of a chat whose name contains a text. `onFound` is called when more of them have been loaded. */
  findMembers(chatId: number, query: string, onFound: () => void): readonly ChatPerson[];
  /** Loads more members of a large chat. */
  loadMoreUsers(chatId: number): Promise<Result<void, ChatError>>;
  /** The text of the composer, for the typing indicator of others. */
  setTyping(chatId: number, text: string): void;
  /** Loads the list, subscribes to the socket and posts unsent messages. */
  start(): Cancel;
  /** Writes unsent messages and drafts to storage, or removes them after a logout. */
  close(isLogout: boolean): StoredOutbox | null;
}

export function createMemberChats(options: MemberChatsOptions): MemberChats {
  /** The ports end with `signal`. */
  const scoped = { ...options, ...createScope(options.signal, options) };
  const { viewerId, realtime, keys, limits, clock, page, api, scheduler, storage } = scoped;
  const slot = (key: string): UserSlot => ({ storage, key, userId: viewerId });
  let wasStarted = false;
  const connections = createConnectionCount(realtime);
  /** Other connections of the viewer load the list again, also with a backend that only relays frames. */
  const reportListChange = (): unknown => realtime.send({ type: 'WebFetchChat' });
  const typing = createTypingStore({ clock, scheduler, ...limits, onChange: () => threads.publishSoon() });
  const typingSignal = createTypingSignal(options);
  const list = createListStore({
    ...scoped,
    cached: readCachedList(slot(keys.list)),
    isTyping: typing.inList,
    isReading: (chatId) => threads.find(chatId)?.position.isReading() === true,
    onChange() {
      threads.publishSoon();
      cacheWriter.schedule();
    },
  });
  const cacheWriter = createCacheWriter({
    ...scoped,
    readChats: list.all,
    readThreads: () => Array.from(threads.all(), (thread) => thread.toCache(limits.cachedMessages)),
    withhold: (message) => moderation.withhold(message),
  });
  const drafts = createDrafts({ ...slot(keys.drafts), scheduler });
  const outbox = createOutbox({
    ...scoped,
    userId: viewerId,
    storageKey: keys.outbox,
    post: (entry, upload) => threads.get(entry.chat_id).post(entry, upload),
    probe: (chatId) => threads.get(chatId).loader.probe(),
    isConnected: () => connections.current() !== 0,
    newestId: (chatId) => threads.get(chatId).rows.newestId(),
    onSent(message) {
      typingSignal.stopped(message.chat_id);
      list.apply(message);
      // For backends that only relay frames between clients.
      const frame = relayFrame(viewerId, message);
      if (frame !== null) realtime.send(frame);
    },
  });
  const moderation: ChatModeration = createModeration(options, () => ({
    threads,
    typing,
    outbox,
    cacheWriter,
  }));
  const threads: Threads = createThreads({
    cached: cacheWriter.thread,
    onChange: cacheWriter.schedule,
    host: {
      ...scoped,
      list,
      outbox,
      connection: connections.current,
      typing: (chatId) => typingPeople(typing.inChat(chatId), list.find(chatId), threads.find(chatId)?.rows),
      blocks: moderation,
      moderate(userId, decision) {
        moderation.decide(userId, decision);
        reportListChange();
      },
      markRead(chatId, upTo) {
        if (!realtime.send({ type: 'ReadByAll', user_id: viewerId, chat_id: chatId })) return false;
        list.markRead(chatId, upTo);
        return true;
      },
    },
  });
  const members = createMemberLoader({ api, list, viewerId, publishNow: () => threads.publishNow() });

  function save(): void {
    for (const { flush } of [cacheWriter, drafts, outbox]) flush();
  }

  return {
    viewerId,
    $list: list.$list,
    outbox,
    drafts,
    thread: threads.get,
    loadList: list.load,
    async setMuted(chatId, isMuted) {
      const response = await requestMute(api, chatId, isMuted);
      if (!response.ok) return fail(toChatError(response));
      list.change(chatId, { mute: isMuted });
      threads.publishNow();
      reportListChange();
      return succeed(undefined);
    },
    findMembers: (...args) => members.find(...args).filter(({ id }) => !moderation.isBlocked(args[0], id)),
    loadMoreUsers: members.loadMore,
    setTyping: typingSignal.changed,
    start() {
      if (viewerId === signedOut) return () => {};
      const offs = [
        // Before the handlers below, which compare connections.
        connections.follow(),
        subscribeToChatEvents(realtime, { viewerId, threads, list, typing, outbox, moderation }),
        page.onChange((event) => {
          if (event === 'visible') for (const { position } of threads.all()) position.readIfSeen();
          if (event === 'online') outbox.wake();
          if (event === 'hidden' || event === 'leaving') save();
        }),
      ];
      // Events were missed while stopped.
      if (wasStarted) threads.dispatch({ type: 'disconnected' });
      wasStarted = true;
      outbox.start();
      offs.push(list.start());
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

function requestMute(api: Scope['api'], chatId: number, isMuted: boolean) {
  return api.request(isMuted ? muteChatEndpoint : unmuteChatEndpoint, { params: { id: chatId } });
}

/** Counts the connections of the socket while it is followed. */
function createConnectionCount(realtime: MemberChatsOptions['realtime']) {
  let openings = 0;
  return {
    /** The number of the present connection; 0 while there is none. */
    current: () => (realtime.$state.get().status === 'open' ? openings : 0),
    follow(): Cancel {
      if (realtime.$state.get().status === 'open') openings += 1;
      return realtime.on('opened', () => {
        openings += 1;
      });
    },
  };
}
