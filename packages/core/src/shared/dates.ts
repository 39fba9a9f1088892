// The only file that imports dayjs: all date formats are in one place.
import dayjs from 'dayjs';
import { formatLocale, localeFormats } from './formats.ts';
import { parseInstant } from './instants.ts';

/** The viewer's time zone at an instant (`EST`, `GMT+1`); empty for an unreadable date. */
export function zoneText(input: string | number | null | undefined): string {
  const instant = parseInstant(input);
  if (instant === null) return '';
  const parts = new Intl.DateTimeFormat(formatLocale(), { timeZoneName: 'short' }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/**
 * Formats an instant in the viewer's zone, by the given format letters
 * ('DD MMM YYYY hh:mm a', 'Do MMMM YYYY, hh:mm:ss a', 'MMMM Do YYYY, h:mm:ss A').
 * Gives the empty string for an unreadable date. A locale chooses its own order and separators.
 */
export function formatInstant(input: string | number | null | undefined, format: string): string {
  const instant = parseInstant(input);
  if (instant === null) return '';
  const formats = localeFormats();
  if (formats !== null) return formats.date(instant, format);
  const date = dayjs(instant);
  // dayjs has no 'Do', and its plugin would change every date of a host that shares this dayjs.
  const ordinal = (): string => String(dayjs.Ls[date.locale()]?.ordinal?.(date.date()) ?? date.date());
  return date.format(format.replace('Do', ordinal));
}
