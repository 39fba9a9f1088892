/** The interval of a price. */
export type Interval = 'month' | 'year';

/** Returns the end of the `count`-th period after `anchor` (unix seconds, UTC): 31 January, 28 February, 31 March. */
export function periodAfter(anchor: number, interval: Interval, count: number): number {
  const start = new Date(anchor * 1000);
  const months = interval === 'year' ? 12 * count : count;
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1);
  const month = new Date(first);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  const timeOfDay = anchor - Math.floor(anchor / 86_400) * 86_400;
  return first / 1000 + (day - 1) * 86_400 + timeOfDay;
}

/** Returns the first period end after `moment`, counted from `anchor`. */
export function nextPeriodEnd(anchor: number, interval: Interval, moment: number): number {
  const from = new Date(anchor * 1000);
  const at = new Date(moment * 1000);
  const months = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  let count = Math.max(0, Math.floor(interval === 'year' ? months / 12 : months) - 1);
  while (periodAfter(anchor, interval, count) <= moment) count += 1;
  return periodAfter(anchor, interval, count);
}
