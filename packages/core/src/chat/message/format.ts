// Formats of times, in the viewer's time zone, and of files.
import { formatInstant } from '../../shared/dates.ts';
import { localeFormats } from '../../shared/formats.ts';
import { parseInstant } from '../../shared/instants.ts';

/** @inline */
type DateInput = string | number | null | undefined;

/** Formats a time for the chat list: `21 Nov 2026 03:30 pm`. */
export function formatListTime(at: DateInput): string {
  return formatInstant(at, 'DD MMM YYYY hh:mm a');
}

/** Formats a time for a tooltip: `21st November 2026, 03:30:05 pm`. */
export function formatTooltip(at: DateInput): string {
  return formatInstant(at, 'Do MMMM YYYY, hh:mm:ss a');
}

/** Formats the time of a message: `03:30 pm`. Without a library, because each rendered row calls it. */
export function formatMessageTime(at: DateInput): string {
  const instant = parseInstant(at);
  if (instant === null) return '';
  const formats = localeFormats();
  if (formats !== null) return formats.date(instant, 'hh:mm a');
  const date = new Date(instant);
  const hours = date.getHours();
  return `${twoDigits(hours % 12 || 12)}:${twoDigits(date.getMinutes())} ${hours < 12 ? 'am' : 'pm'}`;
}

/** The label of a day divider; for `today` and `yesterday` use the catalogue's texts. */
export function dayName(
  at: DateInput,
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

/** A key of the day in the viewer's time zone: `2026-11-21`. */
export function dayKey(at: DateInput): string {
  const instant = parseInstant(at);
  if (instant === null) return '';
  const date = new Date(instant);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');

const units = ['B', 'KB', 'MB', 'GB'];

/** Formats a file size: `812 B`, `1.4 MB`. Empty when unknown. */
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

/** Returns the extension of a file name: `PDF`, `DOCX`. Empty without one. */
export function fileExtension(name: string): string {
  return /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1]?.toUpperCase() ?? '';
}

/** Returns the minute since 1970, for grouping; null for an unreadable date. */
export function minuteOf(at: DateInput): number | null {
  const instant = parseInstant(at);
  return instant === null ? null : Math.floor(instant / 60_000);
}
