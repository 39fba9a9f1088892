// Positions of an anchored list's rows, in pixels from the list's end, and the rows to render. Pure.
import type { RowAlign, RowRange } from './anchored-list.types.ts';
import type { RowHeights } from './row-heights.ts';

/** Number of rows in the first rendering, before any measurement. */
const firstRows = 12;
/** Pixels rendered beyond the view in the scroll direction, and on both sides after each rendering. */
export const ahead = 300;
export const behind = 100;

/** The target of a scroll. */
export type Goal =
  | { readonly kind: 'end' }
  | { readonly kind: 'row'; readonly index: number; readonly align: RowAlign };

/** The measurements of a list. */
export interface Places {
  readonly heights: RowHeights;
  readonly paddingStart: number;
  readonly paddingEnd: number;
  /** Estimated height in pixels of an unmeasured row. */
  readonly estimate: number;
  /** Pixels from the bottom of the view to the list's end. */
  readonly position: number;
  /** The view's height in pixels; 0 before it is measured. */
  readonly viewport: number;
}

/** Returns the pixels from the list's end to the end of the row before `index`. */
export function belowOf({ heights, paddingEnd }: Places, index: number): number {
  return paddingEnd + heights.total - heights.before(index);
}

/** Returns the rows between two distances from the list's end. */
export function rowsBetween({ heights, paddingEnd }: Places, low: number, high: number): RowRange {
  if (heights.count === 0) return { start: 0, end: 0 };
  const end = heights.total + paddingEnd;
  return { start: heights.indexAt(end - high), end: heights.indexAt(end - low) + 1 };
}

/** Returns the rows to render for a target where nothing is rendered yet. */
export function rangeOfGoal({ heights: { count }, viewport, estimate }: Places, wanted: Goal): RowRange {
  // The viewport is not measured before the first rendering.
  const spread = viewport === 0 ? firstRows : Math.max(firstRows, Math.ceil(viewport / estimate));
  if (wanted.kind === 'end') return { start: Math.max(0, count - spread), end: count };
  const from = wanted.align === 'start' ? 2 : Math.ceil(spread / 2);
  const start = Math.max(0, Math.min(wanted.index - from, count - spread));
  return { start, end: Math.min(count, start + spread + 2) };
}

/** Returns the target's position in pixels from the list's end. */
export function positionOf(places: Places, wanted: Goal): number {
  if (wanted.kind === 'end') return 0;
  const { heights, paddingStart, paddingEnd, position, viewport } = places;
  const { index, align } = wanted;
  const height = heights.get(index);
  const low = belowOf(places, index + 1);
  const most = paddingStart + paddingEnd + heights.total - viewport;
  const place = {
    start: low + height - viewport,
    center: low + (height - viewport) / 2,
    // The minimum scroll distance.
    auto: Math.max(Math.min(position, low), low + height - viewport),
  }[align];
  return Math.max(0, Math.min(place, most));
}

/**
 * Returns how many of the `missing` pixels to render in this frame: those scrolled past in it and a share of the rest.
 * Rendering all would overshoot, leaving one frame idle and the next one late. Rows that the next such step makes
 * visible are always included.
 */
export function shareOf(missing: number, passed: number): number {
  if (passed <= 0 || passed > ahead + behind) return missing;
  return Math.max(missing - (ahead + behind - passed), passed + (missing - passed) / 4);
}

/** Whether a goal is among the drawn rows. */
export function isDrawn({ start, end }: RowRange, goal: Goal, count: number): boolean {
  return goal.kind === 'end' ? end === count : goal.index >= start && goal.index < end;
}

/** The rows to draw after `count` rows were inserted at `index`. */
export function rangeAfterAdd(
  range: RowRange,
  added: {
    readonly index: number;
    readonly count: number;
    /** Appended after the last row. */
    readonly isLast: boolean;
    readonly isFollowing: boolean;
  },
): RowRange {
  const { start, end } = range;
  const { index, count } = added;
  if (index <= start) return { start: start + count, end: end + count };
  if (index > end) return range;
  if (!added.isLast) return { start, end: end + count };
  // At the end, appended rows replace earlier ones; elsewhere they are not drawn yet.
  return added.isFollowing ? { start: Math.min(start + count, index), end: end + count } : range;
}

/** The rows to draw after `count` rows were removed from `index`. */
export function rangeAfterRemove(
  { start, end }: RowRange,
  { index, count }: { readonly index: number; readonly count: number },
): RowRange {
  const moved = (edge: number): number => edge - Math.max(0, Math.min(edge - index, count));
  return { start: moved(start), end: moved(end) };
}
