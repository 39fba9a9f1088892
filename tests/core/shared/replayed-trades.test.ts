import type { FeedTradeEvent } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReplayFilter } from '../../../packages/core/src/shared/replayed-trades.ts';

const time = 1_763_650_000_000;
const trade: FeedTradeEvent = {
  ev: 'T',
  sym: 'O:SPY251219C00650000',
  x: 302,
  p: 16.7,
  s: 300,
  c: [209],
  t: time,
  q: 143_015,
};

/** The trades of several connections, without those that the filter recognizes as repeats. */
function kept(limit: number, ...connections: (readonly FeedTradeEvent[])[]): FeedTradeEvent[] {
  const isReplayed = createReplayFilter(limit);
  return connections.flatMap((trades, at) => trades.filter((one) => !isReplayed(one, at)));
}

describe('replayed trades', () => {
  test.each<[string, Partial<FeedTradeEvent>]>([
    ['the same sequence at another price and size', { p: 16.75, s: 150 }],
    ['another price', { p: 16.75 }],
    ['another size', { s: 150 }],
    ['another exchange', { x: 301 }],
    ['no exchange', { x: undefined }],
    ['other conditions', { c: [227] }],
    ['no conditions', { c: [] }],
    ['a cancel with the sequence of its trade', { c: [201] }],
    ['the sequence again on the next day', { t: time + 86_400_000 }],
    ['the sequence of another symbol', { sym: 'O:QQQ251219P00500000' }],
    ['another sequence', { q: 143_016 }],
  ])('keeps %s, on one connection and after a reconnect [market.dedupe]', (_, parts) => {
    const other = { ...trade, ...parts };
    expect(kept(10, [trade, other])).toEqual([trade, other]);
    expect(kept(10, [trade], [other])).toEqual([trade, other]);
    expect(kept(10, [trade], [trade, other])).toEqual([trade, other]);
    expect(kept(10, [trade, other], [trade, other])).toEqual([trade, other]);
  });

  test.each([0, undefined])('keeps every trade with sequence %s [market.dedupe]', (q) => {
    const zero = { ...trade, q };
    expect(kept(10, [zero, zero], [zero])).toEqual([zero, zero, zero]);
  });

  test('keeps equal trades of one connection, and drops as many as a reconnect repeats [market.dedupe]', () => {
    expect(kept(10, [trade, trade])).toHaveLength(2);
    expect(kept(10, [trade, trade], [trade, trade, trade])).toHaveLength(3);
    expect(kept(10, [trade], [], [trade], [trade])).toHaveLength(1);
  });

  test('ends the window after as many trades as it remembers [market.dedupe]', () => {
    const numbered = (q: number): FeedTradeEvent => ({ ...trade, q });
    const later = Array.from({ length: 3 }, (_, i) => numbered(i + 10));
    expect(kept(3, [numbered(1)], [...later, numbered(1)])).toHaveLength(5);
    expect(kept(3, [numbered(1), ...later], [numbered(1)])).toHaveLength(5);
  });

  test('drops nothing distinct and keeps no repeat, for any trades and breaks [market.dedupe]', () => {
    const anyTrade = fc.record({
      ev: fc.constant('T' as const),
      sym: fc.constantFrom('O:SPY251219C00650000', 'O:QQQ251219P00500000'),
      x: fc.constantFrom(301, 302),
      p: fc.constantFrom(16.7, 16.75),
      s: fc.constantFrom(150, 300),
      c: fc.constantFrom([209], [201]),
      t: fc.constantFrom(time, time + 1, time + 86_400_000),
      q: fc.integer({ min: 1, max: 4 }),
    });
    /** Each break, and how many of the latest trades the provider repeats after it. */
    const session = fc.array(fc.record({ made: fc.array(anyTrade), repeated: fc.nat(8) }), { maxLength: 6 });
    fc.assert(
      fc.property(session, (parts) => {
        const made: FeedTradeEvent[] = [];
        const connections = parts.map((part) => {
          const repeated = part.repeated === 0 ? [] : made.slice(-part.repeated);
          // A trade that equals an earlier one in every field can only be a repeat.
          const known = new Set(made.map((one) => JSON.stringify(one)));
          const fresh = part.made.filter((one) => !known.has(JSON.stringify(one)));
          made.push(...fresh);
          return [...repeated, ...fresh];
        });
        expect(kept(1000, ...connections)).toEqual(made);
      }),
    );
  });
});
