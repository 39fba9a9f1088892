// One chat: joins the thread engine to the API, the outbox and the view. Its state is published once a frame.
import { atom } from 'nanostores';
import type { Answer, ApiClient } from '../api-client/index.ts';
import {
  type Chat,
  type ChatAnswer,
  type ChatPerson,
  endpoints,
  type Message,
  type MessageActionBody,
} from '../contract/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import type { CachedThread } from './chat.cache.ts';
import { toChatError } from './chat.errors.ts';
import type { ChatSummary } from './chat.list.ts';
import { unsentForm } from './chat.merge.ts';
import { type OutboxEntry, retryDelay } from './chat.outbox.rules.ts';
import type { Outbox } from './chat.outbox.ts';
import { createThread } from './chat.thread.ts';
import type { PendingMessage, Thread, ThreadChange, ThreadPage } from './chat.thread.types.ts';
import type { ChatError, ChatThread, ThreadState, ThreadView } from './chat.types.ts';
import { createComposer } from './create-composer.ts';

/** What one chat needs of the others. */
export interface ChatThreadHost {
  readonly api: Pick<ApiClient, 'request'>;
  readonly maxLength: number;
  readonly cachedMessages: number;
  readonly now: () => number;
  readonly viewerId: () => number | null;
  readonly outbox: () => Outbox;
  /** How often the socket has opened; 0 while it is not open. */
  readonly connection: () => number;
  readonly isPageVisible: () => boolean;
  readonly later: (ms: number, work: () => void) => void;
  readonly summary: (chatId: number) => ChatSummary | null;
  readonly typing: (chatId: number) => readonly ChatPerson[];
  readonly cached: (chatId: number) => CachedThread | undefined;
  /** The chat's own answer: name, members, counts. */
  readonly onChat: (chat: Chat) => void;
  /** The viewer has read to the end. Gives false when nobody could be told. */
  readonly onRead: (chatId: number) => boolean;
  readonly onText: (chatId: number, text: string) => void;
  /** Rows have changed: publish with the next frame. */
  readonly onDirty: (thread: ChatThreadControl) => void;
}

/** What the feature itself asks of one of its chats, besides what everybody may. */
export interface ChatThreadControl extends ChatThread {
  publish(): void;
  reset(): void;
  /** The connection was lost, or is there again. */
  lost(): void;
  opened(): void;
  /** Takes a message from the socket. */
  ingest(message: Message, isNew: boolean): void;
  markDelivered(ids: readonly number[]): void;
  markSeen(ids: readonly number[]): void;
  showEntry(entry: OutboxEntry): void;
  hideEntry(entry: OutboxEntry): void;
  post(entry: OutboxEntry): Promise<Answer<Message>>;
  /** Reads what is new. Gives whether the server is there. */
  probe(): Promise<boolean>;
  newestId(): number | null;
  isReading(): boolean;
  isOpen(): boolean;
  readIfSeen(): void;
  toCache(): CachedThread | null;
}

/** Holes of more pages than this are not filled: what is before them is forgotten, and loads again on demand. */
const maxFills = 40;
/** Milliseconds before a catch-up that failed is tried again. */
const retryMs = 3000;

export function createChatThread(chatId: number, host: ChatThreadHost): ChatThreadControl {
  const listeners = new Set<ThreadChange>();
  const atRest: ThreadView = { firstId: null, isAtEnd: false };
  let thread = blankThread();
  let status: ThreadState['status'] = 'idle';
  let older: ThreadState['older'] = 'idle';
  let firstUnreadId: number | null = null;
  let view = atRest;
  let usedAt = 0;
  let readUpTo = -1;
  /** The connection under which what is here is complete; 0 when something may have been missed. */
  let completeUnder = 0;
  let wasComplete = false;
  /**
   * From this message on, everything has been read since the connection was lost; older ones are read again when they
   * come into view. Null: all of it.
   */
  let freshFrom: number | null = null;
  let isRefreshing = false;
  let failures = 0;
  let users = 0;
  let generation = 0;
  let loading: Promise<Result<void, ChatError>> | null = null;
  let catching: Promise<boolean> | null = null;
  const $state = atom<ThreadState>(readState());

  function blankThread(): Thread {
    return createThread({
      chatId,
      viewerId: host.viewerId() ?? -1,
      onChange(kind, index, count) {
        host.onDirty(control);
        for (const listener of listeners) listener(kind, index, count);
      },
    });
  }

  function readState(): ThreadState {
    return {
      chatId,
      status,
      chat: host.summary(chatId),
      length: thread.length,
      revision: thread.revision,
      hasOlder: thread.isLoaded && thread.hasOlder,
      older,
      firstUnreadId,
      typing: host.typing(chatId),
    };
  }

  const publish = (): void => $state.set(readState());

  /** Whether nothing can have been missed: an answer may come after its connection was lost. */
  const isComplete = (): boolean => completeUnder !== 0 && completeUnder === host.connection();

  async function readPage(place: {
    readonly after?: number;
    readonly before?: number;
  }): Promise<Answer<ChatAnswer>> {
    const mine = generation;
    const connection = host.connection();
    const ticket = thread.beginRead();
    const answer =
      place.before === undefined
        ? await host.api.request(endpoints.chat, { params: { id: chatId }, query: { min_id: place.after } })
        : await host.api.request(endpoints.olderMessages, {
            params: { id: chatId },
            query: { min_id: place.before },
          });
    if (mine !== generation) return answer;
    if (answer.ok) {
      const { messages, first_message_id } = answer.data.data;
      const page: ThreadPage = { messages, first_message_id, ...place };
      thread.mergePage(page, ticket);
      // An answer is complete up to now only where the connection stood all the while.
      if (connection !== 0 && connection === host.connection()) noteFresh(page);
      else thread.markBreak();
      for (const message of messages) host.outbox().seen(message);
    }
    thread.endRead(ticket);
    return answer;
  }

  /** A chat that somebody looks at is asked for again by itself; the waits grow. */
  function retryLoad(): void {
    const mine = generation;
    failures += 1;
    host.later(retryDelay(failures), () => {
      if (mine === generation && users > 0 && !isComplete() && catching === null) void load();
    });
  }

  function noteFresh({ messages, first_message_id, after, before }: ThreadPage): void {
    const first = messages[0]?.id ?? (after === undefined ? undefined : after + 1);
    if (freshFrom === null || first === undefined || (before !== undefined && before < freshFrom)) return;
    freshFrom = first_message_id === -1 ? null : Math.min(freshFrom, first);
  }

  /** Reads again what comes into view and may have changed unheard. */
  async function refresh(): Promise<void> {
    if (isRefreshing || host.connection() === 0) return;
    const mine = generation;
    isRefreshing = true;
    for (let pages = 0; pages < maxFills; pages += 1) {
      const oldest = thread.oldestId();
      const wanted = view.firstId ?? thread.newestId();
      if (freshFrom === null || wanted === null || oldest === null || Math.max(wanted, oldest) >= freshFrom)
        break;
      const before = Math.min(freshFrom, (thread.newestId() ?? 0) + 1);
      const answer = await readPage({ before });
      if (mine !== generation) return;
      if (!answer.ok || freshFrom === null || freshFrom >= before) break;
    }
    isRefreshing = false;
  }

  function load(): Promise<Result<void, ChatError>> {
    if (loading !== null) return loading;
    const run = runLoad().finally(() => {
      if (loading === run) loading = null;
    });
    loading = run;
    return run;
  }

  async function runLoad(): Promise<Result<void, ChatError>> {
    const mine = generation;
    const cached = thread.isLoaded ? undefined : host.cached(chatId);
    if (cached !== undefined) {
      thread.mergePage(cached);
      freshFrom = Number.POSITIVE_INFINITY;
    }
    status = thread.isLoaded ? 'ready' : 'loading';
    publish();
    const connection = host.connection();
    const answer = await readPage({});
    if (mine !== generation) return fail({ code: 'unavailable', message: '' });
    if (!answer.ok) {
      const error = toChatError(answer);
      if (!thread.isLoaded || error.code !== 'unavailable')
        status = error.code === 'missing' ? 'missing' : 'failed';
      publish();
      if (error.code === 'unavailable') retryLoad();
      return fail(error);
    }
    failures = 0;
    completeUnder = connection;
    wasComplete ||= connection !== 0;
    if (connection === 0 || connection !== host.connection()) freshFrom = Number.POSITIVE_INFINITY;
    status = 'ready';
    markUnread(answer.data.data.unread_count);
    host.onChat(answer.data.data);
    // What was cached long ago may lie far behind: one page is tried, more is not worth the wait.
    const filled = await fillGaps(cached === undefined ? maxFills : 1);
    if (mine !== generation) return succeed(undefined);
    if (filled !== 'whole') completeUnder = 0;
    publish();
    readIfSeen();
    if (!isComplete() && host.connection() !== 0) resume();
    return succeed(undefined);
  }

  /** A refusal is final; anything else may go better in a moment. */
  const isFinal = (answer: Answer<unknown>): boolean => answer.kind === 'http' && answer.status < 500;

  /** Fills holes from the newest backwards; beyond `most` pages, what is before the hole is forgotten. */
  async function fillGaps(most: number): Promise<'whole' | 'refused' | 'unreachable'> {
    const mine = generation;
    for (let fills = 0; thread.gapBefore !== null; fills += 1) {
      const gap = thread.gapBefore;
      if (fills === most) {
        thread.dropBefore(gap);
        return 'whole';
      }
      const answer = await readPage({ before: gap });
      if (mine !== generation) return 'unreachable';
      if (!answer.ok) return isFinal(answer) ? 'refused' : 'unreachable';
    }
    return 'whole';
  }

  function catchUp(): Promise<boolean> {
    if (catching !== null) return catching;
    const run = runCatchUp().finally(() => {
      if (catching === run) catching = null;
    });
    catching = run;
    return run;
  }

  /** After a loss: everything newer, holes filled, and the page in view again (decisions.md 5). */
  async function runCatchUp(): Promise<boolean> {
    const mine = generation;
    const connection = host.connection();
    const after = thread.breakAt ?? thread.newestId() ?? -1;
    // Before the first connection nothing was heard at all: the newest page tells both what is new and what changed.
    const answer = await readPage(wasComplete ? { after } : {});
    if (mine !== generation) return false;
    if (!answer.ok) return isFinal(answer);
    const filled = await fillGaps(maxFills);
    if (mine !== generation) return false;
    if (filled !== 'whole') return filled === 'refused';
    await refresh();
    if (mine !== generation) return false;
    completeUnder = connection;
    wasComplete ||= connection !== 0;
    publish();
    readIfSeen();
    return host.connection() === 0 || host.connection() === connection ? true : runCatchUp();
  }

  /** Fetches whatever was missed, again and again until the server has answered. */
  function resume(): void {
    const mine = generation;
    void catchUp().then((isDone) => {
      if (isDone) return;
      host.later(retryMs, () => {
        if (mine === generation && users > 0 && host.connection() !== 0 && !isComplete()) resume();
      });
    });
  }

  function opened(): void {
    if (!isComplete()) thread.markBreak();
    if (users === 0 || loading !== null) return;
    if (thread.isLoaded) resume();
    else if (status === 'failed') void load();
  }

  function markUnread(count: number): void {
    if (firstUnreadId !== null || count <= 0) return;
    let left = count;
    for (let i = thread.storedLength - 1; i >= 0 && left > 0; i -= 1) {
      const message = thread.at(i) as Message;
      if (message.sender.id === host.viewerId()) continue;
      firstUnreadId = message.id;
      left -= 1;
    }
  }

  function isReading(): boolean {
    return users > 0 && view.isAtEnd && host.isPageVisible();
  }

  function readIfSeen(): void {
    const newest = thread.newestId();
    if (!isReading() || status !== 'ready' || newest === null) return;
    const unread = host.summary(chatId)?.unread_count ?? 0;
    if (newest <= readUpTo && unread === 0) return;
    if (newest > readUpTo && unread === 0 && !hasOthersAfter(readUpTo)) return;
    if (host.onRead(chatId)) readUpTo = newest;
  }

  function hasOthersAfter(id: number): boolean {
    for (let i = thread.storedLength - 1; i >= 0; i -= 1) {
      const message = thread.at(i) as Message;
      if (message.id <= id) return false;
      if (message.sender.id !== host.viewerId()) return true;
    }
    return false;
  }

  async function act(messageId: number, body: MessageActionBody): Promise<Result<void, ChatError>> {
    const mine = generation;
    const viewerId = host.viewerId() ?? -1;
    const ticket = thread.beginRead();
    const answer = await host.api.request(endpoints.messageAction, { params: { messageId }, body });
    if (mine !== generation) return fail({ code: 'unavailable', message: '' });
    const known = thread.get(messageId);
    if (answer.ok) {
      const { data } = answer.data;
      if ('sender' in data) thread.upsert(data, ticket);
      else {
        host.onChat(data);
        // The chat carries messages that read differently now: merged where they are known, never in place of all.
        for (const message of data.messages)
          if (thread.get(message.id) !== undefined) thread.upsert(message, ticket);
      }
      if (known !== undefined) applyLocally(body, known, viewerId);
    }
    thread.endRead(ticket);
    return answer.ok ? succeed(undefined) : fail(toChatError(answer));
  }

  /** What an action means for what is here, also where the answer left it out. */
  function applyLocally(body: MessageActionBody, known: Message, viewerId: number): void {
    const sender = known.sender.id;
    const ofSender = (change: Partial<Message>): void =>
      thread.patchAll((message) =>
        message.sender.id === sender && message.message_type !== 'ACT' ? { ...message, ...change } : message,
      );
    switch (body.type) {
      case 'delete':
        thread.upsert({ ...known, deleted_list: [...known.deleted_list, viewerId] });
        return;
      case 'unsend':
        thread.upsert(unsentForm(known));
        return;
      case 'mute':
      case 'unmute':
        ofSender({ is_mute: body.type === 'mute' });
        return;
      case 'block':
        ofSender({ is_block: true, message: '', media: [], reactions: [] });
        return;
      case 'unblock':
        ofSender({ is_block: false });
        void rereadAll();
        return;
      default:
    }
  }

  /** After unblocking, the texts come back with the pages that hold them. */
  async function rereadAll(): Promise<void> {
    const mine = generation;
    const oldest = thread.oldestId();
    let before = (thread.newestId() ?? -1) + 1;
    for (let pages = 0; pages < maxFills && oldest !== null && before > oldest; pages += 1) {
      const answer = await readPage({ before });
      const first = answer.ok ? answer.data.data.messages[0]?.id : undefined;
      if (mine !== generation || first === undefined || first >= before) return;
      before = first;
    }
  }

  async function loadOlder(): Promise<Result<void, ChatError>> {
    const before = thread.oldestId();
    if (older === 'loading' || before === null || !thread.isLoaded || !thread.hasOlder)
      return succeed(undefined);
    const mine = generation;
    older = 'loading';
    publish();
    const answer = await readPage({ before });
    if (mine !== generation) return fail({ code: 'unavailable', message: '' });
    older = answer.ok ? 'idle' : 'failed';
    publish();
    return answer.ok ? succeed(undefined) : fail(toChatError(answer));
  }

  const composer = createComposer({
    maxLength: host.maxLength,
    members: () => host.summary(chatId)?.users ?? [],
    viewerId: host.viewerId,
    onText: (text) => host.onText(chatId, text),
    onSubmit: ({ text, ...extra }) => control.send(text, extra),
  });

  const lifecycle = createLifecycle(() => {
    users = 1;
    usedAt = host.now();
    if (thread.isLoaded && status === 'ready') {
      markUnread(host.summary(chatId)?.unread_count ?? 0);
      publish();
      if (!isComplete()) resume();
    } else void load();
    return () => {
      users = 0;
      view = atRest;
      firstUnreadId = null;
      host.onText(chatId, '');
      publish();
    };
  });

  const control: ChatThreadControl = {
    chatId,
    $state,
    composer,
    at: (index) => thread.at(index),
    indexOf: (id) => thread.indexOf(id),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: () => lifecycle.start(),
    reload: load,
    loadOlder,
    setView(next) {
      view = next;
      readIfSeen();
      if (freshFrom !== null && catching === null && loading === null) void refresh();
    },
    send(text, { replyTo = null, mentions = [] } = {}) {
      firstUnreadId = null;
      const quoted = replyTo && {
        id: replyTo.id,
        message: replyTo.message,
        message_type: replyTo.message_type,
        sender: replyTo.sender,
        delete_from_everyone: replyTo.delete_from_everyone,
      };
      host.outbox().add({ chat_id: chatId, text, reply_to: quoted, mention_for: mentions });
    },
    retry: (clientId) => host.outbox().retry(clientId),
    discard: (clientId) => host.outbox().discard(clientId),
    act: (messageId, type) => act(messageId, { type }),
    react: (messageId, emoji) => act(messageId, { type: 'react', emoji }),
    publish,
    reset() {
      generation += 1;
      thread = blankThread();
      loading = null;
      catching = null;
      status = 'idle';
      older = 'idle';
      firstUnreadId = null;
      readUpTo = -1;
      completeUnder = 0;
      wasComplete = false;
      freshFrom = null;
      isRefreshing = false;
      publish();
      if (users > 0 && host.viewerId() !== null) void load();
    },
    lost() {
      completeUnder = 0;
      if (thread.isLoaded) freshFrom = Number.POSITIVE_INFINITY;
      thread.markBreak();
    },
    opened,
    ingest(message, isNew) {
      const isUnread = isNew && users > 0 && !isReading() && message.sender.id !== host.viewerId();
      if (thread.upsert(message) && isUnread) firstUnreadId ??= message.id;
    },
    markDelivered: (ids) => thread.markDelivered(ids),
    markSeen: (ids) => thread.markSeen(ids),
    showEntry: (entry) => thread.putPending(toPending(entry)),
    hideEntry: (entry) => thread.dropPending(entry.client_id),
    async post(entry) {
      const mine = generation;
      const ticket = thread.beginRead();
      const answer = await host.api.request(endpoints.postMessage, {
        params: { id: chatId },
        body: {
          chat_id: chatId,
          message: entry.text,
          message_type: 'TXT',
          reply_id: entry.reply_to?.id,
          mention_for: entry.mention_for.length === 0 ? undefined : JSON.stringify(entry.mention_for),
          client_id: entry.client_id,
        },
      });
      if (mine !== generation) return answer;
      if (answer.ok) {
        thread.dropPending(entry.client_id);
        thread.upsert(answer.data, ticket);
      }
      thread.endRead(ticket);
      return answer;
    },
    probe: () =>
      thread.isLoaded ? catchUp() : load().then((result) => result.ok || result.error.code !== 'unavailable'),
    newestId: () => thread.newestId(),
    isReading,
    isOpen: () => users > 0,
    readIfSeen,
    toCache() {
      if (!thread.isLoaded || status !== 'ready') return null;
      const gap = thread.gapBefore ?? -1;
      const messages = thread.tail(host.cachedMessages).filter(({ id }) => id >= gap);
      const [oldest] = messages;
      if (oldest === undefined) return null;
      const isWhole = !thread.hasOlder && messages.length === thread.storedLength;
      return { id: chatId, used_at: usedAt, first_message_id: isWhole ? -1 : oldest.id, messages };
    },
  };
  return control;
}

/** An outbox entry as a row of the thread. */
function toPending(entry: OutboxEntry): PendingMessage {
  const { client_id, chat_id, text, reply_to, mention_for, created_at, error } = entry;
  const state = entry.state === 'queued' ? 'sending' : entry.state;
  return { client_id, chat_id, text, reply_to, mention_for, created_at, state, error };
}
