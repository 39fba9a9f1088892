// When the demo group said what: trading days before today, in the hours of the New York session.
import { previousTradingDay } from '@openbell/example-server';
import { dayCount, eveningLines, morningLines } from './days.ts';
import { shortTalks } from './short-talks.ts';
import { type Line, talks } from './talks.ts';

interface SeedLine extends Line {
  /** A notice of the system. */
  readonly activity?: true;
}

export interface ScheduledLine extends SeedLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** In the newest page, so that a person sees what a notice looks like. */
const renamed: SeedLine = { by: 'M', text: 'Maya renamed this group to “Opening Range”.', activity: true };

/** The whole conversation, oldest first; every line is before `now`. */
export function scheduleConversation(now: number): ScheduledLine[] {
  return tradingDaysBefore(now, dayCount).flatMap((midnight, index) => {
    const talksToday = pick(talks, index, dayCount);
    const shortsToday = pick(shortTalks, index, dayCount);
    const middle = talksToday.flatMap((talk, at) => [...(shortsToday[at] ?? []), ...talk]);
    const rest = shortsToday.slice(talksToday.length).flat();
    const notices = index === dayCount - 1 ? [renamed] : [];
    return spread([...notices, ...morningLines(index), ...middle, ...rest, ...eveningLines(index)], midnight);
  });
}

/** From 13:05 UTC, before the open, to about 21:00, at about equal distances; answers come sooner. */
function spread(lines: readonly SeedLine[], midnight: number): ScheduledLine[] {
  const start = midnight + 13 * 60 * MINUTE + 5 * MINUTE;
  const step = (7.8 * 60 * MINUTE) / lines.length;
  return lines.map((line, index) => {
    // Answers come quickly, and no two days tick alike.
    const wobble = ((midnight / DAY + index * 7) % 5) * 0.12;
    const quick = line.repliesBack === undefined ? 0 : 0.35;
    return { ...line, at: Math.round(start + step * (index + wobble - quick)) };
  });
}

/** Midnights (UTC) of the last `count` trading days before today. */
function tradingDaysBefore(now: number, count: number): number[] {
  const found: number[] = [];
  let day = new Date(now).toISOString().slice(0, 10);
  while (found.length < count) {
    day = previousTradingDay(day);
    found.unshift(Date.parse(day));
  }
  return found;
}

/** The `index`-th of `parts` parts of a list, of nearly equal length. */
function pick<T>(list: readonly T[], index: number, parts: number): readonly T[] {
  return list.slice(
    Math.floor((index * list.length) / parts),
    Math.floor(((index + 1) * list.length) / parts),
  );
}
