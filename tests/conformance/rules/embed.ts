import type { Rule } from '../rule.ts';

export const embedRules: readonly Rule[] = [
  {
    id: 'embed.host-keys',
    source: 'decisions.md 3',
    rule: "In a browser, a host's own keys survive 100 sign-ins and log-outs.",
  },
  {
    id: 'embed.otp-reset',
    source: 'product.md 4',
    rule: 'The password reset works in a page of somebody else, in plain JavaScript and in React.',
  },
  {
    id: 'embed.billing',
    source: 'product.md 4',
    rule: 'Choosing and paying for a plan works in a page of somebody else, in plain JavaScript and in React.',
  },
  {
    id: 'embed.chat',
    source: 'product.md 2',
    rule: 'A group chat works in a page of somebody else, in plain JavaScript and in React.',
  },
  {
    id: 'embed.two-chats',
    source: 'decisions.md 3',
    rule: 'Two chats of two people on one page share nothing.',
  },
  {
    id: 'embed.ten-lines',
    source: 'decisions.md 1',
    rule: 'A password reset, a payment and a group chat stand in a page of somebody else in ten lines each, in plain JavaScript and in React.',
  },
  { id: 'embed.guides', source: 'decisions.md 1', rule: 'The code in the guides is the code that runs.' },
];
