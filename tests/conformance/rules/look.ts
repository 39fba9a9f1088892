import type { Rule } from '../rule.ts';

/** How everything looks and is handled. */
export const lookRules: readonly Rule[] = [
  {
    id: 'look.axe',
    source: 'decisions.md 12',
    rule: 'axe finds nothing on any page, in either theme, on a phone and on a desktop.',
  },
  {
    id: 'look.keyboard',
    source: 'decisions.md 12',
    rule: 'Tab reaches every control of every page, and leaves it again.',
  },
  {
    id: 'look.skip',
    source: 'decisions.md 12',
    rule: 'The first stop of Tab on every page skips to its content, and Enter puts the focus there.',
  },
  {
    id: 'look.still',
    source: 'decisions.md 12',
    rule: 'Nothing moves for somebody who asked for less motion.',
  },
  { id: 'look.zoom', source: 'decisions.md 12', rule: 'Nothing is cut off at 200 % zoom.' },
  { id: 'look.narrow', source: 'decisions.md 12', rule: 'Nothing is cut off at a width of 320 px.' },
  { id: 'look.forced-colours', source: 'decisions.md 12', rule: 'The focus shows in forced colours.' },
  {
    id: 'look.avatar-default',
    source: 'traps F25',
    rule: 'Without a picture, or when it does not load, initials are drawn, asked of nobody; a broken address is tried once.',
  },
  {
    id: 'look.hostile',
    source: 'decisions.md 12',
    rule: 'Hostile texts in names, chats, news, tickers and profiles neither run, nor ask for anything, nor leave their box.',
  },
  {
    id: 'palette.shortcut',
    source: 'decisions.md 12',
    rule: 'Ctrl+K or Cmd+K opens the command palette in the shell; a button there names it.',
  },
  {
    id: 'palette.places',
    source: 'decisions.md 12',
    rule: 'The palette leads to a page, a chat or a ticker.',
  },
  {
    id: 'palette.premium',
    source: 'product.md 6',
    rule: 'The palette offers a member without a plan no premium page, chat or ticker.',
  },
  {
    id: 'palette.keyboard',
    source: 'decisions.md 12',
    rule: 'The palette is a combobox with a list: arrows walk, Enter goes, Escape closes.',
  },
];
