import { createEmoji } from '@openbell/core/chat/emoji';
import { createMemoryStorage } from '@openbell/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { other } from '../../core/chat/support.ts';
import { layOut, open, settleAll } from './support.tsx';

beforeEach(layOut);
beforeEach(() => {
  // jsdom has none.
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
});

const files: Readonly<Record<string, unknown>> = {
  '/emoji/en/data.json': [
    { emoji: '😄', label: 'grinning', hexcode: '1F604', version: 1, group: 0, order: 1 },
    { emoji: '😏', label: 'smirking', hexcode: '1F60F', version: 1, group: 0, order: 2 },
    {
      emoji: '✋',
      label: 'raised hand',
      hexcode: '270B',
      version: 1,
      group: 0,
      order: 4,
      skins: [1, 2, 3, 4, 5].map((tone) => ({ emoji: `✋${String.fromCodePoint(0x1f3fa + tone)}`, tone })),
    },
    { emoji: '🚀', label: 'rocket', hexcode: '1F680', version: 1, group: 5, order: 3 },
  ],
  '/emoji/en/messages.json': {
    groups: [
      { key: 'smileys-emotion', message: 'smileys & emotion', order: 0 },
      { key: 'travel-places', message: 'travel & places', order: 5 },
    ],
  },
  '/emoji/en/shortcodes/github.json': {
    '1F604': 'smile',
    '1F60F': 'smirk',
    '1F680': 'rocket',
    '270B': 'raised_hand',
  },
};

function someEmoji({ isBroken = false } = {}) {
  const server = { isBroken, requests: 0 };
  const emoji = createEmoji({
    url: '/emoji',
    storage: createMemoryStorage(),
    fetch: async (url) => {
      server.requests += 1;
      return server.isBroken ? new Response('', { status: 500 }) : Response.json(files[String(url)]);
    },
  });
  return { emoji, server };
}

const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' });
const options = (): (string | null)[] => screen.queryAllByRole('option').map((one) => one.textContent);

describe('the name of an emoji', () => {
  it('offers emoji after a colon and two letters, and inserts the chosen one [chat.emoji-name]', async () => {
    const { emoji, server } = someEmoji();
    const { user } = await open(undefined, { emoji });
    await user.type(box(), 'up :s');
    expect(server.requests).toBe(0);
    await user.type(box(), 'm');
    await waitFor(() => expect(options()).toEqual(['😄 :smile:', '😏 :smirk:']));
    expect(screen.getByRole('listbox', { name: 'Emoji' })).toBeTruthy();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { selected: true }).id).toBe(
      box().getAttribute('aria-activedescendant'),
    );
    await user.keyboard('{Enter}');
    expect(box().value).toBe('up 😏');
    expect(box().selectionStart).toBe(box().value.length);
    expect(options()).toEqual([]);
    await user.type(box(), ' :rock{Tab}!');
    expect(box().value).toBe('up 😏 🚀!');
    expect(document.activeElement).toBe(box());
  });

  it('closes on Escape, and Enter sends the text as it is [chat.emoji-name]', async () => {
    const { rig, server, user } = await open(undefined, { emoji: someEmoji().emoji });
    await user.type(box(), ':smi');
    await waitFor(() => expect(options()).toHaveLength(2));
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    await user.keyboard('{Enter}');
    await settleAll(rig, server);
    expect(server.messages().map(({ message }) => message)).toEqual([':smi']);
  });

  it('stays closed on Escape until the next word or message [chat.emoji-name]', async () => {
    const { rig, server, user } = await open(undefined, { emoji: someEmoji().emoji });
    await user.type(box(), ':sm');
    await waitFor(() => expect(options()).toHaveLength(2));
    await user.keyboard('{Escape}');
    await user.type(box(), 'i');
    expect(options()).toEqual([]);
    await user.type(box(), '{Backspace}{Backspace}mi');
    expect(options()).toEqual([]);
    await user.type(box(), ' :sm');
    expect(options()).toHaveLength(2);
    await user.keyboard('{Escape}{Enter}');
    await settleAll(rig, server);
    await user.type(box(), ':sm');
    expect(options()).toHaveLength(2);
  });

  it('leaves Enter to an input method, and times and URLs alone [chat.emoji-name]', async () => {
    const { emoji, server } = someEmoji();
    const { user } = await open(undefined, { emoji });
    await user.type(box(), 'at 10:30 see https://a.test');
    expect(server.requests).toBe(0);
    await user.clear(box());
    await user.type(box(), ':smile');
    await waitFor(() => expect(options()).toHaveLength(1));
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true, keyCode: 229 });
    expect(box().value).toBe(':smile');
  });
});

describe('the emoji picker', () => {
  it('is not offered without emoji', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Emoji' })).toBeNull();
  });

  it('loads when opened, inserts at the caret and returns the focus [chat.emoji-picker]', async () => {
    const { emoji, server } = someEmoji();
    emoji.addRecent('🚀');
    const { user } = await open(undefined, { emoji });
    await user.type(box(), 'to the moon');
    box().setSelectionRange(2, 2);
    expect(server.requests).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    await screen.findByRole('dialog', { name: 'Emoji' });
    await user.click(await screen.findByRole('button', { name: '🚀' }));
    expect(box().value).toBe('to🚀 the moon');
    await waitFor(() => expect(document.activeElement).toBe(box()));
    expect(box().selectionStart).toBe(4);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows that the emoji did not load, and loads them again [chat.emoji-picker]', async () => {
    const { emoji, server } = someEmoji({ isBroken: true });
    const { user } = await open(undefined, { emoji });
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The emoji could not be loaded.');
    server.isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('searchbox', { name: 'Search emoji' })).toBeTruthy();
  });

  it('leaves Enter to an input method [chat.emoji-picker]', async () => {
    // jsdom has none.
    Element.prototype.scrollIntoView = () => {};
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
    const { user } = await open(undefined, { emoji: someEmoji().emoji });
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    const search = await screen.findByRole('searchbox', { name: 'Search emoji' });
    await user.type(search, 'rocket');
    await screen.findByRole('gridcell', { name: /rocket/i });
    fireEvent.keyDown(search, { key: 'Enter', isComposing: true, keyCode: 229 });
    expect(box().value).toBe('');
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(box().value).toBe('🚀');
  });

  it('returns the focus to the text on Escape [chat.emoji-picker]', async () => {
    const { user } = await open(undefined, { emoji: someEmoji().emoji });
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(box()));
  });

  it('shows the chosen skin tone again when it is opened again [chat.emoji-recent]', async () => {
    const { emoji } = someEmoji();
    const { user } = await open(undefined, { emoji });
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    expect((await screen.findByRole('radio', { name: 'Dark' })).matches(':checked')).toBe(true);
    expect(emoji.$state.get().skinTone).toBe('dark');
  });
});

describe('reactions', () => {
  it('reacts with any emoji of the picker [chat.react-any]', async () => {
    const { emoji } = someEmoji();
    emoji.addRecent('🚀');
    const { rig, user } = await open(
      (model) => {
        model.post(other, 'Calls at open');
      },
      { emoji },
    );
    screen.getByRole('article', { name: /^Grace/ }).focus();
    await user.keyboard('e');
    await user.click(screen.getByRole('button', { name: 'More emoji' }));
    await user.click(await screen.findByRole('button', { name: '🚀' }));
    expect(rig.api.latest('/web/chat/{messageId}/action').input.body).toEqual({ type: 'react', emoji: '🚀' });
  });
});
