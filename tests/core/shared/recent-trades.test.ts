import { describe, expect, test } from 'vitest';
import { createRecentTrades } from '../../../packages/core/src/shared/recent-trades.ts';

describe('recent trades', () => {
  test('identifies a trade by symbol and sequence together', () => {
    const isKnown = createRecentTrades(10);
    expect(isKnown('A', 1)).toBe(false);
    expect(isKnown('A', 2)).toBe(false);
    expect(isKnown('B', 1)).toBe(false);
    expect(isKnown('C', 1)).toBe(false);
    for (const [symbol, sequence] of [
      ['A', 1],
      ['A', 2],
      ['B', 1],
      ['C', 1],
    ] as const)
      expect(isKnown(symbol, sequence)).toBe(true);
    expect(isKnown('B', 2)).toBe(false);
  });

  test('equals a full set of trades for the newest ones, with bounded memory', () => {
    const limit = 50;
    let seed = 5;
    const random = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    const isKnown = createRecentTrades(limit);
    /** The distinct trades in the order of their first occurrence. */
    let recent: string[] = [];
    for (let i = 0; i < 20_000; i++) {
      const symbol = 'ABC'.charAt(Math.floor(random() * 3));
      const sequence = Math.floor(i / 3 + random() * 60);
      const key = `${symbol} ${sequence}`;
      const back = recent.length - recent.lastIndexOf(key);
      const known = isKnown(symbol, sequence);
      if (recent.includes(key)) {
        if (back <= limit) expect(known).toBe(true);
        if (back > 2 * limit) expect(known).toBe(false);
      } else expect(known).toBe(false);
      if (!known) recent.push(key);
      if (recent.length > 4000) recent = recent.slice(-2000);
    }
  });
});
