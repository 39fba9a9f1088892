// What a chat shows of messages, members and chats with missing values.

import { chatResponseSchema, readWire } from '@openbell/core/contract';
import { okResponse } from '@openbell/testing';
import { ChatList, ChatScreen } from '@openbell/ui/chat';
import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { chatOf, createRig, message, other } from '../../core/chat/support.ts';
import { deliver, layOut, open, settleAll } from './support.tsx';

beforeEach(layOut);

const frame = (part: object) => ({
  type: 'WebFetchMessage',
  user_id: 2,
  isScroll: true,
  message: { ...message(40), ...part },
});
const articles = () => screen.getAllByRole('article');

it('shows a message without sender and time as from an unknown member [entity.missing]', async () => {
  const { rig } = await open((server) => void server.post(other, 'before'));
  await deliver(rig, frame({ message: 'SPY 580C at 3.10', sender: null, created_at: null }));
  const row = articles().at(-1) as HTMLElement;
  expect(row.getAttribute('aria-label')).toBe('Unknown member');
  expect(within(row).getByText('SPY 580C at 3.10')).toBeTruthy();
  expect(within(row).getByText('Unknown member')).toBeTruthy();
  expect(row.querySelector('time')).toBeNull();
});

it('shows messages of a page without id, chat_id, sender and date, in their order [entity.local-id]', async () => {
  const { rig, server } = await open();
  const { id: _, chat_id: __, ...bare } = message(2, { message: 'second' });
  const third = { message: 'third', sender: { first_name: 'Grace' }, created_at: 'soon' };
  const messages = [message(1, { message: 'first' }), bare, third, message(3, { message: 'fourth' })];
  const page = readWire(chatResponseSchema, { data: { ...chatOf(), messages } });
  rig.api.script('/web/chat/{id}', () => okResponse(page.ok ? page.value : null));
  void rig.chat.thread(7).reload();
  await settleAll(rig, server);
  const texts = articles().map(({ textContent }) =>
    ['first', 'second', 'third', 'fourth'].find((one) => textContent?.includes(one)),
  );
  expect(texts).toEqual(['first', 'second', 'third', 'fourth']);
});

it('shows a file without a URL by its name, without a download [entity.missing]', async () => {
  const { rig } = await open((server) => void server.post(other, 'before'));
  await deliver(rig, frame({ message: '', message_type: 'IMG', media: [{ file: null, name: 'range.png' }] }));
  const row = articles().at(-1) as HTMLElement;
  expect(within(row).getByText('range.png')).toBeTruthy();
  expect(row.querySelector('img')).toBeNull();
  expect(within(row).queryByRole('button', { name: /Download/ })).toBeNull();
});

it('looks for a message that a frame attributes to no chat [entity.missing]', async () => {
  const { rig, server } = await open((server) => void server.post(other, 'before'));
  server.post(other, 'in no chat');
  await deliver(rig, frame({ chat_id: null, message: 'in no chat' }));
  await settleAll(rig, server);
  expect(articles().at(-1)?.textContent).toContain('in no chat');
});

it('opens the first chat that has an id of the server [entity.local-id]', async () => {
  const rig = createRig();
  rig.api.script('/web/chats', () => okResponse({ data: [chatOf({ id: -3 }), chatOf({ id: 9 })] }));
  const opened: number[] = [];
  render(
    <ChatScreen
      chatType="GR"
      chatId={null}
      hrefOf={(id) => `/chat/${id}`}
      onFirst={(id) => opened.push(id)}
      instance={rig.chat}
    />,
  );
  await act(() => rig.time.frame());
  expect(opened).toEqual([9]);
});

it('lists a chat without id, name and time as text without a link [entity.missing] [entity.local-id]', () => {
  const last_msg = { message: 'see you', created_at: null, message_type: 'TXT' };
  const { messages: _, first_message_id: __, ...chat } = { ...chatOf(), id: -3, name: '', last_msg };
  render(
    <ChatList
      status="ready"
      chats={[{ ...chat, isTyping: false }]}
      currentId={null}
      heading="Chats"
      hrefOf={(id) => `/chat/${id}`}
      onRetry={() => {}}
    />,
  );
  const item = screen.getByRole('listitem');
  expect(within(item).getByText('Unnamed chat')).toBeTruthy();
  expect(within(item).getByText('see you')).toBeTruthy();
  expect(item.querySelector('time')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
