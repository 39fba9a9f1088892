import type { Rule } from '../rule.ts';

export const errorsRules: readonly Rule[] = [
  {
    id: 'errors.catalogue',
    source: 'product.md 8',
    rule: 'Each text of the error catalogue stands to the letter.',
  },
  {
    id: 'errors.empty-and-loading',
    source: 'product.md 8',
    rule: 'Each empty and loading text stands to the letter.',
  },
  {
    id: 'errors.quotes',
    source: 'decisions.md 8',
    rule: 'Every user-visible text of the specification is kept to the letter.',
  },
  {
    id: 'errors.overrides',
    source: 'decisions.md 8',
    rule: 'All texts live in one catalogue, keyed by code, which an embedder can override.',
  },
  {
    id: 'errors.alerts',
    source: 'decisions.md 8',
    rule: "An 'alert' is an accessible toast with the role alert, never window.alert.",
  },
  {
    id: 'errors.html-never-shown',
    source: 'decisions.md 4',
    rule: 'An error page in HTML is never shown to a person.',
  },
  {
    id: 'errors.internal',
    source: 'decisions.md 4',
    rule: "An error inside the server tells nothing but the request's id.",
  },
];
