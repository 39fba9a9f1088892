// What repeats every trading day in the demo group: the mentor's plan before the open, small talk, and the recap.
import type { Line, Voice } from './talks.ts';

interface Day {
  /** What the mentor writes before the open. */
  readonly plan: string;
  /** What was seen during the day: who, and what. */
  readonly notes: readonly (readonly [Voice, string])[];
  readonly recap: string;
}

const days: readonly Day[] = [
  {
    plan: 'Plan for today: SPY between 664 and 668 overnight, so I treat the middle as noise. Over 668 I look at the step pattern in QQQ, under 664 at weakness in IWM. No reports before the open, consumer confidence at 10:00.',
    notes: [
      ['S', '668 tested twice, no volume on the second try'],
      ['K', 'IWM weak since the open btw'],
      ['D', 'paper trade: 1 stop, 1 half target. fine with it'],
    ],
    recap:
      'Recap: range day, 664.40 to 668.10. Two false breaks on the upper side, both without volume. If you did nothing, you read it well.',
  },
  {
    plan: 'Good morning. Expiration of the monthlies this week, so expect price to stick to round strikes. AAPL sits right at 250 with large open interest on both sides. I will not fight that before Thursday.',
    notes: [
      ['L', 'AAPL 249.90, 250.10, 249.95, 250.05... you were right, glue'],
      ['P', 'It is almost funny to watch'],
      ['T', 'TSLA not glued at all 😂'],
    ],
    recap: 'Pinning in AAPL all day as discussed. Nobody can trade that, and nobody has to.',
  },
  {
    plan: 'Fed minutes at 14:00. Implied volatility goes up into it and down after it, whatever they say. If you hold something over 14:00, know whether you are long or short of that.',
    notes: [
      ['R', 'flat before 14:00 and staying flat'],
      ['S', 'IV on the daily SPY went from 14 to 19 by noon'],
      ['S', 'and 12.8 at 14:20'],
      ['K', 'There is the crush, live'],
    ],
    recap:
      'You saw it live today: price hardly moved after the minutes, options lost a quarter of their value in twenty minutes. Keep a screenshot for your journal.',
  },
  {
    plan: 'NVDA reports after the close. The straddle prices in about 6%. We will look at it together tomorrow: what was priced in, what happened, what was left. Until then it is somebody else’s trade.',
    notes: [
      ['D', 'so tempting'],
      ['M', 'That feeling is what they sell, Devon.'],
      ['T', 'Sweeps on the upside all morning, top of the list by premium'],
      ['L', 'and just as many puts if you scroll a bit'],
    ],
    recap: 'Quiet index, all eyes on one report. Tomorrow we do the numbers.',
  },
  {
    plan: 'NVDA: priced in 6%, moved 2.4%. Both the call buyers and the put buyers of yesterday are under water this morning. Have a look at yesterday’s straddle price and today’s before you read anybody’s opinion about it.',
    notes: [
      ['P', 'Call from yesterday 12.30, now 5.10, and the stock is UP'],
      ['D', 'very glad I only watched'],
      ['K', 'This explains more than the whole chapter did'],
      ['R', 'Trend day in SMH though, steps on the 15 minute chart'],
    ],
    recap:
      'Three clean steps in SMH for those who were patient. The third one was the shallow one. Go and measure them.',
  },
  {
    plan: 'Inflation numbers at 8:30, half an hour from now. First move after the number is often the wrong one, so nothing before 9:45 for me. Levels: 660 below, 671 above.',
    notes: [
      ['S', 'first move up, second move down, third move up. OK'],
      ['L', 'Watched with popcorn'],
      ['T', '671 holds so far, third test'],
    ],
    recap:
      'Third test of 671 failed, and the way back to the middle of the range was fast. Failed tests at the edge of a range are worth writing down.',
  },
  {
    plan: 'Holiday-thin week ahead. Volume will be 60 to 70% of normal, spreads a little wider. Half size or no size are both good choices.',
    notes: [
      ['K', 'spreads on my usual names twice as wide as last week'],
      ['R', 'Using the time to go through the recordings'],
      ['S', 'same, week 13'],
    ],
    recap: 'Nothing to recap, and that is a recap.',
  },
  {
    plan: 'Energy is the sector to watch: XLE closed on the high of its range for the second day. I have the range at 88.20 to 91.60. A close over it with volume would be the first step, not an entry.',
    notes: [
      ['T', 'XLE 91.70 on twice the usual volume'],
      ['S', 'First step then'],
      ['M', 'First step. Now we wait for the pullback and see how deep it is.'],
      ['P', 'It is at 91.20, is that deep?'],
      ['M', 'A third of the move. Not deep.'],
    ],
    recap: 'XLE: one step, one shallow pullback. It is a candidate, no more. We continue tomorrow.',
  },
  {
    plan: 'XLE pulled back overnight to 90.40, which is more than half of the step. Candidate removed from my list. That is all that happened: a candidate was removed.',
    notes: [
      ['P', 'I would have held it, out of hope 😢'],
      ['M', 'Hope is a position without a stop.'],
      ['L', 'sticky note number two'],
      ['S', 'QQQ leading today, SPY following with two candles delay'],
    ],
    recap:
      'Sequencing worked by the book this morning: QQQ, two candles, SPY. Compare it with Tuesday of last week, when it did not.',
  },
  {
    plan: 'Last session of the month: funds rebalance in the last half hour, and prices can move without a reason that concerns us. I stop at 15:15. Levels 666 and 672.',
    notes: [
      ['R', 'Sheet is full: 10 of 10 with the first stop. 6 would have been right.'],
      ['S', '5 of 10 for me, but the losses are all the same size now'],
      ['M', 'That last half sentence is the whole point of the exercise, Sam.'],
      ['T', '7 of 10!'],
      ['K', 'Congrats all. I am at 8 trades, two to go'],
    ],
    recap: 'Thank you for posting your sheets. No one moved a stop this week. I am proud of this group.',
  },
];

const greetings: readonly (readonly [Voice, string])[] = [
  ['K', 'gm'],
  ['S', 'Good morning everyone'],
  ['L', 'morning ☕'],
  ['R', 'gm all'],
  ['D', 'gm, coffee first'],
  ['T', 'Morning! Notes read.'],
];
const thanks: readonly (readonly [Voice, string])[] = [
  ['S', 'Thanks Maya, see you tomorrow'],
  ['P', 'Thank you!'],
  ['L', 'Good session, thanks'],
  ['K', 'thanks, bye all 👋'],
];

/** How many trading days the demo group has talked. */
export const dayCount: number = days.length;

/** The lines of one day before its talks: plan, greetings and what was seen. */
export function morningLines(index: number): Line[] {
  const day = days[index % days.length];
  if (day === undefined) return [];
  const greeting = rotate(greetings, index, 2).map(([by, text]) => ({ by, text }));
  const notes = day.notes.map(([by, text]) => ({ by, text }));
  return [
    ...greeting,
    {
      by: 'M',
      text: day.plan,
      reactions: [
        ['S', '👍'],
        ['R', '👍'],
      ],
    },
    ...notes,
  ];
}

/** The lines of one day after its talks: recap and good-byes. */
export function eveningLines(index: number): Line[] {
  const day = days[index % days.length];
  if (day === undefined) return [];
  const byes = rotate(thanks, index, 2).map(([by, text]) => ({ by, text }));
  return [{ by: 'M', text: day.recap, reactions: [['S', '👍']] }, ...byes];
}

function rotate<T>(list: readonly T[], from: number, count: number): T[] {
  return Array.from({ length: count }, (_, step) => list[(from * count + step) % list.length]).filter(
    (entry): entry is T => entry !== undefined,
  );
}
