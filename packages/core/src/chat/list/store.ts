// The list of the chats of one kind: what is known, what is published, and when the server is asked again.
import { atom } from 'nanostores';
import type { ApiClient } from '../../api-client/index.ts';
import { type ChatType, chatsEndpoint, type Message } from '../../contract/index.ts';
import type { Cancel, Clock, Log, Scheduler } from '../../ports/index.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { toChatError } from '../errors.ts';
import type { ChatError, ChatListState } from '../types.ts';
import { applyNewMessage, type ChatSummary, changeChat, isLastShown, mergeList } from './summaries.ts';

export interface ListStoreOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly chatType: ChatType;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly isTyping: (chatId: number) => boolean;
  /** Some chat has changed: publish with the next frame, and keep it. */
  readonly onChange: () => void;
}

export interface ListStore {
  readonly $list: ReturnType<typeof atom<ChatListState>>;
  all(): readonly ChatSummary[];
  find(chatId: number): ChatSummary | null;
  set(chats: readonly ChatSummary[]): void;
  /** Joins one chat's own answer. */
  put(summary: ChatSummary): void;
  change(chatId: number, change: Partial<ChatSummary>): void;
  /** What a new message does to the list. */
  apply(message: Message, viewer: { readonly id: number; readonly isReading: boolean }): void;
  /** A message has changed: the server is asked when only it knows what stands last now. */
  applyChange(message: Message): void;
  /** Whether the chat is in the list; one that is not is asked for once. */
  isKnown(chatId: number): boolean;
  load(): Promise<Result<void, ChatError>>;
  /** Asks anew, also while an older question is on its way; at most once a second, since news come in bursts. */
  refresh(): void;
  publish(): void;
  /** Somebody else is here, with what storage has of theirs; null when nothing is known. */
  reset(cached: readonly ChatSummary[] | null): void;
}

/** Milliseconds between two refreshes. */
const refreshEveryMs = 1000;

export function createListStore(options: ListStoreOptions): ListStore {
  const { api, chatType, clock, scheduler, log, isTyping, onChange } = options;
  const $list = atom<ChatListState>({ status: 'idle', chats: [] });
  let chats: readonly ChatSummary[] = [];
  let status: ChatListState['status'] = 'idle';
  let loading: Promise<Result<void, ChatError>> | null = null;
  let isStale = false;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let cancelRefresh: Cancel | null = null;
  let generation = 0;
  /** Chats of the other kind, or not the viewer's. */
  const foreign = new Set<number>();

  const find = (chatId: number): ChatSummary | null => chats.find(({ id }) => id === chatId) ?? null;

  function publish(): void {
    const before = new Map($list.get().chats.map((chat) => [chat.id, chat]));
    const rows = chats.map((chat) => {
      const row = { ...chat, isTyping: isTyping(chat.id) };
      const known = before.get(chat.id);
      return known !== undefined && sameRow(known, row) ? known : row;
    });
    $list.set({ status, chats: rows });
  }

  function set(next: readonly ChatSummary[]): void {
    if (next === chats) return;
    chats = next;
    onChange();
  }

  function load(): Promise<Result<void, ChatError>> {
    if (loading !== null) return loading;
    const run = runLoad().finally(() => {
      if (loading !== run) return;
      loading = null;
      // Somebody asked while the answer was on its way: it may be older than the question.
      if (isStale) refresh();
    });
    loading = run;
    return run;
  }

  async function runLoad(): Promise<Result<void, ChatError>> {
    isStale = false;
    const mine = generation;
    if (status === 'idle' || status === 'failed') {
      status = 'loading';
      publish();
    }
    const answer = await api.request(chatsEndpoint, { query: { chat_type: chatType } });
    if (mine !== generation) return fail({ code: 'unavailable', message: '' });
    if (!answer.ok) {
      log('Failed to load chats', answer.status);
      status = chats.length > 0 ? 'ready' : 'failed';
      publish();
      return fail(toChatError(answer));
    }
    status = 'ready';
    set(mergeList(chats, answer.data.data));
    for (const { id } of chats) foreign.delete(id);
    publish();
    return succeed(undefined);
  }

  function refresh(): void {
    const wait = refreshedAt + refreshEveryMs - clock.now();
    if (loading !== null) isStale = true;
    else if (wait > 0) cancelRefresh ??= scheduler.after(wait, refreshNow);
    else refreshNow();
  }

  function refreshNow(): void {
    stopWaiting();
    refreshedAt = clock.now();
    void load();
  }

  function stopWaiting(): void {
    cancelRefresh?.();
    cancelRefresh = null;
  }

  return {
    $list,
    all: () => chats,
    find,
    set,
    put: (summary) =>
      set(find(summary.id) === null ? [...chats, summary] : changeChat(chats, summary.id, summary)),
    change: (chatId, change) => set(changeChat(chats, chatId, change)),
    apply: (message, viewer) => set(applyNewMessage(chats, message, viewer)),
    applyChange(message) {
      if (isLastShown(chats, message)) refresh();
    },
    isKnown(chatId) {
      if (find(chatId) !== null) return true;
      if (foreign.has(chatId)) return false;
      foreign.add(chatId);
      refresh();
      return false;
    },
    load,
    refresh,
    publish,
    reset(cached) {
      generation += 1;
      loading = null;
      isStale = false;
      stopWaiting();
      refreshedAt = Number.NEGATIVE_INFINITY;
      foreign.clear();
      const isKnown = cached !== null && cached.length > 0;
      chats = isKnown ? cached : [];
      status = isKnown ? 'ready' : 'idle';
    },
  };
}

function sameRow(a: object, b: object): boolean {
  const left = Object.entries(a);
  return left.every(([key, value]) => (b as Record<string, unknown>)[key] === value);
}
