import type { AnswerFailure } from '../api-client/index.ts';
import type { NewsItem } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
import type { NewsError } from './news.types.ts';

/** Sorts news, newest first, then by descending id, so that the order is stable. */
export function orderNews(items: readonly NewsItem[]): readonly NewsItem[] {
  return [...items].sort((a, b) => b.datetime - a.datetime || b.id - a.id);
}

/** Formats a date of news in the viewer's zone; empty for an invalid date. `seconds` is unix time. */
export function formatNewsDate(seconds: number): string {
  return formatInstant(seconds * 1000, 'MMMM Do YYYY, h:mm:ss A');
}

/** Maps a failed answer to this feature's error. */
export function newsErrorOf(answer: AnswerFailure): NewsError {
  if (answer.kind === 'http') return { code: 'news-refused' };
  if (answer.kind === 'network' || answer.kind === 'aborted') return { code: 'news-unreachable' };
  return { code: 'news-unreadable' };
}
