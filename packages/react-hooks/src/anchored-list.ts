// A list that is read from its end, as a chat is: only what is near the view is drawn, and what is read stays where it
// is, whatever comes before it, after it, or changes its height.
//
// The scrolling element counts from its end (`flex-direction: column-reverse`): what is put before never moves what is
// seen, and who is at the end stays there, without a line of code. The drawn rows stand in normal flow, above a space as
// high as all that is below them; so the browser lays each out once and moves none, and true heights only matter when
// rows below the view change. Then the scroll position moves along in the same frame, before anything is painted.
import type {
  AnchoredList,
  AnchoredListOptions,
  ListElements,
  ListView,
  RowRange,
  RowSource,
} from './anchored-list.types.ts';
import { type DrawnRows, firstSeen, hasResizedRow, heightOf, noRows, shiftOf } from './drawn-rows.ts';
import {
  ahead,
  behind,
  belowOf,
  type Goal,
  type Places,
  positionOf,
  rangeOfGoal,
  rowsBetween,
  shareOf,
} from './list-places.ts';
import { createRowHeights, type RowHeights } from './row-heights.ts';

export function createAnchoredList(options: AnchoredListOptions): AnchoredList {
  const { rows, estimate, paddingStart, paddingEnd, endThreshold } = options;
  let heights: RowHeights = createRowHeights(lengthOf(rows, options.count), estimate);
  let range: RowRange = { start: 0, end: 0 };
  /** Rows have changed since the last drawing. */
  let isStale = false;
  /** Something was appended since then. */
  let hasGrown = false;
  let goal: Goal | null =
    options.openAt === undefined ? { kind: 'end' } : { kind: 'row', index: options.openAt, align: 'start' };
  let elements: ListElements | null = null;
  /** What was drawn last. */
  let drawn = noRows;
  /** Less than a pixel: what the browser rounds a scroll position by, taken back from the rows. */
  let nudge = 0;
  /** Pixels that are still to be scrolled: there was no room for them before rows that nobody had measured were drawn. */
  let owed = 0;
  /** Pixels from the view's lower edge to the list's end, as last seen. */
  let position = 0;
  let viewport = 0;
  let isScrolling = false;
  let scrolls = 0;
  /**
   * Whether the end was in view when somebody last scrolled, or the list last came to rest: then nothing is held, and what
   * is appended is followed. What comes near the end while it settles is still what is being held.
   */
  let isFollowing = true;
  let view: ListView = { first: 0, isAtEnd: true };
  let contentHeight = -1;
  let spaceHeight = -1;
  let observer: ResizeObserver | null = null;
  const rangeListeners = new Set<() => void>();
  const viewListeners = new Set<(view: ListView) => void>();

  /** The list as it is looked at now. */
  const places = (): Places => ({ heights, paddingStart, paddingEnd, estimate, position, viewport });

  function setRange(start: number, end: number): boolean {
    if (start === range.start && end === range.end && !isStale) return false;
    range = { start, end };
    for (const listener of rangeListeners) listener();
    return true;
  }

  /**
   * Draws the rows round the view, if what is drawn does not reach far enough: a little at each frame, so that none is
   * longer than the others.
   */
  function cover(motion: number): boolean {
    // Beyond a view's height a frame, nothing that is drawn ahead is ever seen.
    const reach = Math.abs(motion) > viewport ? 0 : ahead;
    const low = position - (motion < 0 ? reach : 0);
    const high = position + viewport + (motion > 0 ? reach : 0);
    const bottom = drawn.below + nudge;
    const top = bottom + heightOf(drawn);
    // Who scrolls fast gets rows in each frame: one that draws none makes the next one late.
    const isShortAbove = range.start > 0 && (top < high || motion > behind);
    const isShortBelow = range.end < heights.count && (bottom > low || motion < -behind);
    if (!isShortAbove && !isShortBelow && !isStale) return false;
    const next = rowsBetween(places(), low - behind, high + behind);
    if (drawn.parts.length === 0 || top <= low || bottom >= high) return setRange(next.start, next.end);
    // Rows that nobody has measured are taken to be as high as those that are drawn.
    const mean = (top - bottom) / drawn.parts.length;
    const rowsFor = (missing: number, passed: number): number =>
      Math.max(0, Math.ceil(shareOf(missing, passed) / mean));
    return setRange(
      Math.max(next.start, range.start - rowsFor(high + behind - top, motion)),
      Math.min(next.end, range.end + rowsFor(bottom - low + behind, -motion)),
    );
  }

  /**
   * Once the place that was wanted is painted, what a scroll draws ahead is drawn on either side: its first frame has no
   * more to do than the others. Not more than that: each row that stands there makes an appended one dearer.
   */
  function drawAhead(): void {
    if (elements === null || goal !== null || isScrolling || isStale) return;
    const next = rowsBetween(places(), position - ahead, position + viewport + ahead);
    setRange(Math.min(range.start, next.start), Math.max(range.end, next.end));
  }

  function writeSpace(height: number): void {
    if (elements === null || height === spaceHeight) return;
    spaceHeight = height;
    elements.space.style.height = `${height}px`;
  }

  /**
   * Each change of the whole length makes the browser draw everything again (its layer counts from the top), so while
   * somebody scrolls where nobody has been it waits, as long as there is room. Always whole pixels, as the layer counts
   * from the top: else all letters would stand elsewhere between two pixels each time another row has been measured.
   */
  function writeContent(): void {
    const height = Math.ceil(paddingStart + heights.total + paddingEnd - 0.01);
    if (elements === null || height === contentHeight) return;
    const hasRoom = range.start > 0 && drawn.below + heightOf(drawn) + viewport < contentHeight;
    if (isScrolling && hasRoom) return;
    contentHeight = height;
    elements.content.style.height = `${height}px`;
    // A list that has become shorter is scrolled back by the browser.
    position = Math.max(0, Math.min(position, height - viewport));
  }

  /** Scrolls there; what the browser rounds off is given to the rows, so that they stand where they should. */
  function writePosition(wanted: number): void {
    if (elements === null) return;
    elements.scroller.scrollTop = -wanted;
    position = -elements.scroller.scrollTop;
    const rest = position - wanted;
    nudge = Math.abs(rest) < 1 && position > 0 ? rest : 0;
    writeSpace(drawn.below + nudge);
  }

  /** Takes what stands in the document: measures it, holds the place, and draws more where that is not enough. */
  function settle(): void {
    if (elements === null) return;
    const { scroller, content, space } = elements;
    const nextBelow = belowOf(places(), range.end);
    writeSpace(nextBelow + nudge);
    const hasGrownTaller = scroller.clientHeight > viewport;
    viewport = scroller.clientHeight;
    const nextParts = [...content.children].filter((part) => part !== space);
    const nextHeights = nextParts.map((part) => part.getBoundingClientRect().height);
    // Nothing is laid out: the list is hidden, or there is no layout at all.
    const isLaidOut = nextHeights.some((height) => height > 0);
    if (!isLaidOut) {
      for (let i = 0; i < nextHeights.length; i += 1) nextHeights[i] = heights.get(range.start + i);
    }
    for (const [i, height] of nextHeights.entries()) heights.set(range.start + i, height);
    // A window that becomes taller near the first row is scrolled back, though there may be room once rows that nobody had
    // measured are: it is held where it stood.
    const from = hasGrownTaller ? Math.max(position, -scroller.scrollTop) : -scroller.scrollTop;
    position = -scroller.scrollTop;
    const was = drawn;
    const now: DrawnRows = { parts: nextParts, heights: nextHeights, below: nextBelow };
    if (goal !== null) {
      drawn = now;
      nudge = 0;
      owed = 0;
      writeContent();
      writePosition(positionOf(places(), goal));
      look();
      // Rows that nobody had measured may have been too few.
      if (!cover(0)) {
        goal = null;
        isFollowing = view.isAtEnd;
        requestAnimationFrame(() => requestAnimationFrame(drawAhead));
      }
    } else {
      const seen = { position: position - nudge, viewport };
      const shift = isFollowing ? null : shiftOf(was, now, seen);
      drawn = now;
      writeContent();
      if (isFollowing && hasGrown && position !== 0) writePosition(0);
      // From where it stood: a list that has become shorter is scrolled back, which is part of the way already.
      else if (shift !== null && (Math.abs(shift + owed) > 0.01 || from > position)) {
        const wanted = from + shift - nudge + owed;
        writePosition(wanted);
        owed = wanted - position + nudge;
      }
      look();
      if (!cover(0)) {
        owed = 0;
        isFollowing = view.isAtEnd;
      }
    }
    hasGrown = false;
    watch(was.parts);
  }

  /** Hears of each drawn row when its height changes. */
  function watch(before: readonly Element[]): void {
    if (observer === null || before === drawn.parts) return;
    const now = new Set(drawn.parts);
    for (const part of before) if (!now.delete(part)) observer.unobserve(part);
    for (const part of now) observer.observe(part);
  }

  /** Whether rows or the view have another size than they were measured with. */
  function hasResized(entries: readonly ResizeObserverEntry[]): boolean {
    const isViewResized = entries.some(
      ({ target }) => target === elements?.scroller && target.clientHeight !== viewport,
    );
    return isViewResized || hasResizedRow(drawn, entries);
  }

  function look(): void {
    const isAtEnd = position <= endThreshold;
    const first = range.start + firstSeen(drawn, { position: position - nudge, viewport });
    if (first === view.first && isAtEnd === view.isAtEnd) return;
    view = { first, isAtEnd };
    for (const listener of viewListeners) listener(view);
  }

  function onScroll(): void {
    if (elements === null) return;
    const now = -elements.scroller.scrollTop;
    const motion = now - position;
    if (motion === 0) return;
    position = now;
    owed = 0;
    goal = null;
    isScrolling = true;
    scrolls += 1;
    isFollowing = position <= endThreshold;
    if (!cover(motion)) look();
  }

  /** A wheel's notches, a key's repeats and a script's steps each end a scroll; it has ended when a frame goes by without. */
  function onScrollEnd(): void {
    const last = scrolls;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (scrolls !== last) return;
        isScrolling = false;
        writeContent();
      }),
    );
  }

  function aim(wanted: Goal): void {
    goal = wanted;
    if (elements === null) return;
    const isDrawn =
      !isStale &&
      (wanted.kind === 'end'
        ? range.end === heights.count
        : wanted.index >= range.start && wanted.index < range.end);
    if (isDrawn) settle();
    else {
      const next = rangeOfGoal(places(), wanted);
      isStale = true;
      setRange(next.start, next.end);
    }
  }

  function onChange(kind: 'added' | 'changed' | 'removed', index: number, count: number): void {
    if (kind === 'changed') return;
    isStale = true;
    isScrolling = false;
    const { start, end } = range;
    if (kind === 'added') {
      const isLast = index === heights.count;
      heights.insert(index, count);
      if (goal?.kind === 'row' && index <= goal.index) goal = { ...goal, index: goal.index + count };
      if (start === end) {
        goal ??= { kind: 'end' };
        range = rangeOfGoal(places(), goal);
      } else if (index <= start) range = { start: start + count, end: end + count };
      else if (index <= end) {
        hasGrown = true;
        // At the end, the window goes along with what is appended; elsewhere what comes last is not drawn yet.
        if (!isLast) range = { start, end: end + count };
        else if (isFollowing) range = { start: Math.min(start + count, index), end: end + count };
      }
    } else {
      heights.remove(index, count);
      const gone = (edge: number): number => edge - Math.max(0, Math.min(edge - index, count));
      range = { start: gone(start), end: gone(end) };
    }
  }

  /** Whether these are other rows than those whose changes were heard: the thread has begun anew. */
  function refresh(): void {
    const count = lengthOf(rows, heights.count);
    if (count === heights.count) return;
    heights = createRowHeights(count, estimate);
    isStale = true;
    aim({ kind: 'end' });
  }

  if (goal !== null) range = rangeOfGoal(places(), goal);
  return {
    range: () => range,
    onRange(listener) {
      rangeListeners.add(listener);
      return () => void rangeListeners.delete(listener);
    },
    view: () => view,
    onView(listener) {
      viewListeners.add(listener);
      return () => void viewListeners.delete(listener);
    },
    attach(next) {
      elements = next;
      contentHeight = -1;
      spaceHeight = -1;
      const off = rows.onChange(onChange);
      refresh();
      next.scroller.addEventListener('scroll', onScroll, { passive: true });
      next.scroller.addEventListener('scrollend', onScrollEnd, { passive: true });
      observer =
        typeof ResizeObserver === 'undefined'
          ? null
          : new ResizeObserver((entries) => {
              // What is not drawn yet is measured when it is.
              if (!isStale && next.scroller.clientHeight > 0 && hasResized(entries)) settle();
            });
      observer?.observe(next.scroller);
      for (const part of drawn.parts) observer?.observe(part);
      return () => {
        off();
        observer?.disconnect();
        observer = null;
        next.scroller.removeEventListener('scroll', onScroll);
        next.scroller.removeEventListener('scrollend', onScrollEnd);
        elements = null;
      };
    },
    drawn(what) {
      if (elements === null) return;
      refresh();
      if (what !== range) return;
      isStale = false;
      settle();
    },
    scrollToEnd: () => aim({ kind: 'end' }),
    scrollToIndex: (index, align) => aim({ kind: 'row', index, align }),
  };
}

/** How many rows there are, from a guess that is nearly right. */
function lengthOf(rows: RowSource, guess: number): number {
  let length = guess;
  while (rows.at(length) !== undefined) length += 1;
  while (length > 0 && rows.at(length - 1) === undefined) length -= 1;
  return length;
}
