import type { Rule } from '../rule.ts';

export const contactRules: readonly Rule[] = [
  {
    id: 'contact.incomplete',
    source: 'product.md 5',
    rule: 'Name, email and message are all required: with one of them empty nothing is sent.',
  },
];
