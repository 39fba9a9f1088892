import type { Texts } from '@openbell/core/catalogue';
import { isTicker } from '@openbell/core/ticker-details';
import { type ShellItem, shellItems } from './shell-items.ts';

/** A place that the command palette leads to. */
export interface Command {
  /** One of a kind in the list. */
  readonly id: string;
  readonly group: 'pages' | 'chats' | 'tickers';
  readonly label: string;
  readonly href: string;
}

/** What a palette needs to know of a chat. */
export interface PaletteChat {
  readonly id: number;
  readonly name: string;
  /** GR group, PR personal. */
  readonly kind: 'GR' | 'PR';
}

/** The list ends here: what is farther down is typed for. */
const most = 12;

/**
 * The places that a member may go to: the shell's pages and the profile, and for subscribers the chats and, when
 * something is typed that can be one, a ticker (others are not offered what they would be refused).
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
  const rooms = chats.map(
    ({ id, name, kind }): Command => ({
      id: `chat-${kind}-${id}`,
      group: 'chats',
      label: name,
      href: `${kind === 'GR' ? '/chat' : '/personal-chat'}/${id}`,
    }),
  );
  const ranked = together(rankCommands([...pages, ...rooms], query));
  const ticker = query.trim().toUpperCase();
  if (!isTicker(ticker) || hidden.includes('market-data')) return ranked;
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

/** The groups one after the other, the one that holds the likeliest first. */
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
 * Those that a query means, the likeliest first: the whole name, its beginning, the beginning of a word, a part of it,
 * its letters in order ('mkd' is Market Data). Those alike keep their order. Nothing typed means all.
 */
export function rankCommands(commands: readonly Command[], query: string): readonly Command[] {
  const wanted = plain(query);
  if (wanted === '') return commands.slice(0, most);
  return commands
    .map((command) => ({ command, rank: rankOf(plain(command.label), wanted) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, most)
    .map(({ command }) => command);
}

function rankOf(label: string, wanted: string): number | null {
  if (label === wanted) return 0;
  if (label.startsWith(wanted)) return 1;
  if (label.includes(` ${wanted}`)) return 2;
  if (label.includes(wanted)) return 3;
  let at = 0;
  for (const letter of wanted) {
    at = label.indexOf(letter, at) + 1;
    if (at === 0) return null;
  }
  return 4;
}

/** Without case, accents and doubled spaces. */
function plain(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
