import type { NewsItem } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';

/** Sorts news, newest first, those without a time last, then by descending id, so that the order is stable. */
export function orderNews(items: readonly NewsItem[]): readonly NewsItem[] {
  return [...items].sort((a, b) => timeOf(b) - timeOf(a) || b.id - a.id);
}

const timeOf = ({ datetime }: NewsItem): number => datetime ?? Number.MIN_SAFE_INTEGER;

/** Formats a date of news in the viewer's zone; empty for a missing or invalid date. `seconds` is unix time. */
export function formatNewsDate(seconds: number | null): string {
  return formatInstant(seconds === null ? null : seconds * 1000, 'MMMM Do YYYY, h:mm:ss A');
}
