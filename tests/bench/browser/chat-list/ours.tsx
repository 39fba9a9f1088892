// Openbell: the message list of @openbell/ui with a thread of the chat engine.
import '@openbell/ui/styles.css';
import './ours.css';
import type { ApiClient } from '@openbell/core/api-client';
import { type ChatThread, createChat } from '@openbell/core/chat';
import type { Chat, Message } from '@openbell/core/contract';
import type { RealtimeEvents } from '@openbell/core/realtime';
import { useThread } from '@openbell/react-hooks';
import { createMemoryStorage, okResponse } from '@openbell/testing';
import { MessageLog, type RowActions } from '@openbell/ui/chat';
import { atom } from 'nanostores';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ListContender } from './contender.ts';
import { viewer } from './data.ts';

const chatId = 1;
const nothing = (): void => {};
const actions: RowActions = {
  onAction: nothing,
  onReact: nothing,
  onRetry: nothing,
  onDiscard: nothing,
  onCancel: nothing,
  onZoom: nothing,
  onDownload: async () => false,
  onRenew: nothing,
  onQuote: nothing,
  onFailed: nothing,
};

/** The next responses of the server. */
let newer: readonly Message[] = [];
let older: readonly Message[] = [];

function chatOf(messages: readonly Message[]): Chat {
  return {
    id: chatId,
    name: 'Scalpers',
    image: null,
    mute: false,
    unread_count: 0,
    first_message_id: messages[0]?.id ?? null,
    last_msg: null,
    messages,
    users: [{ user_id: viewer.id, user: viewer }],
    users_count: 1,
  };
}

const api: Pick<ApiClient, 'request'> = {
  async request(endpoint) {
    const data: Readonly<Record<string, unknown>> = {
      '/web/chats': { data: [chatOf([])] },
      '/web/chat/{id}': { data: chatOf(newer) },
      '/web/chat/{id}/more': { data: chatOf(older) },
    };
    return okResponse(data[endpoint.path] ?? {}) as never;
  },
};

const listeners = new Map<string, (event: never) => void>();
function emit<K extends keyof RealtimeEvents>(type: K, event: RealtimeEvents[K]): void {
  (listeners.get(type) as ((event: RealtimeEvents[K]) => void) | undefined)?.(event);
}

const chat = createChat({
  api,
  realtime: {
    $state: atom({ status: 'open', attempt: 0, reason: null }),
    start: () => nothing,
    send: () => true,
    on(type, listener) {
      listeners.set(type, listener as (event: never) => void);
      return nothing;
    },
  },
  session: { $user: atom({ id: viewer.id }) },
  chatType: 'GR',
  storage: createMemoryStorage(),
});
const thread: ChatThread = chat.thread(chatId);

function List(): ReactNode {
  const { state } = useThread(chat, chatId);
  return <MessageLog thread={thread} state={state} viewerId={viewer.id} actions={actions} />;
}

export const contender: ListContender = {
  async prepare(messages) {
    newer = messages;
    chat.start();
    emit('opened', { isFirst: true });
    thread.open();
    await new Promise<void>((done) => {
      const off = thread.$state.subscribe(({ status }) => {
        if (status !== 'ready') return;
        queueMicrotask(() => off());
        done();
      });
    });
    newer = [];
  },
  mount: (host) => createRoot(host).render(<List />),
  append: (message) =>
    emit('WebFetchMessage', { type: 'WebFetchMessage', user_id: 2, message, isScroll: true }),
  prepend(messages) {
    older = messages;
    void thread.loadOlder();
  },
  scroller: '.ob-chat-log',
  row: '.ob-chat-row',
};
