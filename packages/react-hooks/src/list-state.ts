// The state of an anchored list. Positions are pixels from the list's end.
import type { AnchoredListOptions, ListElements, ListView, RowRange } from './anchored-list.types.ts';
import { type DrawnRows, firstSeen, noRows } from './drawn-rows.ts';
import { type Goal, type Places, rangeOfGoal } from './list-places.ts';
import { createRowHeights, type RowHeights } from './row-heights.ts';

export interface ListState {
  readonly options: AnchoredListOptions;
  heights: RowHeights;
  range: RowRange;
  /** Rows have changed since the last drawing. */
  isStale: boolean;
  /** Rows were appended since the last drawing. */
  hasGrown: boolean;
  /** A place to scroll to, until it is drawn. */
  goal: Goal | null;
  elements: ListElements | null;
  drawn: DrawnRows;
  /** The browser's rounding of the scroll position, less than a pixel, which the rows compensate. */
  nudge: number;
  /** Pixels still to scroll when unmeasured rows have been drawn. */
  owed: number;
  /** From the view's lower edge to the list's end. */
  position: number;
  viewport: number;
  isScrolling: boolean;
  scrolls: number;
  /** The end was in view when the user last scrolled or the list settled: appended rows are followed. */
  isFollowing: boolean;
  view: ListView;
  contentHeight: number;
  spaceHeight: number;
  readonly rangeListeners: Set<() => void>;
  readonly viewListeners: Set<(view: ListView) => void>;
}

export function createListState(options: AnchoredListOptions): ListState {
  const { rows, estimate, openAt } = options;
  const list: ListState = {
    options,
    heights: createRowHeights(rows.snapshot().length, estimate),
    range: { start: 0, end: 0 },
    isStale: false,
    hasGrown: false,
    goal: openAt === undefined ? { kind: 'end' } : { kind: 'row', index: openAt, align: 'start' },
    elements: null,
    drawn: noRows,
    nudge: 0,
    owed: 0,
    position: 0,
    viewport: 0,
    isScrolling: false,
    scrolls: 0,
    isFollowing: true,
    view: { first: 0, isAtEnd: true },
    contentHeight: -1,
    spaceHeight: -1,
    rangeListeners: new Set(),
    viewListeners: new Set(),
  };
  if (list.goal !== null) list.range = rangeOfGoal(placesOf(list), list.goal);
  return list;
}

export function placesOf({ options, heights, position, viewport }: ListState): Places {
  const { paddingStart, paddingEnd, estimate } = options;
  return { heights, paddingStart, paddingEnd, estimate, position, viewport };
}

/** Changes the rows to draw; false when they are the same. */
export function setRange(list: ListState, { start, end }: RowRange): boolean {
  if (start === list.range.start && end === list.range.end && !list.isStale) return false;
  list.range = { start, end };
  for (const listener of list.rangeListeners) listener();
  return true;
}

export function updateView(list: ListState): void {
  const { position, nudge, viewport, view } = list;
  const isAtEnd = position <= list.options.endThreshold;
  const first = list.range.start + firstSeen(list.drawn, { position: position - nudge, viewport });
  if (first === view.first && isAtEnd === view.isAtEnd) return;
  list.view = { first, isAtEnd };
  for (const listener of list.viewListeners) listener(list.view);
}
