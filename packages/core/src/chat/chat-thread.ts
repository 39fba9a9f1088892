// A stable chat object: it delegates to the thread of the signed-in user, and keeps composer and listeners across users.
import { atom } from 'nanostores';
import type { MessageMedia } from '../contract/index.ts';
import type { FileSaver } from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { planPosts } from './composer/attachments.ts';
import { createComposer } from './composer/composer.ts';
import { createRecorder, type RecorderOptions } from './composer/recorder.ts';
import { type MemberChats, signedOut } from './member-chats.ts';
import type { OutboxDraft } from './outbox/outbox.ts';
import type { MemberThread } from './thread/member-thread.ts';
import { createThreadSearch } from './thread/search.ts';
import type { ThreadChange, ThreadState } from './thread/types.ts';
import type { Waveforms } from './thread/waveforms.ts';
import type { ChatLimits, ChatThread, SendExtra } from './types.ts';

export interface ChatThreadOptions {
  /** Keeps the feature started while the chat is open. */
  readonly start: () => () => void;
  /** The chats of the present user; attaches them to all threads if the user has changed. */
  readonly member: () => MemberChats;
  readonly limits: ChatLimits;
  readonly recorder: Omit<RecorderOptions, 'onRecorded'>;
  readonly saver: FileSaver;
  readonly waveforms: Waveforms;
}

export interface ChatThreadControl extends ChatThread {
  /** Switches to the chats of another user. */
  attach(member: MemberChats): void;
  /** Clears the composer: it belongs to another user. */
  forgetDraft(): void;
  /** Closes the chat for everyone who has opened it. */
  close(): void;
}

function draftOf(chatId: number, text: string, { replyTo, mentions = [] }: SendExtra): OutboxDraft {
  const reply_to = replyTo
    ? {
        id: replyTo.id,
        message: replyTo.message,
        message_type: replyTo.message_type,
        media: replyTo.media,
        sender: replyTo.sender,
        delete_from_everyone: replyTo.delete_from_everyone,
        is_block: replyTo.is_block,
      }
    : null;
  return { chat_id: chatId, text, reply_to, mention_for: mentions, files: [] };
}

export function createChatThread(
  chatId: number,
  options: ChatThreadOptions,
  initial: MemberChats,
): ChatThreadControl {
  const { saver, waveforms, limits } = options;
  const listeners = new Set<ThreadChange>();
  let member = initial;
  let own = member.thread(chatId);
  let isOpen = false;
  let detach = (): void => {};

  const $state = atom<ThreadState>(own.$state.get());

  /** The thread of the present user, also before the feature is started. */
  function present(): MemberThread {
    options.member();
    return own;
  }

  const recorder = createRecorder({
    ...options.recorder,
    onRecorded: (file) => composer.attach([file]),
  });
  const search = createThreadSearch({
    find: (query) => own.find(query),
    hasOlder: () => $state.get().hasOlder,
    loadOlder: async () => (await own.loader.loadOlder()).ok,
    onCurrent: (id) => void own.jumpTo(id),
  });
  const composer = createComposer({
    findMembers: (query) => member.findMembers(chatId, query),
    maxLength: limits.maxLength,
    attachments: limits.attachments,
    onText(text, mentions) {
      member.setTyping(chatId, text);
      member.drafts.note({ chat_id: chatId, text, mentions });
    },
    onSubmit({ text, ...extra }) {
      if (options.member().viewerId === signedOut) return false;
      member.drafts.note({ chat_id: chatId, text: '', mentions: [] });
      send(text, extra);
      return true;
    },
  });

  function send(text: string, extra: SendExtra = {}): void {
    present().position.clearUnread();
    for (const [index, post] of planPosts(text, extra.files ?? []).entries()) {
      const files = post.files.map(({ name, type, size }) => ({ name, type, size }));
      // Only the first message quotes and mentions.
      const draft = draftOf(chatId, post.text, index === 0 ? extra : {});
      member.outbox.enqueue({ ...draft, files }, post.files);
    }
  }

  function connect(): void {
    own = member.thread(chatId);
    const draft = member.drafts.of(chatId);
    if (draft !== null) composer.restore(draft.text, draft.mentions);
    const offState = own.$state.subscribe((state) => {
      const { revision } = $state.get();
      $state.set(state);
      if (state.revision !== revision) search.refresh();
    });
    const offRows = own.onChange((kind, index, count) => {
      for (const listener of listeners) listener(kind, index, count);
    });
    detach = () => {
      offState();
      offRows();
    };
  }

  const lifecycle = createLifecycle(() => {
    const stop = options.start();
    isOpen = true;
    own.open(options.recorder.clock.now());
    return () => {
      isOpen = false;
      recorder.cancel();
      search.close();
      member.setTyping(chatId, '');
      own.leave();
      stop();
    };
  });

  connect();

  const mediaOf = (messageId: number, index: number): MessageMedia | undefined =>
    present().rows.get(messageId)?.media[index];

  return {
    chatId,
    $state,
    composer,
    search,
    recorder,
    gallery: () => own.gallery(),
    jumpTo: (messageId) => present().jumpTo(messageId),
    async download(messageId, index) {
      const first = mediaOf(messageId, index);
      if (first === undefined) return false;
      if (await saver.save(first.file, first.name)) return true;
      // The URL may have expired.
      const isRenewed = await own.loader.renew(messageId);
      const again = mediaOf(messageId, index);
      return isRenewed && again !== undefined && saver.save(again.file, again.name);
    },
    async waveform(messageId, index) {
      const file = mediaOf(messageId, index);
      return file === undefined ? null : waveforms.of(file);
    },
    async renew(messageId) {
      await present().loader.renew(messageId);
    },
    at: (index) => own.rows.at(index),
    indexOf: (id) => own.rows.indexOf(id),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: lifecycle.start,
    reload: () => present().loader.load(),
    loadOlder: () => present().loader.loadOlder(),
    setView(view) {
      own.position.setView(view);
      own.loader.viewed();
    },
    send,
    retry: (clientId) => member.outbox.retry(clientId),
    discard: (clientId) => member.outbox.discard(clientId),
    cancel: (clientId) => member.outbox.cancel(clientId),
    act: (messageId, type) => present().act(messageId, { type }),
    react: (messageId, emoji) => present().act(messageId, { type: 'react', emoji }),
    attach(next) {
      detach();
      recorder.cancel();
      search.close();
      own.leave();
      member = next;
      connect();
      if (isOpen) own.open(options.recorder.clock.now());
    },
    forgetDraft: composer.reset,
    close: lifecycle.destroy,
  };
}
