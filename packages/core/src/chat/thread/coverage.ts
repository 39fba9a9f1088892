// Which part of a chat is loaded. Pure: each function returns the next coverage.
import type { ThreadPage } from './types.ts';

export interface Coverage {
  /** Ids of messages before which others may be missing, ascending. */
  readonly gaps: readonly number[];
  /** The newest message known before the connection was lost; null without a break. */
  readonly breakAt: number | null;
  readonly hasOlder: boolean;
  /** The start of the oldest page; the viewer may have deleted all of its messages. */
  readonly oldestRead: number | null;
  readonly isLoaded: boolean;
}

export const emptyCoverage: Coverage = {
  gaps: [],
  breakAt: null,
  hasOlder: true,
  oldestRead: null,
  isLoaded: false,
};

export function addGap(coverage: Coverage, id: number): Coverage {
  const { gaps } = coverage;
  return gaps.includes(id) ? coverage : { ...coverage, gaps: [...gaps, id].sort((a, b) => a - b) };
}

/** A message is appended: the first one after a lost connection may have a gap before it. */
export function coverAppended(coverage: Coverage, id: number): Coverage {
  const { breakAt, gaps } = coverage;
  return breakAt !== null && (gaps.at(-1) ?? Number.NEGATIVE_INFINITY) <= breakAt
    ? addGap(coverage, id)
    : coverage;
}

/** A row is removed: a gap before it becomes a gap before `next`, unless it was the first row. */
export function coverRemoved(coverage: Coverage, id: number, next: number | undefined): Coverage {
  if (!coverage.gaps.includes(id)) return coverage;
  const rest = { ...coverage, gaps: coverage.gaps.filter((gap) => gap !== id) };
  return next === undefined ? rest : addGap(rest, next);
}

/** Everything before `id` is removed. */
export function coverFrom(coverage: Coverage, id: number): Coverage {
  return { ...coverage, gaps: coverage.gaps.filter((gap) => gap > id), hasOlder: true, oldestRead: null };
}

/** The thread after a page was merged. */
export interface MergedPage {
  /** First and last id of the page; undefined for an empty page. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Whether the first message was loaded before, without a gap before it. */
  readonly isFirstKnown: boolean;
  /** Whether the thread had no messages before. */
  readonly wasEmpty: boolean;
  /** The oldest message of the thread. */
  readonly oldest: number | undefined;
}

export function coverPage(before: Coverage, page: ThreadPage, merged: MergedPage): Coverage {
  const isNewest = page.after === undefined && page.before === undefined;
  const endsBreak =
    isNewest || (page.after !== undefined && before.breakAt !== null && page.after <= before.breakAt);
  const coverage: Coverage = { ...before, isLoaded: true, breakAt: endsBreak ? null : before.breakAt };
  const { first, last, oldest } = merged;
  if (first === undefined || last === undefined) return coverEmptyPage(coverage, page, merged);
  const next = closeGaps(coverage, { first, last, page });
  if (page.first_message_id === -1 || merged.isFirstKnown) return next;
  return oldest !== undefined && oldest < first
    ? addGap(next, first)
    : { ...next, hasOlder: true, oldestRead: first };
}

/** A page has no gaps inside, nor between its end and the id that it was requested with. */
function closeGaps(
  coverage: Coverage,
  { first, last, page }: { readonly first: number; readonly last: number; readonly page: ThreadPage },
): Coverage {
  const end = page.before ?? (page.after === undefined ? last : Number.POSITIVE_INFINITY);
  const reachesStart = page.first_message_id === -1;
  const gaps = coverage.gaps.filter((id) => id > end || (id <= first && !reachesStart));
  return { ...coverage, gaps, hasOlder: coverage.hasOlder && !reachesStart };
}

/** An empty page shows that there is nothing before (or after) the id that it was requested with. */
function coverEmptyPage(coverage: Coverage, page: ThreadPage, merged: MergedPage): Coverage {
  const { before, after } = page;
  const { gaps } = coverage;
  if (before !== undefined) {
    const isStart = merged.oldest === undefined || before <= merged.oldest;
    return {
      ...coverage,
      gaps: gaps.filter((gap) => gap !== before),
      hasOlder: coverage.hasOlder && !isStart,
    };
  }
  if (after !== undefined)
    return {
      ...coverage,
      gaps: gaps.filter((gap) => gap <= after),
      hasOlder: coverage.hasOlder && after >= 0,
    };
  return merged.wasEmpty || page.first_message_id === -1 ? { ...coverage, hasOlder: false } : coverage;
}
