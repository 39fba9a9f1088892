// One chat of one member: rows, loader, read position and jump, published once per frame.
import { atom, type ReadableAtom } from 'nanostores';
import type { ApiResponse } from '../../api-client/index.ts';
import { isServerId, type Message } from '../../contract/index.ts';
import type { CachedThread } from '../list/cache.ts';
import { toSummary } from '../list/summaries.ts';
import { type Gallery, galleryOf } from '../message/gallery.ts';
import type { Moderation } from '../message/moderation.ts';
import type { PendingMessage } from '../outbox/pending.ts';
import { type PostUpload, postMessage } from '../outbox/post.ts';
import type { OutboxEntry } from '../outbox/rules.ts';
import { createThreadAction, type ThreadAction } from './actions.ts';
import { createThread } from './engine.ts';
import { signedOut, type ThreadHost } from './host.ts';
import { asOwn, inChat, placeReceived } from './identify.ts';
import { createThreadLoader, type ThreadLoader } from './loader.ts';
import { createReadPosition, type ReadPosition } from './read-position.ts';
import { findMatches } from './search.ts';
import type { RequestEpoch, Thread, ThreadChange, ThreadState } from './types.ts';

export interface MemberThread {
  readonly $state: ReadableAtom<ThreadState>;
  readonly rows: Thread;
  readonly loader: ThreadLoader;
  readonly position: ReadPosition;
  readonly act: ThreadAction;
  /** Returns the ids of the messages that contain a text, newest first. */
  find(query: string): readonly number[];
  /** The files of the loaded messages. */
  gallery(): Gallery;
  /** `now` in milliseconds since 1970: the cache keeps the chats that were used last. */
  open(now: number): void;
  leave(): void;
  onChange(listener: ThreadChange): () => void;
  publish(): void;
  /** Applies a message that was posted (`isNew`) or has changed. */
  ingest(message: Message, isNew: boolean): void;
  markUser(userId: number, moderation: Moderation): void;
  /** Posts an entry of the outbox, and adds the message of the response. */
  post(entry: OutboxEntry, upload: PostUpload | null): Promise<ApiResponse<Message>>;
  /** The newest `count` messages without a gap; null when there are none. */
  toCache(count: number): CachedThread | null;
}

export function createMemberThread(
  chatId: number,
  host: ThreadHost,
  cached: CachedThread | undefined,
): MemberThread {
  const listeners = new Set<ThreadChange>();
  let usedAt = 0;

  const rows = createThread({
    chatId,
    viewerId: host.viewerId,
    withhold: host.blocks.withhold,
    onChange(kind, index, count) {
      host.onDirty(chatId);
      for (const listener of listeners) listener(kind, index, count);
    },
  });
  const position = createReadPosition({
    chatId,
    host,
    rows,
    isOpen: () => loader.state.isOpen,
    isReady: () => loader.state.status === 'ready',
  });
  const loader = createThreadLoader({
    chatId,
    host,
    rows,
    cached,
    firstInView: () => position.view.firstId,
    publish,
    onLoaded(chat) {
      position.markUnread(chat.unread_count);
      host.list.put(toSummary(chat));
    },
  });
  const $state = atom<ThreadState>(readState());

  function readState(): ThreadState {
    const { status, older, highlight } = loader.state;
    return {
      chatId,
      status,
      chat: host.list.find(chatId),
      viewerId: host.viewerId === signedOut ? null : host.viewerId,
      rows: rows.snapshot(),
      length: rows.length,
      revision: rows.revision,
      hasOlder: rows.isLoaded && rows.hasOlder,
      older,
      firstUnreadId: position.firstUnreadId,
      blockedIds: host.blocks.ids(),
      typing: host.typing(chatId),
      highlight,
    };
  }

  const messages = (): readonly Message[] => rows.tail(rows.storedLength);
  const newest = (): Message | undefined => rows.at(rows.storedLength - 1) as Message | undefined;

  function publish(): void {
    $state.set(readState());
    position.readIfSeen();
  }

  function ingest(received: Message, isNew: boolean, epoch?: RequestEpoch): void {
    const message = placeReceived(received, { isNew, viewerId: host.viewerId, newest: newest() });
    if (message === null) return;
    const isUnseen = isNew && rows.indexOf(message.id) < 0 && !position.isReading();
    if (rows.upsert(message, epoch) && isUnseen) position.noteNew(message);
  }

  const showThread = createOpening({ chatId, host, loader, position, publish });
  host.outbox.$entries.subscribe(createPendingRows(rows));
  return {
    $state,
    rows,
    loader,
    position,
    act: createThreadAction(host, rows),
    find: (query) => findMatches(messages(), query, host.viewerId),
    gallery: () => galleryOf(messages(), host.viewerId),
    open(now) {
      usedAt = now;
      showThread();
    },
    leave() {
      loader.dispatch({ type: 'closed' });
      position.leave();
      publish();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish,
    ingest,
    async post(entry, upload) {
      const epoch = rows.beginRequest();
      const response = await postMessage(host.api, entry, upload);
      if (response.ok) {
        rows.dropPending(entry.client_id);
        ingest(asOwn(inChat(response.data, chatId), host.viewerId), false, epoch);
      }
      rows.endRequest(epoch);
      return response;
    },
    markUser(userId, moderation) {
      const isMissing = rows.markUser(userId, moderation);
      if (moderation.is_block === false) loader.dispatch({ type: 'unblocked', isTextMissing: isMissing });
    },
    toCache(count) {
      if (!rows.isLoaded || loader.state.status !== 'ready') return null;
      const cache = newestRows(rows, count);
      return cache && { id: chatId, used_at: usedAt, ...cache };
    },
  };
}

/** Returns a function that opens the chat and places the divider before its unread messages. */
function createOpening(parts: {
  readonly chatId: number;
  readonly host: ThreadHost;
  readonly loader: ThreadLoader;
  readonly position: ReadPosition;
  readonly publish: () => void;
}): () => void {
  const { chatId, host, loader, position, publish } = parts;
  let openings = 0;

  /** Unread messages may be missing: the divider waits for them. Without a connection it is before those that are known. */
  async function markWhenComplete(unread: number): Promise<void> {
    const mine = openings;
    const isComplete = await loader.probe();
    if (mine !== openings || !loader.state.isOpen || (!isComplete && host.connection() !== 0)) return;
    position.markUnread(unread);
    publish();
  }

  return () => {
    openings += 1;
    const { status, completeSince } = loader.state;
    const unread = host.list.find(chatId)?.unread_count ?? 0;
    const isComplete = completeSince !== 0 && completeSince === host.connection();
    if (status === 'ready' && isComplete) position.markUnread(unread);
    loader.dispatch({ type: 'opened' });
    if (status === 'ready' && !isComplete) void markWhenComplete(unread);
  };
}

/** Returns a function that shows the chat's unsent messages. */
function createPendingRows(rows: Thread): (entries: readonly PendingMessage[]) => void {
  let shown: ReadonlyMap<string, PendingMessage> = new Map();
  return (entries) => {
    const own = entries.filter((entry) => entry.chat_id === rows.chatId);
    const next = new Map(own.map((entry) => [entry.client_id, entry]));
    for (const clientId of shown.keys()) if (!next.has(clientId)) rows.dropPending(clientId);
    for (const entry of own) if (shown.get(entry.client_id) !== entry) rows.putPending(entry);
    shown = next;
  };
}

/** The newest `count` messages without a gap; null when there are none. */
function newestRows(rows: Thread, count: number): Pick<CachedThread, 'messages' | 'first_message_id'> | null {
  const gap = rows.gapBefore ?? -1;
  // The cache is read as from the server, where local ids do not exist.
  const messages = rows.tail(count).filter(({ id }) => id >= gap && isServerId(id));
  const [oldest] = messages;
  if (oldest === undefined) return null;
  const isWhole = !rows.hasOlder && messages.length === rows.storedLength;
  return { first_message_id: isWhole ? -1 : oldest.id, messages };
}
