import {
  addDays,
  isTradingDay,
  type MarketDay,
  nthWeekday,
  previousTradingDay,
  weekday,
} from '@openbell/example-server';

/** The third Friday of a month, for `nthWeekday`. */
const THIRD_FRIDAY = [3, 5] as const;

/** Returns the expiry in the week of a day: Friday, or Thursday if Friday is a holiday. */
function weeklyExpiry(day: MarketDay): MarketDay {
  const friday = addDays(day, 5 - weekday(day));
  return isTradingDay(friday) ? friday : previousTradingDay(friday);
}

/**
 * Returns the listed expiries as of a day, ascending: the weeklies of `weeks` weeks, the monthlies (third Fridays) of this
 * month and the next `months` months, those of the next two Januaries, and for `daily` underlyings each trading day among
 * seven days from `day`.
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
        nthWeekday(year + Math.floor((month - 1 + ahead) / 12), ((month - 1 + ahead) % 12) + 1, THIRD_FRIDAY),
      ),
    );
  }
  for (const ahead of [1, 2]) found.add(weeklyExpiry(nthWeekday(year + ahead, 1, THIRD_FRIDAY)));
  return [...found].filter((expiry) => expiry >= day).sort();
}
