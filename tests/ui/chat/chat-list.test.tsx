import type { ChatRow } from '@openbell/core/chat';
import { okResponse } from '@openbell/testing';
import { ChatList, ChatScreen } from '@openbell/ui/chat';
import { act, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { chatOf, createRig, me, other } from '../../core/chat/support.ts';

const row = (parts: Partial<ChatRow> = {}): ChatRow => ({
  id: 7,
  name: 'Scalpers',
  image: null,
  mute: false,
  unread_count: 0,
  last_msg: { message: 'see you at the bell', created_at: '2026-11-21T15:30:00Z', message_type: 'TXT' },
  users_count: null,
  users: [
    { user_id: 1, user: me },
    { user_id: 2, user: other },
  ],
  isTyping: false,
  ...parts,
});

function draw(chats: readonly ChatRow[], status: 'loading' | 'ready' = 'ready'): void {
  const onRetry = (): void => {};
  render(
    <ChatList
      status={status}
      chats={chats}
      currentId={null}
      heading="Chats"
      hrefOf={(id) => `/chat/${id}`}
      onRetry={onRetry}
    />,
  );
}

describe('chat list', () => {
  it('shows name, last message or Typing..., time and unread count, with a bold name [chat.list-row]', () => {
    draw([row({ unread_count: 3 }), row({ id: 8, name: 'Swing', isTyping: true })]);
    const [first, second] = screen.getAllByRole('link');
    expect(first?.getAttribute('href')).toBe('/chat/7');
    expect(within(first as HTMLElement).getByText('see you at the bell')).toBeTruthy();
    expect(within(first as HTMLElement).getByText(/^21 Nov 2026 \d\d:\d\d [ap]m$/)).toBeTruthy();
    expect(within(first as HTMLElement).getByText('3 unread')).toBeTruthy();
    expect(
      within(first as HTMLElement)
        .getByText('Scalpers')
        .hasAttribute('data-unread'),
    ).toBe(true);
    expect(within(second as HTMLElement).getByText('Typing...')).toBeTruthy();
    expect(within(second as HTMLElement).queryByText('see you at the bell')).toBeNull();
    expect(
      within(second as HTMLElement)
        .getByText('Swing')
        .hasAttribute('data-unread'),
    ).toBe(false);
  });

  it('shows and announces a mute icon next to the count of a muted chat [chat.list-muted]', () => {
    draw([row({ mute: true, unread_count: 3 })]);
    const link = screen.getByRole('link', { name: /muted, 3 unread/ });
    expect(link.querySelector('svg')).toBeTruthy();
    expect(within(link).queryByText('3')).toBeNull();
  });

  it('shows a spinner until chats load [chat.list-spinner]', () => {
    draw([], 'loading');
    expect(screen.getByRole('status').textContent).toContain('Loading chats');
  });

  it('opens the first chat when the address names none [chat.first-chat]', async () => {
    const rig = createRig();
    rig.api.script('/web/chats', () => okResponse({ data: [chatOf({ id: 9 }), chatOf()] }));
    const onFirst = vi.fn();
    render(
      <ChatScreen
        chatType="GR"
        chatId={null}
        hrefOf={(id) => `/chat/${id}`}
        onFirst={onFirst}
        instance={rig.chat}
      />,
    );
    await act(() => rig.time.frame());
    expect(onFirst).toHaveBeenCalledWith(9);
  });
});
