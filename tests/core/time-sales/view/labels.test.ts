import { labelOf } from '@openbell/core/time-sales';
import { describe, expect, test } from 'vitest';

describe('labelOf', () => {
  const cases: readonly [string, number, ReturnType<typeof labelOf>][] = [
    ['Intermarket Sweep Order', 5, 'sweep'],
    ['Single Leg Auction ISO', 5, 'sweep'],
    ['Single Leg Auction Non ISO', 5, null],
    ['Multi Leg auto-electronic trade', 5000, 'multi-leg'],
    ['Stock Options Auction', 5, 'multi-leg'],
    ['Automatic Execution', 500, 'block'],
    ['Automatic Execution', 499, null],
    ['Complex auto-electronic', 5, 'multi-leg'],
    ['Multi-Leg Floor Trade', 5000, 'multi-leg'],
    ['Single Leg Cross ISO', 5000, 'sweep'],
    ['Single Leg Cross non-ISO', 500, 'block'],
    ['Isolated', 5, null],
  ];
  test.each(cases)('labels %s with %i contracts as %s [time-sales.labels]', (condition, qty, label) => {
    expect(labelOf({ condition, qty })).toBe(label);
  });
});
