/**
 * Returns the options of `Intl.DateTimeFormat` for the parts that format letters name, for example `DD MMM YYYY hh:mm a`.
 * With `a` or `A` the locale chooses between 12 and 24 hours.
 */
export function datePartsOf(letters: string): Intl.DateTimeFormatOptions {
  const has = (pattern: RegExp): boolean => pattern.test(letters);
  return {
    ...(has(/dddd/) && { weekday: 'long' }),
    ...(has(/Y/) && { year: 'numeric' }),
    ...(has(/M/) && { month: has(/MMMM/) ? 'long' : has(/MMM/) ? 'short' : 'numeric' }),
    ...(has(/D/) && { day: 'numeric' }),
    ...(has(/h/i) && { hour: 'numeric', minute: '2-digit' }),
    ...(has(/s/) && { second: '2-digit' }),
    ...(has(/H/) && { hourCycle: 'h23' }),
  } satisfies Intl.DateTimeFormatOptions;
}
