import type { AnswerFailure } from '../api-client/index.ts';
import type { NewsItem } from '../contract/index.ts';
import { formatInstant } from '../shared/dates.ts';
import type { NewsError } from './news.types.ts';

/** Newest first; of the same second, the higher id first, so that the order never changes from load to load. */
export function orderNews(items: readonly NewsItem[]): readonly NewsItem[] {
  return [...items].sort((a, b) => b.datetime - a.datetime || b.id - a.id);
}

/** The date of a news story, in the viewer's zone; empty for what is no date. `seconds` is unix time. */
export function formatNewsDate(seconds: number): string {
  return formatInstant(seconds * 1000, 'MMMM Do YYYY, h:mm:ss A');
}

/** What a failed answer means here. */
export function newsErrorOf(answer: AnswerFailure): NewsError {
  if (answer.kind === 'http') return { code: 'news-refused' };
  if (answer.kind === 'network' || answer.kind === 'aborted') return { code: 'news-unreachable' };
  return { code: 'news-unreadable' };
}
