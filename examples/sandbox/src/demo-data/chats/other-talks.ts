// The demo's smaller conversations: one personal, one of a separate study group, and the group's first notice.
import type { ScheduledLine } from './schedule.ts';
import type { Voice } from './talks.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The first line of the demo group. */
export function groupNotice(at: number): ScheduledLine {
  const text = 'Maya created this group. Everything here is for education; nobody gives financial advice.';
  return { by: 'M', text, at, activity: true };
}

const personal: readonly (readonly [Voice, string])[] = [
  ['S', 'Hi Maya, could you look over my journal of last week? Three pages, photos follow on Monday.'],
  ['M', 'Gladly. Please mark the two trades that you are least sure about, then we start with those.'],
  ['S', 'The XLE one and the one on Tuesday where I was early.'],
  [
    'M',
    'Read them. Your entries are fine. What I would change is the order of your notes: you write the target first and the stop last. Turn that around and the size follows by itself.',
  ],
  ['S', 'I had not noticed that I do this'],
  ['M', 'Nobody does. It is why somebody else should read it.'],
  ['S', 'And the early one?'],
  [
    'M',
    'You took the second step for the third. Count from the first pullback that holds, not from the low.',
  ],
  ['S', 'That clears up a lot actually. I will go through the October charts with that.'],
  ['M', 'Do ten of them, and send me only the ones where you and the rule disagree.'],
  ['S', 'Deal 👍'],
  ['S', 'Did all ten. Two disagreements, both times I saw a step where there was only a wick.'],
  ['M', 'Then you have found your blind spot with two examples. That was a good week of work, Sam.'],
];

/** Mentor and subscriber, over the last days. */
export function personalLines(now: number): ScheduledLine[] {
  const evening = Math.floor(now / DAY) * DAY - 4 * DAY + 21.5 * 60 * MINUTE;
  return personal.map(([by, text], index) => {
    const day = index < 5 ? 0 : index < 11 ? 1 : 3;
    return { by, text, at: evening + day * DAY + index * 7 * MINUTE };
  });
}

/** `S` is the account `other` here. */
const study: readonly (readonly [Voice, string])[] = [
  ['S', 'Welcome to the study circle! Saturday 10:00, one chapter a week, everybody explains one page.'],
  ['P', 'Chapter 8 this week? I take page 3'],
  ['D', 'page 1, the easy one'],
  ['L', 'Page 2 then. Who does the exercise?'],
  ['S', 'I do. Covered calls, with numbers, no live account.'],
  ['D', 'can we do the part on assignment again, I got lost'],
  ['S', 'Yes, first ten minutes.'],
  ['P', 'Running five minutes late tomorrow, start without me'],
  [
    'L',
    'Notes from today: 1. assignment can happen any day before expiry. 2. mostly when there is hardly any time value left. 3. and before dividends.',
  ],
  ['S', 'Great notes, thank you Luisa.'],
];

/** The study circle, over the last week. */
export function studyLines(now: number): ScheduledLine[] {
  const morning = Math.floor(now / DAY) * DAY - 6 * DAY + 15 * 60 * MINUTE;
  return study.map(([by, text], index) => ({
    by,
    text,
    at: morning + Math.floor(index / 4) * DAY + index * 11 * MINUTE,
  }));
}
