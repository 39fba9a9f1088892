// One chat: joins thread engine, loader, outbox and composer to the view. Its state is published once a frame.
import { atom } from 'nanostores';
import type { Answer, ApiClient } from '../api-client/index.ts';
import {
  type Chat,
  type ChatPerson,
  type Message,
  type MessageActionBody,
  type MessageMedia,
  messageActionEndpoint,
  postMessageEndpoint,
} from '../contract/index.ts';
import type { FileSaver } from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { type AttachmentLimits, planPosts } from './chat.attachments.ts';
import type { CachedThread } from './chat.cache.ts';
import { toChatError } from './chat.errors.ts';
import { galleryOf } from './chat.gallery.ts';
import type { ChatSummary } from './chat.list.ts';
import { createThreadLoader } from './chat.loader.ts';
import { unsentForm } from './chat.merge.ts';
import { messageType } from './chat.message-type.ts';
import type { OutboxEntry } from './chat.outbox.rules.ts';
import type { Outbox, OutboxUpload } from './chat.outbox.types.ts';
import { createRecorder, type RecorderOptions } from './chat.recorder.ts';
import { createThreadSearch } from './chat.search.ts';
import { createThread } from './chat.thread.ts';
import type { PendingMessage, Thread, ThreadChange } from './chat.thread.types.ts';
import type { ChatError, ChatThread, ThreadState, ThreadView } from './chat.types.ts';
import { createComposer } from './create-composer.ts';

/** What one chat needs of the others. */
export interface ChatThreadHost {
  readonly api: Pick<ApiClient, 'request'>;
  readonly maxLength: number;
  readonly attachments: AttachmentLimits;
  readonly recorder: Omit<RecorderOptions, 'onRecorded'>;
  readonly saver: FileSaver;
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
  /** What was being written goes: it is another person's, or somebody logged out. */
  forgetDraft(): void;
  /** The connection was lost, or is there again. */
  lost(): void;
  opened(): void;
  /** Takes a message from the socket. */
  ingest(message: Message, isNew: boolean): void;
  markDelivered(ids: readonly number[]): void;
  markSeen(ids: readonly number[]): void;
  showEntry(entry: OutboxEntry): void;
  hideEntry(entry: OutboxEntry): void;
  post(entry: OutboxEntry, upload: OutboxUpload | null): Promise<Answer<Message>>;
  /** Reads what is new. Gives whether the server is there. */
  probe(): Promise<boolean>;
  newestId(): number | null;
  isReading(): boolean;
  isOpen(): boolean;
  readIfSeen(): void;
  toCache(): CachedThread | null;
}

/** Milliseconds for which a jumped-to message is marked (product.md 9). */
const highlightMs = 2000;
/** Pages that a jump loads at most. */
const mostPages = 200;

export function createChatThread(chatId: number, host: ChatThreadHost): ChatThreadControl {
  const listeners = new Set<ThreadChange>();
  const atRest: ThreadView = { firstId: null, isAtEnd: false };
  let thread = blankThread();
  let firstUnreadId: number | null = null;
  let view = atRest;
  let usedAt = 0;
  let readUpTo = -1;
  let users = 0;
  let generation = 0;
  let highlight: ThreadState['highlight'] = null;
  let jumps = 0;
  const loader = createThreadLoader({
    chatId,
    host,
    thread: () => thread,
    generation: () => generation,
    isWatched: () => users > 0,
    firstInView: () => view.firstId,
    publish: () => publish(),
    onLoaded(chat) {
      markUnread(chat.unread_count);
      host.onChat(chat);
    },
    onComplete: () => readIfSeen(),
  });
  const search = createThreadSearch({
    messages: stored,
    viewerId: () => host.viewerId() ?? -1,
    hasOlder: () => thread.isLoaded && thread.hasOlder,
    loadOlder: async () => (await loader.loadOlder()).ok,
    onCurrent: (id) => void jumpTo(id),
  });
  const recorder = createRecorder({
    ...host.recorder,
    onRecorded: (file) => composer.attach([file]),
  });
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
      status: loader.status,
      chat: host.summary(chatId),
      length: thread.length,
      revision: thread.revision,
      hasOlder: thread.isLoaded && thread.hasOlder,
      older: loader.older,
      firstUnreadId,
      typing: host.typing(chatId),
      highlight,
    };
  }

  function publish(): void {
    const before = $state.get().revision;
    $state.set(readState());
    if (before !== thread.revision) search.refresh();
  }

  function stored(): readonly Message[] {
    return thread.tail(thread.storedLength);
  }

  /** Loads older pages until the message is there, and marks it for 2 s. */
  async function jumpTo(id: number): Promise<boolean> {
    const mine = generation;
    jumps += 1;
    const jump = jumps;
    for (let pages = 0; thread.indexOf(id) < 0; pages += 1) {
      const oldest = thread.oldestId();
      // Something newer than the oldest one here that is not here is gone.
      if (!thread.hasOlder || oldest === null || oldest < id || pages === mostPages) return false;
      const isLoaded = (await loader.loadOlder()).ok;
      if (mine !== generation || jump !== jumps || !isLoaded) return false;
    }
    highlight = { id, jump };
    publish();
    host.later(highlightMs, () => {
      if (highlight?.jump !== jump) return;
      highlight = null;
      publish();
    });
    return true;
  }

  async function download(messageId: number, index: number): Promise<boolean> {
    const file = (): MessageMedia | undefined => thread.get(messageId)?.media[index];
    const first = file();
    if (first === undefined) return false;
    if (await host.saver.save(first.file, first.name)) return true;
    // The address may have expired.
    const isRenewed = await loader.renew(messageId);
    const again = file();
    return isRenewed && again !== undefined && host.saver.save(again.file, again.name);
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
    if (!isReading() || loader.status !== 'ready' || newest === null) return;
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
    const answer = await host.api.request(messageActionEndpoint, { params: { messageId }, body });
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
        void loader.rereadAll();
        return;
      default:
    }
  }

  const composer = createComposer({
    maxLength: host.maxLength,
    attachments: host.attachments,
    members: () => host.summary(chatId)?.users ?? [],
    viewerId: host.viewerId,
    onText: (text) => host.onText(chatId, text),
    onSubmit: ({ text, ...extra }) => control.send(text, extra),
  });

  const lifecycle = createLifecycle(() => {
    users = 1;
    usedAt = host.now();
    if (loader.status === 'ready') {
      markUnread(host.summary(chatId)?.unread_count ?? 0);
      publish();
      if (!loader.isComplete()) loader.resume();
    } else void loader.load();
    return () => {
      users = 0;
      view = atRest;
      recorder.cancel();
      search.close();
      firstUnreadId = null;
      host.onText(chatId, '');
      publish();
    };
  });

  const control: ChatThreadControl = {
    chatId,
    $state,
    composer,
    search,
    recorder,
    gallery: () => galleryOf(stored(), host.viewerId() ?? -1),
    jumpTo,
    download,
    renew: async (messageId) => void (await loader.renew(messageId)),
    at: (index) => thread.at(index),
    indexOf: (id) => thread.indexOf(id),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: () => lifecycle.start(),
    reload: loader.load,
    loadOlder: loader.loadOlder,
    setView(next) {
      view = next;
      readIfSeen();
      loader.viewed();
    },
    send(text, { replyTo = null, mentions = [], files = [] } = {}) {
      firstUnreadId = null;
      const quoted = replyTo && {
        id: replyTo.id,
        message: replyTo.message,
        message_type: replyTo.message_type,
        sender: replyTo.sender,
        delete_from_everyone: replyTo.delete_from_everyone,
      };
      for (const [index, post] of planPosts(text, files).entries()) {
        host.outbox().add(
          {
            chat_id: chatId,
            text: post.text,
            // What the first message answers and whom it mentions, the others need not repeat.
            reply_to: index === 0 ? quoted : null,
            mention_for: index === 0 ? mentions : [],
            files: post.files.map(({ name, type, size }) => ({ name, type, size })),
          },
          post.files,
        );
      }
    },
    retry: (clientId) => host.outbox().retry(clientId),
    discard: (clientId) => host.outbox().discard(clientId),
    cancel: (clientId) => host.outbox().cancel(clientId),
    act: (messageId, type) => act(messageId, { type }),
    react: (messageId, emoji) => act(messageId, { type: 'react', emoji }),
    publish,
    forgetDraft: composer.reset,
    reset() {
      generation += 1;
      thread = blankThread();
      loader.reset();
      firstUnreadId = null;
      highlight = null;
      readUpTo = -1;
      recorder.cancel();
      search.close();
      publish();
      if (users > 0 && host.viewerId() !== null) void loader.load();
    },
    lost: loader.lost,
    opened: loader.opened,
    ingest(message, isNew) {
      const isUnread = isNew && users > 0 && !isReading() && message.sender.id !== host.viewerId();
      if (thread.upsert(message) && isUnread) firstUnreadId ??= message.id;
    },
    markDelivered: (ids) => thread.markDelivered(ids),
    markSeen: (ids) => thread.markSeen(ids),
    showEntry: (entry) => thread.putPending(toPending(entry, host.outbox().uploadOf(entry.client_id))),
    hideEntry: (entry) => thread.dropPending(entry.client_id),
    async post(entry, upload) {
      const mine = generation;
      const ticket = thread.beginRead();
      const answer = await host.api.request(postMessageEndpoint, {
        params: { id: chatId },
        body: {
          chat_id: chatId,
          message: entry.text,
          message_type: messageType(entry.files),
          reply_id: entry.reply_to?.id,
          mention_for: entry.mention_for.length === 0 ? undefined : JSON.stringify(entry.mention_for),
          client_id: entry.client_id,
        },
        ...(upload === null
          ? {}
          : {
              files: upload.blobs.map((blob, index) => ({
                field: 'files[]',
                blob,
                name: entry.files[index]?.name ?? '',
              })),
              signal: upload.signal,
              onProgress: upload.onProgress,
            }),
      });
      if (mine !== generation) return answer;
      if (answer.ok) {
        thread.dropPending(entry.client_id);
        thread.upsert(answer.data, ticket);
      }
      thread.endRead(ticket);
      return answer;
    },
    probe: loader.probe,
    newestId: () => thread.newestId(),
    isReading,
    isOpen: () => users > 0,
    readIfSeen,
    toCache() {
      if (!thread.isLoaded || loader.status !== 'ready') return null;
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
function toPending(entry: OutboxEntry, upload: ReturnType<Outbox['uploadOf']>): PendingMessage {
  const { client_id, chat_id, text, reply_to, mention_for, created_at, error, reason } = entry;
  const state = entry.state === 'queued' ? 'sending' : entry.state;
  const files = entry.files.map((file, index) => ({ ...file, blob: upload.blobs?.[index] ?? null }));
  return {
    client_id,
    chat_id,
    text,
    reply_to,
    mention_for,
    files,
    progress: upload.progress,
    created_at,
    state,
    error,
    reason,
  };
}
