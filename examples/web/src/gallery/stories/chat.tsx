import type { Openbell } from '@openbell/core';
import { itemKey } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { useThread } from '@openbell/react-hooks';
import {
  ChatList,
  type ChatListProps,
  ChatScreen,
  ChatView,
  Composer,
  MessageLog,
  MessageRow,
  type RowActions,
  type RowTool,
  TypingLine,
} from '@openbell/ui';
import type { ReactNode } from 'react';
import { type Responses, Stage } from '../Stage.tsx';
import { chat, message, messages, people } from '../sample-data.ts';
import { long, nothing, rtl, type Story, unbroken } from '../story.ts';

const responses: Responses = {
  '/web/chats': { body: { data: [chat] } },
  '/web/chat/7': { body: { data: chat } },
};
const empty: Responses = { ...responses, '/web/chat/7': { body: { data: { ...chat, messages: [] } } } };
const notFound: Responses = { ...responses, '/web/chat/7': { status: 404, body: { message: 'Not found.' } } };
const refused: Responses = {
  '/web/chats': { status: 500, body: {} },
  '/web/chat/7': { status: 500, body: {} },
};

const actions: RowActions = {
  onAction: nothing,
  onReact: nothing,
  onRetry: nothing,
  onDiscard: nothing,
  onCancel: nothing,
  onZoom: nothing,
  onDownload: async () => true,
  onRenew: nothing,
  onQuote: nothing,
  onFailed: nothing,
};

const openMenu: RowTool = { key: itemKey(message(2)), kind: 'menu', isOpen: true };

const row = (item: Message, parts: Partial<Parameters<typeof MessageRow>[0]> = {}): ReactNode => (
  <MessageRow
    key={item.id}
    item={item}
    viewerId={1}
    actions={actions}
    startsDay={false}
    startsGroup
    startsUnread={false}
    tool={null}
    onTool={nothing}
    {...parts}
  />
);

function Log({ openbell }: { openbell: Openbell }) {
  const { state, thread } = useThread(openbell.groupChat, 7);
  return <MessageLog thread={thread} state={state} viewerId={1} actions={actions} />;
}

const framed = (
  child: (openbell: Openbell) => ReactNode,
  played: Responses,
  arrange?: (openbell: Openbell) => unknown,
) => (
  <Stage as={people.subscriber} responses={played} {...(arrange ? { arrange } : {})}>
    {(openbell) => <div className="gallery-frame">{child(openbell)}</div>}
  </Stage>
);
const view = (played: Responses) =>
  framed(({ groupChat }) => <ChatView chat={groupChat} chatId={7} onBack={nothing} />, played);
const screen = (played: Responses, chatId: number | null = 7) =>
  framed(() => <ChatScreen chatType="GR" chatId={chatId} hrefOf={(id) => `#chat-${id}`} />, played);
const composer =
  (arrange: (openbell: Openbell) => unknown): Story['draw'] =>
  () => (
    <Stage as={people.subscriber} responses={responses} arrange={arrange}>
      {({ groupChat }) => <Composer thread={groupChat.thread(7)} />}
    </Stage>
  );

const rows: ChatListProps['chats'] = [
  { ...chat, isTyping: false },
  { ...chat, id: 8, name: long, unread_count: 240, isTyping: true },
  { ...chat, id: 9, name: rtl, mute: true, unread_count: 0, isTyping: false },
  { ...chat, id: 10, name: unbroken, unread_count: 0, last_msg: null, isTyping: false },
];
const list = (status: ChatListProps['status'], chats: ChatListProps['chats']) => (
  <ChatList
    status={status}
    chats={chats}
    currentId={7}
    heading="Chats"
    hrefOf={(id) => `#chat-${id}`}
    onRetry={nothing}
  />
);

export const chatStories: readonly Story[] = [
  { of: ['ChatList'], state: 'unread, typing, muted, long names', draw: () => list('ready', rows) },
  ...(['loading', 'failed', 'ready'] as const).map(
    (status): Story => ({
      of: ['ChatList'],
      state: status === 'ready' ? 'empty' : status,
      draw: () => list(status, []),
    }),
  ),
  {
    of: ['MessageRow'],
    state: 'each kind and fate',
    wide: true,
    draw: () => <div className="gallery-stack">{messages.map((item) => row(item))}</div>,
  },
  {
    of: ['MessageRow'],
    state: 'a new day, new messages, highlighted, searched for',
    wide: true,
    draw: () => (
      <div className="gallery-stack">
        {row(message(30), { startsDay: true, startsUnread: true })}
        {row(message(31), { isHighlighted: true })}
        {row(message(32), { query: 'range' })}
      </div>
    ),
  },
  {
    of: ['MessageRow'],
    state: 'somebody else’s, with its menu',
    over: true,
    draw: () => row(message(2), { viewerId: 1, tool: openMenu }),
  },
  {
    of: ['MessageRow'],
    state: 'one’s own, with its menu',
    over: true,
    draw: () => row(message(2), { viewerId: 2, tool: openMenu }),
  },
  {
    of: ['TypingLine'],
    state: 'one, three',
    draw: () => {
      const people = [1, 2, 3].map((id) => ({ id, first_name: 'Grace', dp: null }));
      return (
        <div className="gallery-stack">
          <TypingLine people={people.slice(0, 1)} />
          <TypingLine people={people} />
        </div>
      );
    },
  },
  { of: ['Composer'], state: 'empty', draw: composer(nothing) },
  {
    of: ['Composer'],
    state: 'an answer, with files',
    draw: composer(({ groupChat }) => {
      const { composer: box } = groupChat.thread(7);
      box.setText(`${long}\n${rtl}`);
      box.reply(message(2));
      box.attach([new File(['a'], 'Opening range worksheet.pdf', { type: 'application/pdf' })]);
    }),
  },
  {
    of: ['Composer'],
    state: 'nothing to send',
    draw: composer(({ groupChat }) => groupChat.thread(7).composer.submit()),
  },
  {
    of: ['MessageLog'],
    state: 'ready',
    wide: true,
    draw: () => framed((openbell) => <Log openbell={openbell} />, responses),
  },
  {
    of: ['MessageLog'],
    state: 'empty',
    draw: () => framed((openbell) => <Log openbell={openbell} />, empty),
  },
  { of: ['MessageLog'], state: 'loading', draw: () => framed((openbell) => <Log openbell={openbell} />, {}) },
  {
    of: ['MessageLog'],
    state: 'failed',
    draw: () => framed((openbell) => <Log openbell={openbell} />, refused),
  },
  { of: ['ChatView'], state: 'ready', wide: true, draw: () => view(responses) },
  { of: ['ChatView'], state: 'missing', draw: () => view(notFound) },
  { of: ['ChatScreen'], state: 'list and chat', wide: true, draw: () => screen(responses) },
  { of: ['ChatScreen'], state: 'no chat is open', wide: true, draw: () => screen(responses, null) },
];
