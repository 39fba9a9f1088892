import type { Rule } from '../rule.ts';

/** Market data: product.md 2 and 4, decisions.md 6. */
export const marketRules: readonly Rule[] = [
  {
    id: 'time-sales.filters',
    source: 'product.md 2',
    rule: 'Time & Sales shows the trades of a selection (side, calls or puts, exchange, size, premium, expiry, moneyness) in any order.',
  },
  {
    id: 'time-sales.totals',
    source: 'product.md 9',
    rule: 'Premium is price × size × 100 dollars, summed by side and by right for the selected trades.',
  },
  {
    id: 'time-sales.flow',
    source: 'product.md 9',
    rule: 'Net flow by minute is the premium bought less the premium sold, for calls and puts.',
  },
  {
    id: 'time-sales.live-merge',
    source: 'product.md 4',
    rule: 'Rows that come while the table is sorted stand where a sort of all of them would put them.',
  },
  {
    id: 'time-sales.csv',
    source: 'product.md 2',
    rule: 'What is shown can be saved as CSV, and no text in it runs as a formula.',
  },
];
