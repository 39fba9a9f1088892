// A list that is read from its end, as a chat is: only what is near the view is drawn, and what is read stays where it
// is, whatever comes before it, after it, or changes its height.
//
// The scrolling element counts from its end (`flex-direction: column-reverse`): what is put before never moves what is
// seen, and who is at the end stays there, without a line of code. The drawn rows stand in normal flow, above a space as
// high as all that is below them; so the browser lays each out once and moves none, and true heights only matter when
// rows below the view change. Then the scroll position moves along in the same frame, before anything is painted.
import { createRowHeights, type RowHeights } from './row-heights.ts';

/** Where the rows come from: a thread of the chat engine, say. */
export interface RowSource {
  /** The row at an index; undefined beyond the last. */
  at(index: number): unknown;
  /** Hears each change of rows as it happens. */
  onChange(
    listener: (kind: 'added' | 'changed' | 'removed', index: number, count: number) => void,
  ): () => void;
}

/** The rows that are drawn: from `start` to before `end`. A new object for each change. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** What can be seen. */
export interface ListView {
  /** The first row in view. */
  readonly first: number;
  /** Whether the list's end is in view, within the threshold. */
  readonly isAtEnd: boolean;
}

export type RowAlign = 'start' | 'center' | 'auto';

export interface AnchoredListOptions {
  readonly rows: RowSource;
  /** How many rows there are, as far as is known. */
  readonly count: number;
  /** Pixels of a row that has not been measured. */
  readonly estimate: number;
  /** Pixels before the first and after the last row. */
  readonly paddingStart: number;
  readonly paddingEnd: number;
  /** Pixels from the end within which the list counts as being there, and follows what is appended. */
  readonly endThreshold: number;
  /** The row at whose start the list opens; at its end without one. */
  readonly openAt?: number | undefined;
}

/** The elements of a list. */
interface ListElements {
  /** What scrolls. */
  readonly scroller: HTMLElement;
  /** Its whole length: a column that ends where it ends, whose children are the drawn rows, then `space`. */
  readonly content: HTMLElement;
  /** As high as all that is below the drawn rows. */
  readonly space: HTMLElement;
}

export interface AnchoredList {
  readonly range: () => RowRange;
  readonly onRange: (listener: () => void) => () => void;
  readonly view: () => ListView;
  readonly onView: (listener: (view: ListView) => void) => () => void;
  /** Follows the rows and the elements until the returned function is called. */
  attach(elements: ListElements): () => void;
  /** Call when rows have been drawn anew, before they are painted: `range` is what was drawn. */
  drawn(range: RowRange): void;
  scrollToEnd(): void;
  scrollToIndex(index: number, align: RowAlign): void;
}

/** Rows drawn at first, before anybody has measured anything. */
const firstRows = 16;
/** Pixels drawn beyond what is seen, where the view goes to; and at both ends whenever rows are drawn. */
const ahead = 300;
const behind = 100;

type Goal =
  | { readonly kind: 'end' }
  | { readonly kind: 'row'; readonly index: number; readonly align: RowAlign };

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
  /** What was drawn last: the rows' elements with their heights, and the pixels from the list's end to the last one. */
  let parts: readonly Element[] = [];
  let partHeights: readonly number[] = [];
  let below = 0;
  /** Less than a pixel: what the browser rounds a scroll position by, taken back from the rows. */
  let nudge = 0;
  /** Pixels that are still to be scrolled: there was no room for them before rows that nobody had measured were drawn. */
  let owed = 0;
  /** Pixels from the view's lower edge to the list's end, as last seen. */
  let position = 0;
  let viewport = 0;
  let isScrolling = false;
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

  /** Pixels from the list's end to the end of the row before `index`. */
  const belowOf = (index: number): number => paddingEnd + heights.total - heights.before(index);

  function setRange(start: number, end: number): boolean {
    if (start === range.start && end === range.end && !isStale) return false;
    range = { start, end };
    for (const listener of rangeListeners) listener();
    return true;
  }

  /** The rows between two distances from the list's end. */
  function rowsBetween(low: number, high: number): RowRange {
    if (heights.count === 0) return { start: 0, end: 0 };
    const end = heights.total + paddingEnd;
    return { start: heights.indexAt(end - high), end: heights.indexAt(end - low) + 1 };
  }

  function rangeOfGoal(wanted: Goal): RowRange {
    const { count } = heights;
    // Before the first drawing nobody has looked at the window.
    const spread = viewport === 0 ? firstRows : Math.max(firstRows, Math.ceil(viewport / estimate));
    if (wanted.kind === 'end') return { start: Math.max(0, count - spread), end: count };
    const from = wanted.align === 'start' ? 2 : Math.ceil(spread / 2);
    const start = Math.max(0, Math.min(wanted.index - from, count - spread));
    return { start, end: Math.min(count, start + spread + 2) };
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
    const bottom = below + nudge;
    const isShortAbove = range.start > 0 && bottom + sum(partHeights) < high;
    const isShortBelow = range.end < heights.count && bottom > low;
    if (!isShortAbove && !isShortBelow && !isStale) return false;
    const next = rowsBetween(low - behind, high + behind);
    return setRange(next.start, next.end);
  }

  /** Where the wanted place is, in pixels from the list's end. */
  function positionOf(wanted: Goal): number {
    if (wanted.kind === 'end') return 0;
    const { index, align } = wanted;
    const height = heights.get(index);
    const low = belowOf(index + 1);
    const most = paddingStart + paddingEnd + heights.total - viewport;
    const place = {
      start: low + height - viewport,
      center: low + (height - viewport) / 2,
      // As little as needed.
      auto: Math.max(Math.min(position, low), low + height - viewport),
    }[align];
    return Math.max(0, Math.min(place, most));
  }

  function writeSpace(height: number): void {
    if (elements === null || height === spaceHeight) return;
    spaceHeight = height;
    elements.space.style.height = `${height}px`;
  }

  /**
   * Each change of the whole length makes the browser draw everything again (its layer counts from the top), so while
   * somebody scrolls where nobody has been it waits, as long as there is room.
   */
  function writeContent(): void {
    const height = paddingStart + heights.total + paddingEnd;
    if (elements === null || height === contentHeight) return;
    const hasRoom = range.start > 0 && below + sum(partHeights) + viewport < contentHeight;
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
    writeSpace(below + nudge);
  }

  /** How far the row that is held has gone from the list's end since the last drawing; null when none is left. */
  function shiftOf(
    nextParts: readonly Element[],
    nextHeights: readonly number[],
    nextBelow: number,
  ): number | null {
    const places = new Map<Element, number>();
    let place = nextBelow;
    for (let i = nextParts.length - 1; i >= 0; i -= 1) {
      place += nextHeights[i] ?? 0;
      const part = nextParts[i];
      if (part !== undefined) places.set(part, place);
    }
    // The row in the middle of the view is held: what changes above it goes up, what changes below it goes down.
    const middle = position + viewport / 2;
    let shift: number | null = null;
    place = below + nudge;
    for (let i = parts.length - 1; i >= 0; i -= 1) {
      place += partHeights[i] ?? 0;
      const part = parts[i];
      const now = part === undefined ? undefined : places.get(part);
      if (now === undefined) continue;
      if (place > position + viewport && shift !== null) break;
      shift = now + nudge - place;
      if (place > middle) break;
    }
    return shift;
  }

  /** Takes what stands in the document: measures it, holds the place, and draws more where that is not enough. */
  function settle(): void {
    if (elements === null) return;
    const { scroller, content, space } = elements;
    const nextBelow = belowOf(range.end);
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
    const was = parts;
    if (goal !== null) {
      parts = nextParts;
      partHeights = nextHeights;
      below = nextBelow;
      nudge = 0;
      owed = 0;
      writeContent();
      writePosition(positionOf(goal));
      look();
      // Rows that nobody had measured may have been too few.
      if (!cover(0)) {
        goal = null;
        isFollowing = view.isAtEnd;
      }
    } else {
      const shift = isFollowing ? null : shiftOf(nextParts, nextHeights, nextBelow);
      parts = nextParts;
      partHeights = nextHeights;
      below = nextBelow;
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
    watch(was);
  }

  /** Hears of each drawn row when its height changes. */
  function watch(before: readonly Element[]): void {
    if (observer === null || before === parts) return;
    const now = new Set(parts);
    for (const part of before) if (!now.delete(part)) observer.unobserve(part);
    for (const part of now) observer.observe(part);
  }

  /** Whether rows or the view have another size than they were measured with. */
  function hasResized(entries: readonly ResizeObserverEntry[]): boolean {
    return entries.some(({ target, borderBoxSize: [size] }) => {
      if (target === elements?.scroller) return target.clientHeight !== viewport;
      const known = partHeights[parts.indexOf(target)];
      return known !== undefined && Math.abs(known - (size?.blockSize ?? known)) > 0.01;
    });
  }

  function look(): void {
    const isAtEnd = position <= endThreshold;
    let first = range.end;
    let place = below + nudge;
    while (first > range.start && place < position + viewport) {
      first -= 1;
      place += partHeights[first - range.start] ?? 0;
    }
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
    isFollowing = position <= endThreshold;
    if (!cover(motion)) look();
  }

  function onScrollEnd(): void {
    isScrolling = false;
    writeContent();
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
      const next = rangeOfGoal(wanted);
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
        range = rangeOfGoal(goal);
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

  if (goal !== null) range = rangeOfGoal(goal);
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
      for (const part of parts) observer?.observe(part);
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

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** How many rows there are, from a guess that is nearly right. */
function lengthOf(rows: RowSource, guess: number): number {
  let length = guess;
  while (rows.at(length) !== undefined) length += 1;
  while (length > 0 && rows.at(length - 1) === undefined) length -= 1;
  return length;
}
