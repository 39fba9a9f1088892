/** A day of the US market as `YYYY-MM-DD`. */
export type MarketDay = string;

const DAY_MS = 86_400_000;

/** Midnight UTC of a day, in milliseconds. */
function dayMs(day: MarketDay): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The day that contains this moment, read in UTC. */
export function dayOf(ms: number): MarketDay {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The day so many calendar days later (or earlier). */
export function addDays(day: MarketDay, days: number): MarketDay {
  return dayOf(dayMs(day) + days * DAY_MS);
}

/** 0 is Sunday. */
export function weekday(day: MarketDay): number {
  return new Date(dayMs(day)).getUTCDay();
}

/** Returns the nth weekday (0: Sunday) of a month (`month` from 1); -1 is the last one. */
function nthWeekday(year: number, month: number, [nth, day]: readonly [nth: number, day: number]): MarketDay {
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

/** Easter Sunday (the anonymous Gregorian algorithm). */
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

/** Returns whether the US options market is open on a day. Half days count as whole days. */
export function isTradingDay(day: MarketDay): boolean {
  const at = weekday(day);
  return at !== 0 && at !== 6 && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** The last trading day before this one. */
export function previousTradingDay(day: MarketDay): MarketDay {
  let before = addDays(day, -1);
  while (!isTradingDay(before)) before = addDays(before, -1);
  return before;
}

/** New York's offset from UTC on that day's trading hours, in milliseconds (summer time: March's 2nd to November's 1st Sunday). */
function newYorkOffset(day: MarketDay): number {
  const year = Number(day.slice(0, 4));
  const summer = day >= nthWeekday(year, 3, [2, 0]) && day < nthWeekday(year, 11, [1, 0]);
  return (summer ? 4 : 5) * 3_600_000;
}

/** Opening (9:30) and closing (16:00) of a trading day in New York, in milliseconds of the epoch. */
export function sessionOf(day: MarketDay): { open: number; close: number } {
  const midnight = dayMs(day) + newYorkOffset(day);
  return { open: midnight + 9.5 * 3_600_000, close: midnight + 16 * 3_600_000 };
}

/** Returns the newest trading day whose session has started. */
export function latestSession(now: number): MarketDay {
  let day = dayOf(now);
  while (!isTradingDay(day) || sessionOf(day).open > now) day = addDays(day, -1);
  return day;
}

/** The expiry of the week that contains the day: its Friday, or the Thursday before when Friday is a holiday. */
function weeklyExpiry(day: MarketDay): MarketDay {
  const friday = addDays(day, 5 - weekday(day));
  return isTradingDay(friday) ? friday : previousTradingDay(friday);
}

/**
 * The listed expiries seen from a day, ascending: the weeklies of `weeks` weeks, the monthlies (third Fridays)
 * of the following `months`, the next two Januaries, and, for `daily` underlyings, each day of the next five.
 */
export function expiriesFrom(
  day: MarketDay,
  options: { weeks: number; months: number; daily: boolean },
): MarketDay[] {
  const found = new Set<MarketDay>();
  if (options.daily) {
    for (let ahead = 0; ahead < 7; ahead += 1) {
      const at = addDays(day, ahead);
      if (isTradingDay(at)) found.add(at);
    }
  }
  for (let week = 0; week < options.weeks; week += 1) found.add(weeklyExpiry(addDays(day, week * 7)));
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  for (let ahead = 0; ahead <= options.months; ahead += 1) {
    found.add(
      weeklyExpiry(
        nthWeekday(year + Math.floor((month - 1 + ahead) / 12), ((month - 1 + ahead) % 12) + 1, [3, 5]),
      ),
    );
  }
  for (const ahead of [1, 2]) found.add(weeklyExpiry(nthWeekday(year + ahead, 1, [3, 5])));
  return [...found].filter((expiry) => expiry >= day).sort();
}
