// Which part of a chat is loaded. Pure: each function returns the next coverage.
import type { ThreadPage } from './types.ts';

export interface Coverage {
  /** Ids of messages before which others may be missing, ascending. */
  readonly gaps: readonly number[];
  /** The newest message known before the connection was lost; null without a break. */
  readonly breakAt: number | null;
  readonly hasOlder: boolean;
  /** The start of what is loaded; the viewer may have deleted the messages there. */
  readonly startsAt: number | null;
  readonly isLoaded: boolean;
}

export const emptyCoverage: Coverage = {
  gaps: [],
  breakAt: null,
  hasOlder: true,
  startsAt: null,
  isLoaded: false,
};

const withGap = (gaps: readonly number[], id: number): readonly number[] =>
  gaps.includes(id) ? gaps : [...gaps, id].sort((a, b) => a - b);

export function addGap(coverage: Coverage, id: number): Coverage {
  return { ...coverage, gaps: withGap(coverage.gaps, id) };
}

/** A message is appended. After a lost connection it may have a gap before it, also when it is an older one that changed. */
export function coverAppended(coverage: Coverage, id: number): Coverage {
  return coverage.breakAt === null ? coverage : addGap(coverage, id);
}

/** A row is removed: a gap before it becomes a gap before `next`, unless it was the first row. */
export function coverRemoved(coverage: Coverage, id: number, next: number | undefined): Coverage {
  if (!coverage.gaps.includes(id)) return coverage;
  const rest = { ...coverage, gaps: coverage.gaps.filter((gap) => gap !== id) };
  return next === undefined ? rest : addGap(rest, next);
}

/** Everything before `id` is removed. */
export function coverFrom(coverage: Coverage, id: number): Coverage {
  return { ...coverage, gaps: coverage.gaps.filter((gap) => gap > id), hasOlder: true, startsAt: id };
}

/** Where the loaded messages start; null without any. `oldest`: the id of the first one. */
export function startOf({ startsAt }: Coverage, oldest: number | null): number | null {
  const first = oldest ?? startsAt;
  return first === null ? null : Math.min(first, startsAt ?? first);
}

/** Whether a page ends before the loaded messages start, which began earlier when it was requested. */
export function isBeforeStart(coverage: Coverage, { before }: ThreadPage, oldest: number | null): boolean {
  const start = startOf(coverage, oldest);
  if (before === undefined || start === null) return false;
  return coverage.isLoaded && coverage.hasOlder && before < start;
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

/** Coverage after a page was merged. */
export function coverPage(coverage: Coverage, page: ThreadPage, merged: MergedPage): Coverage {
  const { after, before, first_message_id } = page;
  const { first, last, oldest } = merged;
  let { gaps, hasOlder, startsAt, breakAt } = coverage;
  let reachesStart = first_message_id === -1;
  if (first !== undefined && last !== undefined) {
    // There are no gaps inside a page, nor between its end and the id that it was requested with.
    const end = before ?? (after === undefined ? last : Number.POSITIVE_INFINITY);
    gaps = gaps.filter((id) => id > end || (id <= first && !reachesStart));
  } else if (before !== undefined) {
    gaps = gaps.filter((id) => id !== before);
    reachesStart = oldest === undefined || before <= oldest;
  } else if (after !== undefined) {
    gaps = gaps.filter((id) => id <= after);
    reachesStart = after < 0;
  } else reachesStart ||= merged.wasEmpty;
  if (reachesStart) hasOlder = false;
  if (after === undefined ? before === undefined : breakAt !== null && after <= breakAt) breakAt = null;
  const startsGap = first !== undefined && first_message_id !== -1 && !merged.isFirstKnown;
  if (startsGap && oldest !== undefined && oldest < first) gaps = withGap(gaps, first);
  else if (startsGap) {
    hasOlder = true;
    startsAt = first;
  }
  return { gaps, breakAt, hasOlder, startsAt, isLoaded: true };
}
