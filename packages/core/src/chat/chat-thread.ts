// A stable chat object: it delegates to the thread of the signed-in user, and keeps composer and listeners across users.
import { atom } from 'nanostores';
import { type Message, type MessageMedia, quotedMessageSchema, readWire } from '../contract/index.ts';
import type { FileSaver } from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { planPosts } from './composer/attachments.ts';
import { createComposer } from './composer/composer.ts';
import { createRecorder, type RecorderOptions } from './composer/recorder.ts';
import type { MemberChats } from './member-chats.ts';
import { visibilityOf } from './message/visibility.ts';
import type { OutboxDraft } from './outbox/rules.ts';
import { signedOut } from './thread/host.ts';
import type { MemberThread } from './thread/member-thread.ts';
import { createThreadSearch } from './thread/search.ts';
import type { ThreadChange, ThreadState } from './thread/types.ts';
import type { Waveforms } from './thread/waveforms.ts';
import type { ChatLimits, ChatThread, SendExtra } from './types.ts';

export interface ChatThreadOptions {
  /** Keeps the feature started while the chat is open. */
  readonly start: () => () => void;
  /** Returns the chats of the current user; attaches them to all threads if the user has changed. */
  readonly memberChats: () => MemberChats;
  readonly limits: ChatLimits;
  readonly recorder: Omit<RecorderOptions, 'hasRoom' | 'onRecorded'>;
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

/** What a message that is replied to is now; null after it was unsent, deleted or blocked. */
function replyForm({ rows, $state }: MemberThread, message: Message): Message | null {
  const now = rows.get(message.id);
  if (now === undefined) return rows.isHidden(message.id) ? null : message;
  return visibilityOf(now, $state.get().viewerId ?? signedOut) === 'normal' ? now : null;
}

/** The messages of a text with its files. Only the first one quotes and mentions. */
function draftsOf(
  thread: MemberThread,
  text: string,
  { replyTo, mentions = [], files = [] }: SendExtra,
): readonly { readonly draft: OutboxDraft; readonly blobs: readonly File[] }[] {
  const quote = readWire(quotedMessageSchema, replyTo && replyForm(thread, replyTo));
  return planPosts(text, files).map((post, index) => ({
    draft: {
      chat_id: thread.rows.chatId,
      text: post.text,
      reply_to: index === 0 && quote.ok ? quote.value : null,
      mention_for: index === 0 ? mentions : [],
      files: post.files.map(({ name, type, size }) => ({ name, type, size })),
    },
    blobs: post.files,
  }));
}

/** The actions on the files of messages. */
function fileActions(
  thread: () => MemberThread,
  { saver, waveforms }: Pick<ChatThreadOptions, 'saver' | 'waveforms'>,
): Pick<ChatThread, 'download' | 'waveform'> {
  const mediaOf = (messageId: number, index: number): MessageMedia | undefined =>
    thread().rows.get(messageId)?.media[index];
  return {
    async download(messageId, index) {
      const first = mediaOf(messageId, index);
      if (first === undefined) return false;
      if (await saver.save(first.file, first.name)) return true;
      // The URL may have expired.
      const isRenewed = await thread().loader.renew(messageId);
      const again = mediaOf(messageId, index);
      return isRenewed && again !== undefined && saver.save(again.file, again.name);
    },
    async waveform(messageId, index) {
      const file = mediaOf(messageId, index);
      return file === undefined ? null : waveforms.of(file);
    },
  };
}

export function createChatThread(
  chatId: number,
  options: ChatThreadOptions,
  initial: MemberChats,
): ChatThreadControl {
  const listeners = new Set<ThreadChange>();
  let member = initial;
  let thread = member.thread(chatId);
  let isOpen = false;
  let stops: readonly (() => void)[] = [];
  const $state = atom<ThreadState>(thread.$state.get());

  /** Returns the current user's thread, also before the feature is started. */
  function currentThread(): MemberThread {
    options.memberChats();
    return thread;
  }

  const recorder = createRecorder({
    ...options.recorder,
    hasRoom: () => composer.hasRoom(),
    onRecorded: (file) => composer.keep(file),
  });
  const search = createThreadSearch(() => thread);
  const composer = createComposer({
    findMembers: (query) => member.findMembers(chatId, query, () => composer.findAgain()),
    ...options.limits,
    onText(text, mentions) {
      member.setTyping(chatId, text);
      member.drafts.note({ chat_id: chatId, text, mentions });
    },
    onSubmit({ text, ...extra }) {
      if (options.memberChats().viewerId === signedOut) return false;
      member.drafts.note({ chat_id: chatId, text: '', mentions: [] });
      send(text, extra);
      return true;
    },
  });

  function send(text: string, extra: SendExtra = {}): void {
    currentThread().position.clearUnread();
    for (const { draft, blobs } of draftsOf(thread, text, extra)) member.outbox.enqueue(draft, blobs);
  }

  function connect(): void {
    thread = member.thread(chatId);
    const draft = member.drafts.of(chatId);
    if (draft !== null) composer.restore(draft.text, draft.mentions);
    stops = [
      thread.$state.subscribe((state) => {
        const { revision } = $state.get();
        $state.set(state);
        if (state.revision === revision) return;
        search.refresh();
        composer.updateReply((message) => replyForm(thread, message));
      }),
      thread.onChange((kind, index, count) => {
        for (const listener of listeners) listener(kind, index, count);
      }),
    ];
  }

  const lifecycle = createLifecycle(() => {
    const stop = options.start();
    isOpen = true;
    thread.open(options.recorder.clock.now());
    const leave = (): void => {
      isOpen = false;
      recorder.cancel();
      search.close();
      member.setTyping(chatId, '');
      thread.leave();
    };
    return [leave, stop];
  });

  connect();

  return {
    chatId,
    $state,
    composer,
    search,
    recorder,
    gallery: () => thread.gallery(),
    jumpTo: (messageId) => currentThread().loader.jumpTo(messageId),
    ...fileActions(currentThread, options),
    renew: async (messageId) => void (await currentThread().loader.renew(messageId)),
    snapshot: () => thread.rows.snapshot(),
    at: (index) => thread.rows.at(index),
    indexOf: (id) => thread.rows.indexOf(id),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: lifecycle.start,
    reload: () => currentThread().loader.load(),
    loadOlder: () => currentThread().loader.loadOlder(),
    loadMoreUsers: () => options.memberChats().loadMoreUsers(chatId),
    setView(view) {
      thread.position.setView(view);
      thread.loader.dispatch({ type: 'scrolled' });
    },
    send,
    retry: (clientId) => member.outbox.retry(clientId),
    discard: (clientId) => member.outbox.discard(clientId),
    cancel: (clientId) => member.outbox.cancel(clientId),
    act: (messageId, type) => currentThread().act(messageId, { type }),
    react: (messageId, emoji) => currentThread().act(messageId, { type: 'react', emoji }),
    attach(next) {
      for (const stop of stops) stop();
      recorder.cancel();
      search.close();
      thread.leave();
      member = next;
      connect();
      if (isOpen) thread.open(options.recorder.clock.now());
    },
    forgetDraft: composer.reset,
    close: lifecycle.destroy,
  };
}
