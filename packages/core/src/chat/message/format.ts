// Formats of times, in the viewer's zone.
import { formatInstant } from '../../shared/dates.ts';
import { parseInstant } from '../../shared/instants.ts';

type Moment = string | number | null | undefined;

/** The chat list's time: `21 Nov 2026 03:30 pm`. */
export function formatListTime(at: Moment): string {
  return formatInstant(at, 'DD MMM YYYY hh:mm a');
}

/** The tooltip of a date: `21st November 2026, 03:30:05 pm`. */
export function formatTooltip(at: Moment): string {
  return formatInstant(at, 'Do MMMM YYYY, hh:mm:ss a');
}

/** The time beside a message: `03:30 pm`. Without the library of the others: each drawn row asks for it. */
export function formatMessageTime(at: Moment): string {
  const instant = parseInstant(at);
  if (instant === null) return '';
  const date = new Date(instant);
  const hours = date.getHours();
  return `${twoDigits(hours % 12 || 12)}:${twoDigits(date.getMinutes())} ${hours < 12 ? 'am' : 'pm'}`;
}

/** The day a divider names; null for today and yesterday, for which the catalogue has words. */
export function dayName(
  at: Moment,
  now: number,
): { readonly day: 'today' | 'yesterday' | 'other'; readonly text: string } {
  const key = dayKey(at);
  const text = formatInstant(at, 'dddd, D MMMM YYYY');
  if (key === dayKey(now)) return { day: 'today', text };
  // Noon of today less a day is always yesterday, also where a day has 23 or 25 hours.
  const noon = new Date(now);
  noon.setHours(12, 0, 0, 0);
  return { day: key === dayKey(noon.getTime() - 86_400_000) ? 'yesterday' : 'other', text };
}

/** Tells days of the viewer's zone apart: `2026-11-21`. */
export function dayKey(at: Moment): string {
  const instant = parseInstant(at);
  if (instant === null) return '';
  const date = new Date(instant);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');

const units = ['B', 'KB', 'MB', 'GB'];

/** A file's size as a person reads it: `812 B`, `1.4 MB`. Empty when it is not known. */
export function formatFileSize(bytes: number | null): string {
  if (bytes === null || !Number.isFinite(bytes) || bytes < 0) return '';
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const text = unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1).replace(/\.0$/, '');
  return `${text} ${units[unit]}`;
}

/** What kind of file it is, as its name says: `PDF`, `DOCX`. Empty for a name without an extension. */
export function fileExtension(name: string): string {
  return /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1]?.toUpperCase() ?? '';
}

/** The minute in which something was said, for grouping; null for an unreadable date. */
export function minuteOf(at: Moment): number | null {
  const instant = parseInstant(at);
  return instant === null ? null : Math.floor(instant / 60_000);
}
