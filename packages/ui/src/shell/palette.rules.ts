import type { Texts } from '@openbell/core/catalogue';
import { foldText, isServerId } from '@openbell/core/contract';
import { readTicker } from '@openbell/core/option-symbol';
import { type ShellItem, shellItems } from './shell-items.ts';

/** A destination in the command palette. */
export interface Command {
  /** Unique in the list. */
  readonly id: string;
  readonly group: 'pages' | 'chats' | 'tickers';
  readonly label: string;
  readonly href: string;
}

/** The properties of a chat that the palette uses. */
export interface PaletteChat {
  readonly id: number;
  /** Empty for a chat without a name. */
  readonly name: string;
  /** GR for group chats, PR for personal ones. */
  readonly kind: 'GR' | 'PR';
}

/** The page of each kind of chat. */
export const chatPages = { GR: 'group-chat', PR: 'personal-chat' } as const;

/**
 * Returns the destinations of a member: the shell's pages and the profile; for subscribers also the chats, and a ticker
 * if the query can be one.
 */
export function paletteCommands(
  text: Texts,
  query: string,
  {
    isSubscribed,
    chats,
    hidden = [],
  }: {
    readonly isSubscribed: boolean;
    readonly chats: readonly PaletteChat[];
    /** Pages that the site does not have. */
    readonly hidden?: readonly ShellItem['id'][] | undefined;
  },
): readonly Command[] {
  const pages: Command[] = [
    ...shellItems(isSubscribed, hidden).map(({ id, href, text: code }) => ({ id, href, label: text(code) })),
    { id: 'profile', href: '/profile', label: text('shell.profile') },
    { id: 'profile-edit', href: '/profile/edit', label: text('shell.editProfile') },
  ].map((page) => ({ ...page, group: 'pages' }));
  if (!isSubscribed) return rankCommands(pages, query);
  const rooms = chats
    .filter(({ id, kind }) => isServerId(id) && !hidden.includes(chatPages[kind]))
    .map(
      ({ id, name, kind }): Command => ({
        id: `chat-${kind}-${id}`,
        group: 'chats',
        label: name || text('chat.unnamed'),
        href: `${kind === 'GR' ? '/chat' : '/personal-chat'}/${id}`,
      }),
    );
  const ranked = together(rankCommands([...pages, ...rooms], query));
  const ticker = readTicker(query);
  if (ticker === null || hidden.includes('market-data')) return ranked;
  const tickers = (['details', 'graph', 'time-sales', 'trade-flash'] as const).map(
    (tab): Command => ({
      id: `ticker-${tab}`,
      group: 'tickers',
      label: text('shell.paletteTicker', { ticker, tab: text(`market.tab.${tabTexts[tab]}`) }),
      href: `/market-data?tab=${tab}&ticker=${encodeURIComponent(ticker)}`,
    }),
  );
  return [...ranked, ...tickers];
}

/** Orders by group, starting with the group of the best match. */
function together(commands: readonly Command[]): readonly Command[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return groups.flatMap((group) => commands.filter((command) => command.group === group));
}

const tabTexts = {
  details: 'details',
  graph: 'graph',
  'time-sales': 'timeSales',
  'trade-flash': 'tradeFlash',
} as const;

/**
 * Returns the commands that match a query, best first: full name, prefix, prefix of a word, substring, then letters in
 * order ('mkd' finds Market Data). Ties keep their order. An empty query returns all.
 */
export function rankCommands(commands: readonly Command[], query: string): readonly Command[] {
  const needle = foldText(query).trim();
  if (needle === '') return commands;
  return commands
    .map((command) => ({ command, rank: rankOf(foldText(command.label).trim(), needle) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ command }) => command);
}

function rankOf(label: string, needle: string): number | null {
  if (label === needle) return 0;
  if (label.startsWith(needle)) return 1;
  if (label.includes(` ${needle}`)) return 2;
  if (label.includes(needle)) return 3;
  let at = 0;
  for (const letter of needle) {
    at = label.indexOf(letter, at) + 1;
    if (at === 0) return null;
  }
  return 4;
}
