import { createTexts } from '@openbell/core/catalogue';
import { useSession } from '@openbell/react-hooks';
import {
  AppShell,
  type Command,
  CommandPalette,
  type CommandPaletteProps,
  paletteCommands,
  rankCommands,
} from '@openbell/ui/shell';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { enter, openApp, USER } from '../account/account-support.tsx';

const text = createTexts();
const page = (label: string, id = label): Command => ({ id, group: 'pages', label, href: `/${id}` });
const labels = (commands: readonly Command[]): string[] => commands.map(({ label }) => label);
const chats = [
  { id: 7, name: 'Opening Range', kind: 'GR' },
  { id: 9, name: 'Maya and Sam', kind: 'PR' },
] as const;

describe('ranking', () => {
  const all = ['Dashboard', 'Personal Chat', 'Group Chat', 'Market Data', 'Courses'].map((label) =>
    page(label),
  );

  it('orders by full name, prefix, word, substring, then letters in order', () => {
    const five = ['A chart of it', 'Attach', 'Group Chat', 'Chatter', 'Chat'].map((label) => page(label));
    expect(labels(rankCommands(five, 'chat'))).toEqual(['Chat', 'Chatter', 'Group Chat', 'A chart of it']);
    expect(labels(rankCommands(all, 'mkd'))).toEqual(['Market Data']);
    expect(labels(rankCommands([page('Zoë’s desk')], ' ZOE ’'))).toEqual([]);
    expect(labels(rankCommands([page('Zoë  Ann')], 'zoe an'))).toEqual(['Zoë  Ann']);
  });

  it('returns all commands in order when the query is empty or matches all', () => {
    const same = Array.from({ length: 40 }, (_, id) => page('Chat', String(id)));
    expect(rankCommands(all, '  ')).toEqual(all);
    expect(rankCommands(same, 'chat')).toEqual(same);
  });

  it('returns no unknown or duplicate commands, and finds a name by any prefix', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 10 }), fc.string(), (names, query) => {
        const commands = names.map((name, index) => page(name, String(index)));
        const found = rankCommands(commands, query);
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((one) => commands.includes(one))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8})?$/), fc.nat(), (name, length) => {
        const beginning = name.slice(0, (length % name.length) + 1);
        expect(labels(rankCommands([page(name)], beginning))).toEqual([name]);
      }),
    );
  });
});

describe('available commands', () => {
  it('contain no premium page, chat or ticker for members without a plan [palette.premium]', () => {
    const offered = paletteCommands(text, '', { isSubscribed: false, chats });
    expect(labels(offered)).toEqual(['Dashboard', 'Courses', 'Profile', 'Edit profile']);
    expect(paletteCommands(text, 'SPY', { isSubscribed: false, chats })).toEqual([]);
    const hidden = ['market-data'] as const;
    expect(paletteCommands(text, 'SPY', { isSubscribed: true, chats: [], hidden })).toEqual([]);
  });

  it('contain pages, chats of both kinds and a ticker for subscribers [palette.places]', () => {
    const find = (query: string) =>
      paletteCommands(text, query, { isSubscribed: true, chats }).map(({ href }) => href);
    expect(find('alerts')[0]).toBe('/site-alerts');
    expect(find('range')[0]).toBe('/chat/7');
    expect(find('maya')[0]).toBe('/personal-chat/9');
    expect(find('spy')).toEqual(
      ['details', 'graph', 'time-sales', 'trade-flash'].map((tab) => `/market-data?tab=${tab}&ticker=SPY`),
    );
  });
});

describe('the chats', () => {
  const offered = (parts: object) => {
    const rooms = [...chats, { id: 8, name: '', kind: 'GR' }, { id: -1, name: 'No id', kind: 'GR' }] as const;
    return paletteCommands(text, '', { isSubscribed: true, chats: rooms, ...parts })
      .filter(({ group }) => group === 'chats')
      .map(({ label }) => label);
  };

  it('do not contain a chat without an id, and name one without a name', () => {
    expect(offered({})).toEqual(['Opening Range', 'Maya and Sam', 'Unnamed chat']);
  });

  it('do not contain those of hidden pages', () => {
    expect(offered({ hidden: ['group-chat'] })).toEqual(['Maya and Sam']);
    expect(offered({ hidden: ['personal-chat'] })).toEqual(['Opening Range', 'Unnamed chat']);
  });
});

describe('the ticker of a query', () => {
  it.each([
    ['aapl', 'AAPL'],
    ['brk/b', 'BRK.B'],
    ['BAC PR L', 'BACpL'],
    ['2spx', '2SPX'],
  ])('is, for %j, %s [market.ticker-spellings]', (query, ticker) => {
    const found = paletteCommands(text, query, { isSubscribed: true, chats: [] });
    const href = `/market-data?tab=details&ticker=${encodeURIComponent(ticker)}`;
    expect(found.map((command) => command.href)).toContain(href);
  });
});

describe('the palette', () => {
  it('is a combobox: arrows wrap, Enter selects, the focus stays in the box [palette.keyboard]', async () => {
    const onGo = vi.fn();
    const onClose = vi.fn();
    const user = userEvent.setup();
    render(<CommandPalette open isSubscribed={false} onClose={onClose} onGo={onGo} />);
    const box = screen.getByRole('combobox', { name: 'Page' });
    await waitFor(() => expect(document.activeElement).toBe(box));
    const active = () =>
      document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toBe('Dashboard');
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe('Edit profile');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('Courses');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Courses');
    await user.keyboard('prof');
    expect(active()).toBe('Profile');
    expect(document.activeElement).toBe(box);
    await user.keyboard('{Enter}');
    expect(onGo).toHaveBeenCalledWith('/profile');
    expect(onClose).toHaveBeenCalledOnce();
    await user.clear(box);
    await user.keyboard('zzzz');
    expect(screen.getByText('No results.')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(onGo).toHaveBeenCalledOnce();
  });

  function Palette(props: Partial<CommandPaletteProps>) {
    const { isSubscribed } = useSession();
    return <CommandPalette open isSubscribed={isSubscribed} onClose={() => {}} onGo={() => {}} {...props} />;
  }
  const subscriber = { ...USER, expired_at: '2026-12-21T15:00:00Z' };
  const chatOf = (id: number, name: string) => ({ id, name, image: null, users: [], messages: [] });

  it('loads and lists the chats while it is open [palette.places]', async () => {
    const app = openApp(<Palette />);
    await enter(app, subscriber);
    const call = await app.call('/api/web/chats');
    await call.respond(200, { data: [chatOf(7, 'Opening Range')] });
    expect(await screen.findByRole('option', { name: 'Opening Range' })).toBeTruthy();
  });

  it('does not load the chats of hidden pages', async () => {
    const app = openApp(<Palette hidden={['group-chat', 'personal-chat']} />);
    await enter(app, subscriber);
    await app.settle();
    expect(await screen.findByRole('option', { name: 'Market Data' })).toBeTruthy();
    expect(app.count('/api/web/chats')).toBe(0);
  });

  it('keeps the highlighted chat when the list is sorted again [palette.keyboard]', async () => {
    const onGo = vi.fn();
    const app = openApp(<Palette hidden={['personal-chat']} onGo={onGo} />);
    await enter(app, subscriber);
    const call = await app.call('/api/web/chats');
    await call.respond(200, { data: [chatOf(7, 'Desk one'), chatOf(9, 'Desk two')] });
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox'), 'desk{ArrowDown}');
    const selected = () => screen.getByRole('option', { selected: true }).textContent;
    expect(selected()).toBe('Desk two');
    void app.openbell.groupChat.loadList();
    await app.settle();
    const again = await app.call('/api/web/chats');
    await again.respond(200, { data: [chatOf(9, 'Desk two'), chatOf(7, 'Desk one')] });
    expect(screen.getAllByRole('option')[0]?.textContent).toBe('Desk two');
    expect(selected()).toBe('Desk two');
    await user.keyboard('{Enter}');
    expect(onGo).toHaveBeenCalledWith('/chat/9');
  });

  it('opens by Ctrl+K, Cmd+K and the button that names the shortcut [palette.shortcut]', () => {
    const onPalette = vi.fn();
    render(
      <AppShell
        user={null}
        isSubscribed
        path="/dashboard"
        theme="light"
        onThemeChange={() => {}}
        onLogout={() => {}}
        onPalette={onPalette}
      >
        <h1>Page</h1>
      </AppShell>,
    );
    const button = screen.getByRole('button', { name: 'Go to' });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+K Meta+K');
    expect(button.textContent).toContain('Ctrl K');
    for (const keys of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(fireEvent.keyDown(document.body, { key: 'k', ...keys })).toBe(false);
    }
    fireEvent.keyDown(document.body, { key: 'k' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, shiftKey: true });
    fireEvent.click(button);
    expect(onPalette).toHaveBeenCalledTimes(3);
  });
});
