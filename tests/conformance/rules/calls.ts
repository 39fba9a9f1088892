import type { Rule } from '../rule.ts';

const plain = (name: string, what: string): Rule => ({
  id: `plain.${name}`,
  source: 'decisions.md 4',
  rule: `A backend without any of our additions still works: ${what}.`,
});

export const callsRules: readonly Rule[] = [
  plain('sign-up', 'sign-up and its field errors'),
  plain('sign-in', 'sign-in and the profile'),
  plain('update-profile', 'editing the profile'),
  plain('billing', 'a plan by card, polled until it is active'),
  plain('chat', 'reading a chat and posting to it'),
  plain('cancel', 'the subscription information and the cancel'),
  plain('contact', 'the contact form'),
  plain('session-end', '401 and log-out'),
];
