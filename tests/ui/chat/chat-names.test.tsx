// Accessible names in a chat, and texts of messages without content.
import type { QuotedMessage } from '@openbell/core/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { me, message, messageFrame, other } from '../../core/chat/support.ts';
import { deliver, layOut, open } from './support.tsx';

beforeEach(layOut);

describe('accessible names', () => {
  it('names the log, its articles, the text box with mentions, the ticks and the header [chat.names] [chat.header]', async () => {
    const { user } = await open((server) => {
      server.post(other, 'theirs');
      server.post(me, 'one');
      server.post(me, 'two', null, { delivered_to_all: true });
      server.post(me, 'three', null, { delivered_to_all: true, seen_by_all: true });
    });
    const log = screen.getByRole('log', { name: 'Messages' });
    const articles = within(log).getAllByRole('article');
    expect(articles.map((article) => article.textContent?.includes('theirs'))).toContain(true);
    expect(articles[0]?.getAttribute('aria-label')).toMatch(/^Grace, /);
    for (const name of ['Sent', 'Delivered', 'Seen'])
      expect(within(log).getAllByRole('img', { name })).toHaveLength(1);
    expect(within(log).getAllByRole('button', { name: 'Message actions' })).toHaveLength(4);
    const view = screen.getByRole('region', { name: 'Scalpers' });
    expect(within(view).getByRole('heading', { name: 'Scalpers' })).toBeTruthy();
    const box = screen.getByRole('textbox', { name: 'Message' });
    await user.type(box, 'hi @gr');
    expect(screen.getByRole('option', { name: 'Grace' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Message' })).toBe(box);
    expect((screen.getByRole('button', { name: 'Send' }) as HTMLButtonElement).disabled).toBe(false);
  });

  it('announces others’ new messages, but not own or older messages [chat.announcements]', async () => {
    const { rig } = await open((server) => void server.post(other, 'from before'));
    const announced = (): string =>
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join('|');
    expect(announced()).not.toContain('from before');
    await deliver(rig, messageFrame(message(40, { message: 'news' })));
    expect(announced()).toContain('Grace: news');
    await deliver(rig, messageFrame(message(41, { sender: me, message: 'from my other device' })));
    await deliver(rig, messageFrame(message(42, { is_block: true, message: '' })));
    await deliver(rig, messageFrame(message(3, { message: 'an older one' })));
    expect(announced()).toContain('Grace: news');
  });

  it.each([
    ['IMG', '', 'Grace: Photo'],
    ['AUD', 'voice-message.webm', 'Grace: Voice message'],
    ['PDF', 'plan.pdf', 'Grace: plan.pdf'],
    ['PDF', '', 'Grace: Document'],
  ])(
    'announces %s named %j without text as %s [chat.announcements]',
    async (message_type, name, announced) => {
      const { rig } = await open((server) => void server.post(other, 'from before'));
      const file = { file: '/media/a', name, size: 1, width: null, height: null };
      await deliver(rig, messageFrame(message(40, { message: '', message_type, media: [file] })));
      const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
      expect(statuses).toContain(announced);
    },
  );

  it('announces who is typing [chat.announcements]', async () => {
    const { rig } = await open((server) => void server.post(other, 'from before'));
    await deliver(rig, { type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true });
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Grace is typing...',
    );
  });
});

describe('replacement texts', () => {
  it('shows a notice without sender and ticks, and marks a forwarded message [chat.notice] [chat.forwarded]', async () => {
    await open((server) => {
      server.post(other, 'Nora joined the chat', null, { message_type: 'ACT' });
      server.post(other, 'passed on', null, { forwarded: true });
    });
    const [notice, passed] = screen.getAllByRole('article');
    expect(notice?.textContent).toBe('Nora joined the chat');
    expect(within(notice as HTMLElement).queryByRole('img')).toBeNull();
    expect(within(passed as HTMLElement).getByText('Forwarded')).toBeTruthy();
  });

  it('offers only Delete for me on a notice, by its button and the Enter key [chat.notice]', async () => {
    const { user } = await open(
      (server) => void server.post(other, 'Nora joined the chat', null, { message_type: 'ACT' }),
    );
    const notice = screen.getByRole('article', { name: 'Nora joined the chat' });
    const items = async () => (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    await user.click(within(notice).getByRole('button', { name: 'Message actions' }));
    expect(await items()).toEqual(['Delete for me']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    act(() => notice.focus());
    await user.keyboard('re');
    expect(screen.queryByRole('button', { name: /React/ })).toBeNull();
    await user.keyboard('{Enter}');
    expect(await items()).toEqual(['Delete for me']);
  });

  it('offers no actions on a notice where the chat is read-only [chat.notice]', async () => {
    const prepare: Parameters<typeof open>[0] = (server) =>
      void server.post(other, 'Nora joined the chat', null, { message_type: 'ACT' });
    await open(prepare, { isReadOnly: true });
    const notice = screen.getByRole('article', { name: 'Nora joined the chat' });
    expect(within(notice).queryByRole('button')).toBeNull();
    act(() => notice.focus());
    fireEvent.keyDown(notice, { key: 'Enter' });
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it("shows a quote's text, its kind or why it is missing; the viewer is You [chat.quote]", async () => {
    const quote = (parts: Partial<QuotedMessage>): QuotedMessage => ({
      id: 3,
      message: '',
      message_type: 'TXT',
      media: [],
      sender: other,
      delete_from_everyone: false,
      is_block: false,
      ...parts,
    });
    const file = { file: '/media/a', name: 'a.txt', size: 1, width: null, height: null };
    const cases: readonly [Partial<QuotedMessage>, string][] = [
      [{ message: 'the question' }, 'Gracethe question'],
      [{ message_type: 'IMG', media: [file] }, 'GracePhoto'],
      [{ media: [file] }, 'GraceDocument'],
      [{ delete_from_everyone: true }, 'GraceGrace unsend this message'],
      [{ delete_from_everyone: true, sender: me }, 'YouYou unsend this message'],
      [{ is_block: true }, 'GraceThis user has been blocked by you.'],
      [{}, 'GraceThis message is no longer available.'],
    ];
    await open((server) => {
      for (const [parts] of cases) server.post(other, 'an answer', null, { reply_to: quote(parts) });
    });
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(cases.length));
    const quotes = [...document.querySelectorAll('.ob-message-quote')].map(({ textContent }) => textContent);
    expect(quotes).toEqual(cases.map(([, text]) => text));
  });
});
