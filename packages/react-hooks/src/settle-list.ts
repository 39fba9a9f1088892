// Measures the drawn rows of an anchored list, keeps its place, and extends the rows to draw.
import type { RowRange } from './anchored-list.types.ts';
import { type DrawnRows, heightOf, shiftOf } from './drawn-rows.ts';
import { ahead, behind, belowOf, positionOf, rowsBetween, shareOf } from './list-places.ts';
import { type ListState, placesOf, setRange, updateView } from './list-state.ts';
import { writeContent, writePosition, writeSpace } from './list-writes.ts';

/**
 * Draws the rows around the view if the drawn ones do not reach far enough; a few in each frame, so that none is longer
 * than the others. Returns whether rows have to be drawn.
 *
 * @param motion Pixels scrolled since the last frame, positive towards the first row.
 */
export function cover(list: ListState, motion: number): boolean {
  const next = rangeToCover(list, motion);
  return next !== null && setRange(list, next);
}

function rangeToCover(list: ListState, motion: number): RowRange | null {
  const { position, viewport, drawn, range, heights } = list;
  // Beyond a view's height in one frame, rows drawn ahead are never seen.
  const reach = Math.abs(motion) > viewport ? 0 : ahead;
  const low = position - (motion < 0 ? reach : 0);
  const high = position + viewport + (motion > 0 ? reach : 0);
  const bottom = drawn.below + list.nudge;
  const top = bottom + heightOf(drawn);
  // A fast scroll draws rows in each frame: a frame without any makes the next one late.
  const isShortAbove = range.start > 0 && (top < high || motion > behind);
  const isShortBelow = range.end < heights.count && (bottom > low || motion < -behind);
  if (!isShortAbove && !isShortBelow && !list.isStale) return null;
  const next = rowsBetween(placesOf(list), low - behind, high + behind);
  if (drawn.parts.length === 0 || top <= low || bottom >= high) return next;
  // Unmeasured rows count with the mean height of the drawn ones.
  const mean = (top - bottom) / drawn.parts.length;
  const rowsFor = (missing: number, passed: number): number =>
    Math.max(0, Math.ceil(shareOf(missing, passed) / mean));
  return {
    start: Math.max(next.start, range.start - rowsFor(high + behind - top, motion)),
    end: Math.min(next.end, range.end + rowsFor(bottom - low + behind, -motion)),
  };
}

/** Draws rows on both sides of a place that was just painted, so that the first frame of a scroll is not longer. */
function drawAhead(list: ListState): void {
  const { elements, goal, isScrolling, isStale, position, viewport, range } = list;
  if (elements === null || goal !== null || isScrolling || isStale) return;
  const next = rowsBetween(placesOf(list), position - ahead, position + viewport + ahead);
  setRange(list, { start: Math.min(range.start, next.start), end: Math.max(range.end, next.end) });
}

/** Measures the drawn rows, keeps the place, and draws more where that is not enough. */
export function settle(list: ListState): void {
  if (list.elements === null) return;
  const { scroller } = list.elements;
  const { drawn: before, viewport } = list;
  const now = measure(list);
  const hasGrownTaller = list.viewport > viewport;
  // A taller window near the first row is scrolled back, although unmeasured rows may make room: its place is kept.
  const from = hasGrownTaller ? Math.max(list.position, -scroller.scrollTop) : -scroller.scrollTop;
  list.position = -scroller.scrollTop;
  const isSettled = list.goal === null ? keepPlace(list, { before, now, from }) : reachGoal(list, now);
  if (isSettled) list.isFollowing = list.view.isAtEnd;
  list.hasGrown = false;
}

function measure(list: ListState): DrawnRows {
  const { elements, heights, range } = list;
  const below = belowOf(placesOf(list), range.end);
  if (elements === null) return { parts: [], heights: [], below };
  list.drawn = { ...list.drawn, below };
  // Before the first read, so that the browser computes the layout once.
  writeSpace(list);
  list.viewport = elements.scroller.clientHeight;
  const parts = [...elements.content.children].filter((part) => part !== elements.space);
  const measured = parts.map((part) => part.getBoundingClientRect().height);
  // All are 0 while the list is hidden, or where there is no layout.
  if (!measured.some((height) => height > 0)) {
    return { parts, heights: parts.map((_, i) => heights.get(range.start + i)), below };
  }
  for (const [i, height] of measured.entries()) heights.set(range.start + i, height);
  return { parts, heights: measured, below };
}

function reachGoal(list: ListState, now: DrawnRows): boolean {
  list.drawn = now;
  list.nudge = 0;
  list.owed = 0;
  writeContent(list);
  if (list.goal !== null) writePosition(list, positionOf(placesOf(list), list.goal));
  updateView(list);
  // The estimate of unmeasured rows may have been too low.
  if (cover(list, 0)) return false;
  list.goal = null;
  requestAnimationFrame(() => requestAnimationFrame(() => drawAhead(list)));
  return true;
}

function keepPlace(
  list: ListState,
  { before, now, from }: { readonly before: DrawnRows; readonly now: DrawnRows; readonly from: number },
): boolean {
  const seen = { position: list.position - list.nudge, viewport: list.viewport };
  const shift = list.isFollowing ? null : shiftOf(before, now, seen);
  list.drawn = now;
  writeContent(list);
  if (list.isFollowing && list.hasGrown && list.position !== 0) writePosition(list, 0);
  // Relative to `from`: the browser has scrolled a shorter list part of the way already.
  else if (shift !== null && (Math.abs(shift + list.owed) > 0.01 || from > list.position)) {
    const wanted = from + shift - list.nudge + list.owed;
    writePosition(list, wanted);
    list.owed = wanted - list.position + list.nudge;
  }
  updateView(list);
  if (cover(list, 0)) return false;
  list.owed = 0;
  return true;
}
