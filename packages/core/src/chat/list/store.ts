// The chat list: known chats, published rows, and loading.
import { atom, type ReadableAtom } from 'nanostores';
import type { ApiClient } from '../../api-client/index.ts';
import { type ChatType, chatsEndpoint, type Message } from '../../contract/index.ts';
import type { Cancel, Clock, Log, Notifier, Page, Timers } from '../../ports/index.ts';
import { createLoadRetries } from '../../shared/load-retries.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { type ChatError, toChatError } from '../errors.ts';
import { isSameData } from '../message/equality.ts';
import { keepMembers } from './members.ts';
import { createRefresh } from './refresh.ts';
import {
  applyNewMessage,
  type ChatListState,
  type ChatSummary,
  changeChat,
  compareWithLast,
  isCounted,
  isHidden,
  isLastShown,
  mergeList,
} from './summaries.ts';
import { createUnreadLedger } from './unread-ledger.ts';

export interface ListStoreOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly chatType: ChatType;
  readonly clock: Clock;
  readonly scheduler: Timers;
  readonly page: Page;
  readonly log: Log;
  readonly cached: readonly ChatSummary[];
  readonly viewerId: number;
  readonly isTyping: (chatId: number) => boolean;
  /** Whether the viewer is reading the chat: its new messages are not unread. */
  readonly isReading: (chatId: number) => boolean;
  /** A chat has changed. */
  readonly onChange: () => void;
  /** Closes the notifications of chats in which nothing is unread. */
  readonly notifier: Pick<Notifier, 'close'>;
}

export interface ListStore {
  readonly $list: ReadableAtom<ChatListState>;
  all(): readonly ChatSummary[];
  find(chatId: number): ChatSummary | null;
  /** Adds or replaces a chat. */
  put(summary: ChatSummary): void;
  change(chatId: number, change: Partial<ChatSummary>): void;
  /** The viewer has read a chat up to a message. */
  markRead(chatId: number, messageId: number): void;
  /** Applies a new message. */
  apply(message: Message): void;
  /** A message has changed: loads the list again if it shows that message, or counts one that is withheld now. */
  applyChange(message: Message): void;
  /** Whether the chat is in the list; loads the list once for an unknown chat. */
  isKnown(chatId: number): boolean;
  load(): Promise<Result<void, ChatError>>;
  /** Loads the list, and again after a transient failure until the returned function is called. */
  start(): Cancel;
  /** Loads again, also after a pending load; at most once a second, because events arrive in bursts. */
  refresh(): void;
  publish(): void;
}

/** The tag of a chat's notification, as the server sends it. */
const noticeTag = (chatId: number): string => `chat:${chatId}`;

export function createListStore(options: ListStoreOptions): ListStore {
  const { api, chatType, log, notifier, viewerId, isTyping, onChange } = options;
  let chats = options.cached;
  let status: ChatListState['status'] = chats.length > 0 ? 'ready' : 'idle';
  const ledger = createUnreadLedger();
  for (const chat of chats) ledger.noteListed(chat);
  /** New messages that arrived while the list was loading: the response may lack them. */
  let arrived: readonly { readonly message: Message; readonly isUnread: boolean }[] = [];
  /** Chats of the other type, or without access. */
  const foreign = new Set<number>();
  const $list = atom<ChatListState>({ status: 'idle', chats: [] });
  publish();

  const find = (chatId: number): ChatSummary | null => chats.find(({ id }) => id === chatId) ?? null;

  function publish(): void {
    const before = new Map($list.get().chats.map((chat) => [chat.id, chat]));
    const rows = chats.map((chat) => {
      const row = { ...chat, isTyping: isTyping(chat.id) };
      const known = before.get(chat.id);
      return known !== undefined && isSameData(row, known) ? known : row;
    });
    $list.set({ status, chats: rows });
  }

  function set(next: readonly ChatSummary[]): void {
    if (next === chats) return;
    chats = next;
    onChange();
  }

  const requests = createRefresh(options, async (): Promise<Result<void, ChatError>> => {
    arrived = [];
    const response = await api.request(chatsEndpoint, { query: { chat_type: chatType } });
    if (!response.ok) {
      if (response.kind !== 'aborted') log('Failed to load chats', response.status);
      status = chats.length > 0 ? 'ready' : 'failed';
      publish();
      retries.failed(response);
      return fail(toChatError(response));
    }
    retries.reset();
    status = 'ready';
    set(withArrived(mergeList(chats, response.data.data)));
    for (const { id } of chats) foreign.delete(id);
    reportRead(chats);
    publish();
    return succeed(undefined);
  });
  const { refresh, isLoading } = requests;
  const retries = createLoadRetries(() => void requests.load(), options);

  function load(): Promise<Result<void, ChatError>> {
    if (status === 'idle' || status === 'failed') {
      status = 'loading';
      publish();
    }
    return requests.load();
  }

  function reportRead(known: readonly ChatSummary[]): void {
    const read = known.filter(({ unread_count }) => unread_count === 0);
    if (read.length > 0) notifier.close?.(read.map(({ id }) => noticeTag(id)));
  }

  /** Applies the messages that the loaded list lacks. */
  function withArrived(loaded: readonly ChatSummary[]): readonly ChatSummary[] {
    for (const chat of loaded) ledger.noteListed(chat);
    let next = loaded;
    for (const { message, isUnread } of arrived) {
      const last = next.find(({ id }) => id === message.chat_id)?.last_msg ?? null;
      if (compareWithLast(message, last) <= 0) continue;
      next = applyNewMessage(next, message, { viewerId, isUnread: isUnread && !ledger.isCovered(message) });
    }
    return next;
  }

  return {
    $list,
    all: () => chats,
    find,
    put(summary) {
      const before = find(summary.id);
      ledger.noteListed(summary);
      reportRead([summary]);
      set(
        before === null ? [...chats, summary] : changeChat(chats, summary.id, keepMembers(before, summary)),
      );
    },
    change: (chatId, change) => set(changeChat(chats, chatId, change)),
    markRead(chatId, messageId) {
      ledger.noteRead(chatId, messageId);
      const chat = find(chatId);
      if (chat === null) return;
      if (chat.unread_count > 0) set(changeChat(chats, chatId, { unread_count: 0 }));
      notifier.close?.([noticeTag(chatId)]);
    },
    apply(message) {
      const isUncounted = ledger.take(message, find(message.chat_id)?.last_msg ?? null);
      const isUnread = isUncounted && isCounted(message, viewerId) && !options.isReading(message.chat_id);
      if (isLoading()) arrived = [...arrived, { message, isUnread }];
      set(applyNewMessage(chats, message, { viewerId, isUnread }));
    },
    applyChange(message) {
      const isUncounted = isHidden(message, viewerId) && (find(message.chat_id)?.unread_count ?? 0) > 0;
      if (isUncounted || isLastShown(chats, message)) refresh();
    },
    isKnown(chatId) {
      if (find(chatId) !== null) return true;
      if (foreign.has(chatId)) return false;
      foreign.add(chatId);
      refresh();
      return false;
    },
    load,
    start() {
      void load();
      return retries.start();
    },
    refresh,
    publish,
  };
}
