// A list that is read from its end, like a chat. It draws only rows near the view and keeps the rows in view in place
// when rows are added, removed or resized. `flex-direction: column-reverse` makes the browser count from the end, so
// that earlier rows never move the view; changes below it move the scroll position before the next paint.
import type { AnchoredList, AnchoredListOptions } from './anchored-list.types.ts';
import { hasResizedRow } from './drawn-rows.ts';
import { type Goal, isDrawn, rangeAfterAdd, rangeAfterRemove, rangeOfGoal } from './list-places.ts';
import { createListState, type ListState, placesOf, setRange, updateView } from './list-state.ts';
import { writeContent } from './list-writes.ts';
import { createRowHeights } from './row-heights.ts';
import { cover, settle } from './settle-list.ts';

/** WebKit emits `scrollend` from 26.2 on. Before, the scroll has ended when no event arrives for a while. */
const quietMs = 150;

export function createAnchoredList<Row>(options: AnchoredListOptions<Row>): AnchoredList<Row> {
  const { rows } = options;
  const list = createListState(options);
  let observer: ResizeObserver | null = null;
  let observed: readonly Element[] = [];

  /** Measures, then observes the height of each drawn row. */
  function measureAndObserve(): void {
    settle(list);
    const { parts } = list.drawn;
    if (observer === null || observed === parts) return;
    const added = new Set(parts);
    for (const part of observed) if (!added.delete(part)) observer.unobserve(part);
    for (const part of added) observer.observe(part);
    observed = parts;
  }

  function onResize(entries: readonly ResizeObserverEntry[]): void {
    const { elements, isStale, viewport, drawn } = list;
    // Rows that are not drawn yet are measured when they are.
    if (elements === null || isStale || elements.scroller.clientHeight === 0) return;
    const isViewResized = entries.some(
      ({ target }) => target === elements.scroller && target.clientHeight !== viewport,
    );
    if (isViewResized || hasResizedRow(drawn, entries)) measureAndObserve();
  }

  function aim(goal: Goal): void {
    list.goal = goal;
    if (list.elements === null) return;
    if (!list.isStale && isDrawn(list.range, goal, list.heights.count)) measureAndObserve();
    else {
      list.isStale = true;
      setRange(list, rangeOfGoal(placesOf(list), goal));
    }
  }

  /** Resets the list when its rows were replaced without change events. */
  function refresh(): void {
    const count = rows.snapshot().length;
    if (count === list.heights.count) return;
    list.heights = createRowHeights(count, options.estimate);
    list.isStale = true;
    aim({ kind: 'end' });
  }

  let quiet: ReturnType<typeof setTimeout> | undefined;
  const onScrollEnd = (): void => endScroll(list);
  function onScroll(): void {
    followScroll(list);
    if (list.elements === null || 'onscrollend' in list.elements.scroller) return;
    clearTimeout(quiet);
    quiet = setTimeout(onScrollEnd, quietMs);
  }

  return {
    rows,
    range: () => list.range,
    onRange(listener) {
      list.rangeListeners.add(listener);
      return () => void list.rangeListeners.delete(listener);
    },
    view: () => list.view,
    onView(listener) {
      list.viewListeners.add(listener);
      return () => void list.viewListeners.delete(listener);
    },
    attach(elements) {
      const { scroller } = elements;
      list.elements = elements;
      list.contentHeight = -1;
      list.spaceHeight = -1;
      const off = rows.onChange((kind, index, count) => changeRows(list, { kind, index, count }));
      refresh();
      scroller.addEventListener('scroll', onScroll, { passive: true });
      scroller.addEventListener('scrollend', onScrollEnd, { passive: true });
      observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(onResize);
      observer?.observe(scroller);
      observed = list.drawn.parts;
      for (const part of observed) observer?.observe(part);
      return () => {
        off();
        observer?.disconnect();
        observer = null;
        scroller.removeEventListener('scroll', onScroll);
        scroller.removeEventListener('scrollend', onScrollEnd);
        clearTimeout(quiet);
        list.elements = null;
      };
    },
    drawn(range) {
      if (list.elements === null) return;
      refresh();
      if (range !== list.range) return;
      list.isStale = false;
      measureAndObserve();
    },
    scrollToEnd: () => aim({ kind: 'end' }),
    scrollToIndex: (index, align) => aim({ kind: 'row', index, align }),
  };
}

function followScroll(list: ListState): void {
  if (list.elements === null) return;
  const now = -list.elements.scroller.scrollTop;
  const motion = now - list.position;
  if (motion === 0) return;
  list.position = now;
  list.owed = 0;
  list.goal = null;
  list.isScrolling = true;
  list.scrolls += 1;
  list.isFollowing = now <= list.options.endThreshold;
  if (!cover(list, motion)) updateView(list);
}

/** Each step of a wheel or key emits `scrollend`: the scroll has ended when a frame passes without another. */
function endScroll(list: ListState): void {
  const last = list.scrolls;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (list.scrolls !== last) return;
      list.isScrolling = false;
      writeContent(list);
    }),
  );
}

function changeRows(
  list: ListState,
  change: { readonly kind: 'added' | 'changed' | 'removed'; readonly index: number; readonly count: number },
): void {
  const { kind, index, count } = change;
  if (kind === 'changed') return;
  list.isStale = true;
  list.isScrolling = false;
  const { heights, range, goal, isFollowing } = list;
  if (kind === 'removed') {
    heights.remove(index, count);
    list.range = rangeAfterRemove(range, change);
    return;
  }
  const isLast = index === heights.count;
  heights.insert(index, count);
  if (goal?.kind === 'row' && index <= goal.index) list.goal = { ...goal, index: goal.index + count };
  if (range.start === range.end) {
    list.goal ??= { kind: 'end' };
    list.range = rangeOfGoal(placesOf(list), list.goal);
    return;
  }
  if (index > range.start && index <= range.end) list.hasGrown = true;
  list.range = rangeAfterAdd(range, { index, count, isLast, isFollowing });
}
