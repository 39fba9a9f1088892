/** A day of the US market as `YYYY-MM-DD`. */
export type MarketDay = string;

const DAY_MS = 86_400_000;

/** Returns midnight UTC of a day in milliseconds since the epoch. */
function dayMs(day: MarketDay): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Returns the UTC day of a time in milliseconds since the epoch. */
export function dayOf(ms: number): MarketDay {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns the day `days` calendar days later. Negative: earlier. */
export function addDays(day: MarketDay, days: number): MarketDay {
  return dayOf(dayMs(day) + days * DAY_MS);
}

/** Returns the day of the week; 0 is Sunday. */
export function weekday(day: MarketDay): number {
  return new Date(dayMs(day)).getUTCDay();
}

/** Returns the nth weekday (0: Sunday) of a month (`month` from 1); -1 is the last one. */
export function nthWeekday(
  year: number,
  month: number,
  [nth, day]: readonly [nth: number, day: number],
): MarketDay {
  if (nth < 0) {
    const last = dayOf(Date.UTC(year, month, 0));
    return addDays(last, -((weekday(last) - day + 7) % 7));
  }
  const first = dayOf(Date.UTC(year, month - 1, 1));
  return addDays(first, ((day - weekday(first) + 7) % 7) + (nth - 1) * 7);
}

/** Moves a holiday on Saturday to Friday, on Sunday to Monday. */
function observed(day: MarketDay): MarketDay {
  const at = weekday(day);
  return at === 6 ? addDays(day, -1) : at === 0 ? addDays(day, 1) : day;
}

/** Returns Easter Sunday (anonymous Gregorian algorithm). */
function easter(year: number): MarketDay {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return dayOf(Date.UTC(year, month - 1, ((h + l - 7 * m + 114) % 31) + 1));
}

const holidaysByYear = new Map<number, ReadonlySet<MarketDay>>();

function holidaysOf(year: number): ReadonlySet<MarketDay> {
  const known = holidaysByYear.get(year);
  if (known !== undefined) return known;
  const newYear = `${year}-01-01`;
  const days = new Set<MarketDay>([
    // New Year's Day on a Saturday is not moved.
    weekday(newYear) === 6 ? newYear : observed(newYear),
    nthWeekday(year, 1, [3, 1]),
    nthWeekday(year, 2, [3, 1]),
    addDays(easter(year), -2),
    nthWeekday(year, 5, [-1, 1]),
    observed(`${year}-06-19`),
    observed(`${year}-07-04`),
    nthWeekday(year, 9, [1, 1]),
    nthWeekday(year, 11, [4, 4]),
    observed(`${year}-12-25`),
  ]);
  holidaysByYear.set(year, days);
  return days;
}

/** Returns whether the US options market is open on a day. */
export function isTradingDay(day: MarketDay): boolean {
  const at = weekday(day);
  return at !== 0 && at !== 6 && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** Returns whether a trading day ends at 13:00: July 3, the day after Thanksgiving, and Christmas Eve. */
function isHalfDay(day: MarketDay): boolean {
  const date = day.slice(5);
  if (date === '07-03' || date === '12-24') return isTradingDay(day);
  return day === addDays(nthWeekday(Number(day.slice(0, 4)), 11, [4, 4]), 1);
}

/** Returns the last trading day before a day. */
export function previousTradingDay(day: MarketDay): MarketDay {
  let before = addDays(day, -1);
  while (!isTradingDay(before)) before = addDays(before, -1);
  return before;
}

/** Returns New York's offset from UTC in milliseconds. Daylight saving time: 2nd Sunday of March to 1st of November. */
function newYorkOffset(day: MarketDay): number {
  const year = Number(day.slice(0, 4));
  const summer = day >= nthWeekday(year, 3, [2, 0]) && day < nthWeekday(year, 11, [1, 0]);
  return (summer ? 4 : 5) * 3_600_000;
}

/**
 * Returns the open (9:30) and close (16:00, on half days 13:00) of a trading day in New York, in milliseconds since the
 * epoch.
 */
export function sessionOf(day: MarketDay): { open: number; close: number } {
  const midnight = dayMs(day) + newYorkOffset(day);
  return { open: midnight + 9.5 * 3_600_000, close: midnight + (isHalfDay(day) ? 13 : 16) * 3_600_000 };
}

/** Returns the newest trading day whose session has started. */
export function latestSession(now: number): MarketDay {
  let day = dayOf(now);
  while (!isTradingDay(day) || sessionOf(day).open > now) day = addDays(day, -1);
  return day;
}
