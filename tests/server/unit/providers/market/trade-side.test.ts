import { expect, test } from 'vitest';
import { sideOf } from '../../../../../examples/server/src/providers/market/trade-side.ts';

const [bought, between, sold] = [1, 2, 3];

test.each([
  ['at the ask', 1.2, 1, 1.2, bought],
  ['above the ask', 1.3, 1, 1.2, bought],
  ['at the bid', 1, 1, 1.2, sold],
  ['below the bid', 0.9, 1, 1.2, sold],
  ['between bid and ask', 1.1, 1, 1.2, between],
  ['against no quote', 1.1, 0, 0, between],
  ['for nothing against no quote', 0, 0, 0, between],
  ['above the bid without an ask', 1.1, 1, 0, between],
  ['at the bid without an ask', 1, 1, 0, sold],
  ['below the ask without a bid', 0.05, 0, 0.1, between],
  ['at the ask without a bid', 0.1, 0, 0.1, bought],
])('knows the side of a trade %s [market.no-quote]', (_name, price, bid, ask, side) => {
  expect(sideOf(price, bid, ask)).toBe(side);
});
