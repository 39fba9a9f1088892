import { errorResponse } from '@openbell/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { me, message, messageFrame, other } from '../../core/chat/support.ts';
import { deliver, layOut, open, settleAll } from './support.tsx';

beforeEach(layOut);

describe('ChatScreen', () => {
  it('shows the list and the messages with one socket in StrictMode', async () => {
    const { rig } = await open((server) => {
      server.post(other, 'hello https://a.example');
      server.post(me, 'my answer');
    });
    expect(rig.sockets.live()).toHaveLength(1);
    expect(screen.getByRole('link', { name: /Scalpers/ })).toBeTruthy();
    const log = screen.getByRole('log', { name: 'Messages' });
    expect(within(log).getAllByRole('article')).toHaveLength(2);
    expect(within(log).getByRole('link', { name: 'https://a.example' }).getAttribute('rel')).toContain(
      'noopener',
    );
    expect(within(log).getByRole('img', { name: 'Sent' })).toBeTruthy();
    expect(within(log).getByText('Start the conversation!')).toBeTruthy();
  });

  it('has no composer, actions or reactions when read-only [offline.read-only]', async () => {
    const { user } = await open((server) => void server.post(other, 'saved before'), { isReadOnly: true });
    const row = screen.getByRole('article');
    expect(row.textContent).toContain('saved before');
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Message actions' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Chat details' })).toBeNull();
    expect(screen.getByText('You are offline. You can read the messages saved on this device.')).toBeTruthy();
    act(() => row.focus());
    await user.keyboard('{Enter}e');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(within(row).queryAllByRole('button')).toEqual([]);
  });

  it('clips stacked combining marks, and no other text', async () => {
    await open((server) => {
      server.post(other, 'Tiếng Việt, ไม่ใช่, नमस्ते');
      server.post(other, `Z${'\u0300\u0301\u0302'.repeat(9)}`);
    });
    const stacked = [...document.querySelectorAll('.ob-message-text')].map((text) =>
      text.hasAttribute('data-stacked'),
    );
    expect(stacked).toEqual([false, true]);
  });

  it('sends on Enter and adds a line on Shift+Enter [chat.enter]', async () => {
    const { server, rig, user } = await open();
    const box = screen.getByRole('textbox', { name: 'Message' });
    await user.type(box, 'two{Shift>}{Enter}{/Shift}lines{Enter}');
    await settleAll(rig, server);
    expect(server.messages().map((one) => one.message)).toEqual(['two\nlines']);
    expect((box as HTMLTextAreaElement).value).toBe('');
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('shows an error when an empty message is sent [chat.empty-message]', async () => {
    const { rig, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert').textContent).toBe('Please enter a message or select a file to send.');
    expect(rig.api.requests.some(({ input }) => input.body !== undefined)).toBe(false);
  });

  it("shows 'X is typing...' until it expires, and 'N users are typing...' for more [chat.typing-line]", async () => {
    const { rig } = await open((server) => void server.post(other, 'hi'));
    const line = () => document.querySelector('[data-part="typing"]')?.textContent;
    await deliver(rig, { type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true });
    expect(line()).toBe('Grace is typing...');
    expect(screen.getByText('Typing...')).toBeTruthy();
    await act(async () => {
      await rig.time.advance(3000);
      await rig.time.frame();
    });
    expect(screen.queryByText('Typing...')).toBeNull();
    expect(line()).toBe('Grace is typing...');
    await act(async () => {
      await rig.time.advance(2000);
      await rig.time.frame();
    });
    expect(line()).toBe('');
  });

  it("loads up to 'Start the conversation!' with 'More Messages' [chat.more-messages]", async () => {
    const { server, rig, user } = await open((model) => {
      for (let index = 0; index < 60; index += 1) model.post(other, `message ${index}`);
    });
    expect(screen.queryByText('Start the conversation!')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More Messages' }));
    await settleAll(rig, server);
    expect(screen.queryByRole('button', { name: 'More Messages' })).toBeNull();
    expect(screen.getByText('Start the conversation!')).toBeTruthy();
  });

  it('moves with arrow keys from the empty composer through the messages and back [chat.arrow-keys]', async () => {
    const { user } = await open((model) => {
      for (const text of ['first', 'second']) model.post(other, text);
    });
    const box = screen.getByRole('textbox', { name: 'Message' });
    const [first, second] = screen.getAllByRole('article');
    box.focus();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(first);
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(first);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(box);
  });

  it('replies on R, with a bar that names the sender and can be closed [chat.reply-bar]', async () => {
    const { server, rig, user } = await open((model) => void model.post(other, 'what do you think?'));
    const article = screen.getByRole('article');
    article.focus();
    await user.keyboard('r');
    expect(screen.getByText('Reply to Grace')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
    await user.click(screen.getByRole('button', { name: 'Cancel reply' }));
    expect(screen.queryByText('Reply to Grace')).toBeNull();
    article.focus();
    await user.keyboard('r');
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'a lot{Enter}');
    await settleAll(rig, server);
    const post = rig.api.requests.find(({ input }) => input.body !== undefined);
    expect(post?.input.body).toMatchObject({ message: 'a lot', reply_id: server.messages()[0]?.id });
    expect(screen.queryByText('Reply to Grace')).toBeNull();
  });

  it('offers Retry and Discard for a failed message [chat.failed-mark]', async () => {
    const { server, rig, user } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'no{Enter}');
    await act(async () => {
      await rig.api.latest('/web/chat/{id}').respond(errorResponse(422, { message: 'Not so.' }));
      await rig.time.frame();
    });
    expect(screen.getByText('Not sent: Not so.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await settleAll(rig, server);
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    expect(server.messages()).toHaveLength(1);
  });

  it('lets the sender unsend, and the receiver react, mute, block and report', async () => {
    const { user } = await open((server) => {
      server.post(other, 'theirs');
      server.post(me, 'mine');
    });
    const [theirs, mine] = screen.getAllByRole('button', { name: 'Message actions' });
    await user.click(theirs as HTMLElement);
    const items = (): (string | null)[] => screen.getAllByRole('menuitem').map((item) => item.textContent);
    await waitFor(() =>
      expect(items()).toEqual(['Reply', 'Copy', 'Delete for me', 'React', 'Mute', 'Block', 'Report']),
    );
    await user.keyboard('{Escape}');
    await user.click(mine as HTMLElement);
    await waitFor(() => expect(items()).toEqual(['Reply', 'Copy', 'Delete for me', 'Unsend']));
  });

  it('keeps the five quick reactions open after the menu has closed [chat.quick-reactions]', async () => {
    const { rig, user } = await open((model) => void model.post(other, 'what do you think?'));
    await user.click(screen.getByRole('button', { name: 'Message actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'React' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    const offered = within(screen.getByRole('group', { name: 'React' })).getAllByRole('button');
    expect(offered.map((button) => button.textContent)).toEqual(['😍', '😂', '😢', '😡', '👍']);
    await user.click(screen.getByRole('button', { name: '😂' }));
    const { input } = rig.api.latest('/web/chat/{messageId}/action');
    expect(input.body).toEqual({ type: 'react', emoji: '😂' });
    expect(screen.queryByRole('group', { name: 'React' })).toBeNull();
  });

  it('asks for confirmation before reporting [chat.report-confirmation]', async () => {
    const { rig, user } = await open((server) => void server.post(other, 'theirs'));
    await user.click(screen.getByRole('button', { name: 'Message actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Are you sure you want to report this message?');
    expect(dialog.textContent).toContain('This action will be reviewed by the admin.');
    await user.click(within(dialog).getByRole('button', { name: 'Report' }));
    expect(rig.api.latest('/web/chat/{messageId}/action').input.body).toEqual({ type: 'report' });
  });

  it('returns the focus to the details button when the side panel is closed', async () => {
    const { user } = await open();
    const details = screen.getByRole('button', { name: 'Chat details' });
    await user.click(details);
    screen.getByRole('button', { name: 'Close details' }).focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(details);
  });

  it('keeps the focus in the chat when the side panel has loaded all older files', async () => {
    const { server, rig, user } = await open((model) => {
      for (let index = 0; index < 60; index += 1) model.post(other, `message ${index}`);
    });
    await user.click(screen.getByRole('button', { name: 'Chat details' }));
    const panel = within(screen.getByRole('complementary'));
    await user.click(panel.getByRole('button', { name: 'Load older files' }));
    await settleAll(rig, server);
    expect(panel.queryByRole('button', { name: 'Load older files' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Scalpers' }));
  });

  it('shows the failure of a reaction again when it fails again', async () => {
    const { rig, user } = await open((model) => void model.post(other, 'theirs'));
    const react = async (): Promise<void> => {
      await user.click(screen.getByRole('button', { name: 'Message actions' }));
      await user.click(await screen.findByRole('menuitem', { name: 'React' }));
      await user.click(await screen.findByRole('button', { name: '😂' }));
    };
    const refuse = () =>
      act(() => rig.api.latest('/web/chat/{messageId}/action').respond(errorResponse(500)));
    await react();
    await refuse();
    expect(screen.getByRole('alert').textContent).toBe('That did not work. Please try again.');
    await react();
    expect(screen.queryByRole('alert')).toBeNull();
    await refuse();
    expect(screen.getByRole('alert').textContent).toBe('That did not work. Please try again.');
  });

  it('removes the notice of a copied text after 8 seconds', async () => {
    const { user } = await open((model) => void model.post(other, 'theirs'));
    const writeText = vi.fn(async () => {});
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
    await user.click(screen.getByRole('button', { name: 'Message actions' }));
    const copy = await screen.findByRole('menuitem', { name: 'Copy' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await act(async () => fireEvent.click(copy));
    expect(writeText).toHaveBeenCalledWith('theirs');
    expect(screen.getByRole('alert').textContent).toBe('Copied');
    act(() => void vi.advanceTimersByTime(8000));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a line without reactions for unsent and blocked messages [chat.unsent-text]', async () => {
    const { rig } = await open((server) => {
      server.post(other, 'theirs');
      server.post(me, 'mine');
    });
    const unsent = message(16, { sender: me, delete_from_everyone: true, message: '' });
    await deliver(rig, messageFrame(unsent, false));
    await deliver(rig, messageFrame(message(13, { is_block: true, message: '' }), false));
    expect(screen.getByText('You unsend this message')).toBeTruthy();
    expect(screen.getByText('This user has been blocked by you.')).toBeTruthy();
  });
});
