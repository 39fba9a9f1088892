import type { Rule } from '../rule.ts';

export const storageRules: readonly Rule[] = [
  {
    id: 'storage.names',
    source: 'product.md 3',
    rule: 'The local storage keys are accessToken, user, chats, personal_chats, chatList and personal_chatList.',
  },
  {
    id: 'storage.prefix',
    source: 'decisions.md 3',
    rule: 'The library puts a prefix before its keys, openbell: by default.',
  },
  {
    id: 'storage.remember-off',
    source: 'decisions.md 3',
    rule: "With 'remember' off the token and the caches live in the tab alone.",
  },
  {
    id: 'storage.own-keys',
    source: 'decisions.md 3',
    rule: "The library never touches a key outside its own list: an embedder's keys survive sign-in, log-out and a 401.",
  },
  {
    id: 'storage.origin',
    source: 'decisions.md 3',
    rule: "Clearing the whole origin is the reference app's choice; the theme is written back.",
  },
  {
    id: 'storage.caches-of-another',
    source: 'decisions.md 3',
    rule: "Caches carry the user's id and are dropped when another user signs in.",
  },
  {
    id: 'storage.garbage',
    source: 'decisions.md 3',
    rule: 'Storage that is full, blocked or holds garbage breaks no feature (a full one is kept in memory, and said once).',
  },
  {
    id: 'storage.outbox',
    source: 'decisions.md 5',
    rule: 'Unsent messages survive a 401 and the next sign-in, and end with log-out.',
  },
  { id: 'theme.default', source: 'product.md 9', rule: 'The theme is light or dark, light by default.' },
  {
    id: 'theme.browser-parts',
    source: 'our own',
    rule: "The browser's own parts (controls, the sheet before the first paint, a phone's bar) wear the page's theme, whatever the system's is.",
  },
  { id: 'theme.persisted', source: 'product.md 9', rule: 'It is kept under the key root, version 1.' },
  {
    id: 'storage.restore-time-out',
    source: 'product.md 9',
    rule: 'Persisted state that does not come within 5000 ms is given up: the state begins empty, and a later answer is dropped.',
  },
  {
    id: 'theme.switch',
    source: 'product.md 2',
    rule: 'The profile has a theme switch that reads Light Mode or Dark Mode.',
  },
  {
    id: 'theme.survives-log-out',
    source: 'decisions.md 3',
    rule: "The theme, being the device's, outlives a log-out.",
  },
];
