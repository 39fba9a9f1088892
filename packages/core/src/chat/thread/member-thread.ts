// One chat: joins thread engine, loader, outbox and composer to the view. Its state is published once a frame.
import { atom } from 'nanostores';
import { type Message, type MessageMedia, postMessageEndpoint } from '../../contract/index.ts';
import { createLifecycle } from '../../shared/lifecycle.ts';
import { planPosts } from '../composer/attachments.ts';
import { createComposer } from '../composer/composer.ts';
import { createRecorder } from '../composer/recorder.ts';
import { galleryOf } from '../message/gallery.ts';
import { messageType } from '../message/kinds.ts';
import { toPending } from '../outbox/pending.ts';
import type { ThreadState } from '../types.ts';
import { createThreadAction } from './actions.ts';
import { createThread } from './engine.ts';
import type { ChatThreadControl, ChatThreadHost } from './host.ts';
import { createJump } from './jump.ts';
import { createThreadLoader } from './loader.ts';
import { createReading } from './read-position.ts';
import { createThreadSearch } from './search.ts';
import type { Thread, ThreadChange } from './types.ts';

export function createChatThread(chatId: number, host: ChatThreadHost): ChatThreadControl {
  const listeners = new Set<ThreadChange>();
  let thread = blankThread();
  let usedAt = 0;
  let users = 0;
  let generation = 0;
  const present = { thread: () => thread, generation: () => generation, publish: () => publish() };

  const reading = createReading({
    chatId,
    host,
    thread: present.thread,
    isOpen: () => users > 0,
    isReady: () => loader.status === 'ready',
  });
  const loader = createThreadLoader({
    chatId,
    host,
    ...present,
    isWatched: () => users > 0,
    firstInView: () => reading.view.firstId,
    onLoaded(chat) {
      reading.markUnread(chat.unread_count);
      host.onChat(chat);
    },
    onComplete: reading.readIfSeen,
  });
  const jump = createJump({ ...present, later: host.later, loadOlder: loader.loadOlder });
  const search = createThreadSearch({
    messages: stored,
    viewerId: () => host.viewerId() ?? -1,
    hasOlder: () => thread.isLoaded && thread.hasOlder,
    loadOlder: async () => (await loader.loadOlder()).ok,
    onCurrent: (id) => void jump.to(id),
  });
  const recorder = createRecorder({
    ...host.recorder,
    onRecorded: (file) => composer.attach([file]),
  });
  const act = createThreadAction({ host, ...present });
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
      firstUnreadId: reading.firstUnreadId,
      typing: host.typing(chatId),
      highlight: jump.highlight,
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

  const mediaOf = (messageId: number, index: number): MessageMedia | undefined =>
    thread.get(messageId)?.media[index];

  async function download(messageId: number, index: number): Promise<boolean> {
    const first = mediaOf(messageId, index);
    if (first === undefined) return false;
    if (await host.saver.save(first.file, first.name)) return true;
    // The address may have expired.
    const isRenewed = await loader.renew(messageId);
    const again = mediaOf(messageId, index);
    return isRenewed && again !== undefined && host.saver.save(again.file, again.name);
  }

  const composer = createComposer({
    maxLength: host.maxLength,
    attachments: host.attachments,
    members: () => host.summary(chatId)?.users ?? [],
    viewerId: host.viewerId,
    onText: (text) => host.onText(chatId, text),
    onDraft: (text, mentions) => host.onDraft({ chat_id: chatId, text, mentions }),
    onSubmit: ({ text, ...extra }) => control.send(text, extra),
  });

  const lifecycle = createLifecycle(() => {
    const stop = host.start();
    users = 1;
    usedAt = host.now();
    if (loader.status === 'ready') {
      reading.markUnread(host.summary(chatId)?.unread_count ?? 0);
      publish();
      if (!loader.isComplete()) loader.resume();
    } else void loader.load();
    return () => {
      users = 0;
      reading.left();
      recorder.cancel();
      search.close();
      host.onText(chatId, '');
      publish();
      stop();
    };
  });

  const control: ChatThreadControl = {
    chatId,
    $state,
    composer,
    search,
    recorder,
    gallery: () => galleryOf(stored(), host.viewerId() ?? -1),
    jumpTo: jump.to,
    download,
    async waveform(messageId, index) {
      const file = mediaOf(messageId, index);
      return file === undefined ? null : host.waveforms.of(file);
    },
    renew: async (messageId) => void (await loader.renew(messageId)),
    at: (index) => thread.at(index),
    indexOf: (id) => thread.indexOf(id),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: lifecycle.start,
    reload: loader.load,
    loadOlder: loader.loadOlder,
    setView(next) {
      reading.setView(next);
      loader.viewed();
    },
    send(text, { replyTo = null, mentions = [], files = [] } = {}) {
      reading.clearLine();
      const quoted = replyTo && {
        id: replyTo.id,
        message: replyTo.message,
        message_type: replyTo.message_type,
        media: replyTo.media,
        sender: replyTo.sender,
        delete_from_everyone: replyTo.delete_from_everyone,
        is_block: replyTo.is_block,
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
    restoreDraft() {
      const draft = host.draft(chatId);
      if (draft !== null) composer.restore(draft.text, draft.mentions);
    },
    close: lifecycle.destroy,
    reset() {
      generation += 1;
      thread = blankThread();
      loader.reset();
      reading.reset();
      jump.reset();
      recorder.cancel();
      search.close();
      publish();
      if (users > 0 && host.viewerId() !== null) void loader.load();
    },
    lost: loader.lost,
    opened: loader.opened,
    ingest(message, isNew) {
      const isUnseen = isNew && !reading.isReading();
      if (thread.upsert(message) && isUnseen) reading.arrived(message);
    },
    markUser(userId, mark) {
      const isHeldBack = thread.markUser(userId, mark);
      if (mark.is_block === false) loader.unblocked(isHeldBack);
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
        ...(upload && {
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
    isReading: reading.isReading,
    isOpen: () => users > 0,
    readIfSeen: reading.readIfSeen,
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
  control.restoreDraft();
  return control;
}
