// For any order of loads and feed events, the rows are the day's prints, each once. Loaded rows have no sequence.
import type { FeedTradeEvent } from '@openbell/core/contract';
import { createTimeSales, everything, type TimedTrade } from '@openbell/core/time-sales';
import { settle } from '@openbell/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyCases } from '../../../support/property-cases.ts';
import { sent, tableOf } from '../support.ts';
import { liveRow, noon, openFeed, timeSalePath } from './live-support.ts';

/** A print: which loads contain it, and whether the feed sends it. */
interface Print {
  readonly event: FeedTradeEvent;
  readonly inFirst: boolean;
  readonly inLater: boolean;
  readonly isSent: boolean;
}

const prints: fc.Arbitrary<Omit<Print, 'event'> & { readonly shape: Partial<FeedTradeEvent> }> = fc
  .record({
    t: fc.nat(12).map((step) => noon + step * 37),
    sym: fc.constantFrom('O:SPY251219C00650000', 'O:SPY251219P00640000', 'O:QQQ251219C00650000'),
    p: fc.constantFrom(0.07, 1.25),
    s: fc.constantFrom(1, 700),
    // Ordinary, late, canceling.
    c: fc.constantFrom([209], [202], [204], [201], [209, 203], []),
    inFirst: fc.boolean(),
    inLater: fc.boolean(),
    isSent: fc.boolean(),
  })
  // Each print is in a load or in the feed, and later loads contain the prints of earlier ones.
  .map(({ inFirst, inLater, isSent, ...shape }) => ({
    shape,
    inFirst,
    inLater: inFirst || inLater,
    isSent: !inFirst || isSent,
  }));

/** The values that a loaded row shares with its matching prints. */
const likeness = ({ t, sym, p, s, c }: Partial<FeedTradeEvent>): string =>
  [t, sym, p, s, c?.some((id) => id === 201 || id === 203)].join(' ');

const rowOf = (event: FeedTradeEvent): TimedTrade | null => liveRow(event, 'SPY');
const rowsOf = (day: readonly Print[]): TimedTrade[] =>
  day.map(({ event }) => rowOf(event)).filter((row) => row !== null);
const textsOf = (rows: readonly TimedTrade[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

function setUp() {
  const { api, time, sockets, feed, greet } = openFeed();
  const timeSales = createTimeSales({ api, feed, scheduler: time.scheduler });
  timeSales.start();
  void timeSales.load('SPY');
  greet();
  return { api, time, sockets, timeSales, feed, greet };
}

/** Steps between feed frames. After a break the feed repeats all prints so far. */
type Step = 'frame' | 'ask' | 'fail' | 'answer' | 'break';
const steps = fc.array(fc.constantFrom<Step>('frame', 'ask', 'fail', 'answer', 'break'), { maxLength: 6 });
/** Sort weights for a random order of the feed events. */
const weights = fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 });

async function play(day: readonly Print[], order: readonly number[], path: readonly Step[]): Promise<void> {
  const { api, time, sockets, timeSales, feed, greet } = setUp();
  const events = day
    .filter(({ isSent }) => isSent)
    .map(({ event }, index) => ({ event, weight: order[index % order.length] as number }))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ event }) => event);
  const size = Math.ceil(events.length / (path.length + 1));
  let responses = 0;
  for (const [index, step] of path.entries()) {
    sockets.latest().deliver(events.slice(index * size, (index + 1) * size));
    if (step === 'frame') await time.frame();
    else if (step === 'break') {
      sockets.latest().drop();
      feed.retry();
      greet();
      sockets.latest().deliver(events.slice(0, (index + 1) * size));
    } else if (step === 'ask' || api.waiting().length === 0) void timeSales.load('SPY');
    else if (step === 'fail') await api.latest(timeSalePath).refuse(404);
    else {
      const isFirst = responses === 0;
      responses += 1;
      const loaded = day.filter(({ inFirst, inLater }) => (isFirst ? inFirst : inLater));
      await api.latest(timeSalePath).succeed({ data: rowsOf(loaded).map(sent), biggest_data: [] });
      await settle();
    }
  }
  sockets.latest().deliver(events.slice(path.length * size));
  await time.frame();

  const { rows, totals, unreadable } = timeSales.$state.get();
  const shown = Array.from({ length: rows.count }, (_, place) => rows.at(place) as TimedTrade);
  expect(textsOf(shown)).toEqual(textsOf(rowsOf(day)));
  // The totals equal those of all rows read at once.
  expect([totals, unreadable]).toEqual([tableOf(rowsOf(day).map(sent)).select(everything).totals(), 0]);
  timeSales.destroy();
}

const numbered = (shape: Partial<FeedTradeEvent>, q: number): FeedTradeEvent =>
  ({ ev: 'T', x: 301, q, ...shape }) as FeedTradeEvent;

test('any mix of loads, failures and late, repeated and canceled prints shows each print once [time-sales.live-once]', async () => {
  const days = fc
    .uniqueArray(prints, { selector: ({ shape }) => likeness(shape), maxLength: 20 })
    .map((day) => day.map(({ shape, ...fate }, at) => ({ ...fate, event: numbered(shape, at + 1) })));
  await fc.assert(
    fc.asyncProperty(days, weights, steps, (day, order, path) =>
      play(day, order, [...path, 'ask', 'answer']),
    ),
    { numRuns: propertyCases(400) },
  );
});

test('identical prints appear as often as they occurred [time-sales.live-once]', async () => {
  const days = fc.array(prints, { maxLength: 20 }).map((day) =>
    day.map(({ shape, ...fate }, at) => ({
      ...fate,
      isSent: true,
      // Two times, and only conditions that distinguish rows.
      event: numbered(
        {
          ...shape,
          t: noon + Math.min(1, (shape.t ?? 0) - noon),
          c: (shape.c ?? []).slice(0, 1).filter((id) => id === 201),
        },
        at + 1,
      ),
    })),
  );
  await fc.assert(
    fc.asyncProperty(days, weights, fc.nat(5), (day, order, before) =>
      play(day, order, [...Array.from({ length: before }, () => 'frame' as const), 'answer', 'frame']),
    ),
    { numRuns: propertyCases(400) },
  );
});
