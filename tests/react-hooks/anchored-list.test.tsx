// The list anchored at its end, with a mock of the browser's layout: rows of any height in a column aligned at its end,
// and a scroll position in whole pixels.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnchoredList } from '../../packages/react-hooks/src/anchored-list.ts';
import type { AnchoredList } from '../../packages/react-hooks/src/anchored-list.types.ts';
import { createRowHeights } from '../../packages/react-hooks/src/row-heights.ts';
import { propertyCases } from '../support/property-cases.ts';

const fullViewport = 600;
const paddingStart = 64;
const paddingEnd = 12;

interface Row {
  readonly element: HTMLElement;
  height: number;
}

/** A list whose rows are rendered as React would: when the range changes, before the next paint. */
function createPage(initial: readonly number[], openAt?: number) {
  const listeners = new Set<(kind: 'added' | 'changed' | 'removed', index: number, count: number) => void>();
  const heightOf = new WeakMap<Element, Row>();
  const makeRow = (height: number): Row => {
    const row = { element: document.createElement('div'), height };
    heightOf.set(row.element, row);
    return row;
  };
  const rows = initial.map(makeRow);
  const scroller = document.createElement('div');
  const content = document.createElement('div');
  const space = document.createElement('div');
  scroller.append(content);
  content.append(space);
  let top = 0;
  let viewport = fullViewport;
  const length = (): number => Number.parseFloat(content.style.height || '0');
  const most = (): number => Math.max(0, length() - viewport);
  /** How often the list has read a size after a change: the browser computes the layout each time. */
  let layouts = 0;
  let laidOut: unknown[] = [];
  function layOut(): void {
    const now = [...content.children, space.style.height, content.style.height];
    if (now.length === laidOut.length && now.every((part, i) => part === laidOut[i])) return;
    laidOut = now;
    layouts += 1;
  }
  Object.defineProperties(scroller, {
    clientHeight: {
      get: () => {
        layOut();
        return viewport;
      },
    },
    scrollTop: {
      get: () => {
        top = Math.min(top, most());
        return 0 - top;
      },
      set: (value: number) => {
        top = Math.max(0, Math.min(Math.round(-value), most()));
      },
    },
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    layOut();
    return { height: heightOf.get(this)?.height ?? 0 } as DOMRect;
  });
  const list: AnchoredList = createAnchoredList({
    rows: {
      snapshot: () => rows,
      $state: { listen: () => () => undefined },
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    estimate: 56,
    paddingStart,
    paddingEnd,
    endThreshold: 50,
    openAt,
  });
  let isDrawing = false;
  function draw(): void {
    if (isDrawing) return;
    isDrawing = true;
    for (let turn = 0, range = null; range !== list.range(); turn += 1) {
      if (turn > 20) throw new Error('It draws and draws');
      range = list.range();
      content.replaceChildren(...rows.slice(range.start, range.end).map(({ element }) => element), space);
      list.drawn(range);
    }
    isDrawing = false;
  }
  list.onRange(draw);
  list.attach({ scroller, content, space });
  draw();
  const send = (kind: 'added' | 'changed' | 'removed', index: number, count: number): void => {
    for (const listener of listeners) listener(kind, index, count);
  };

  /** Pixels from the bottom of the view to a rendered row's top edge; null when it is not rendered. */
  function placeOf(row: Row): number | null {
    if (row.element.parentNode !== content) return null;
    let place = Number.parseFloat(space.style.height) + scroller.scrollTop;
    for (
      let element = space.previousElementSibling;
      element !== null;
      element = element.previousElementSibling
    ) {
      place += heightOf.get(element)?.height ?? 0;
      if (element === row.element) break;
    }
    return place;
  }

  return {
    list,
    rows,
    draw,
    placeOf,
    viewport: () => viewport,
    isAtTop: () => top >= most() - 0.5,
    isAtBottom: () => top < 0.5,
    /** Changes the layout and notifies the resize observers. */
    resize(change: { readonly row?: Row; readonly height: number }): void {
      if (change.row === undefined) viewport = change.height;
      else change.row.height = change.height;
      const target = change.row?.element ?? scroller;
      hearSizes([{ target, borderBoxSize: [{ blockSize: change.height }] }]);
      draw();
    },
    scrollTop: () => scroller.scrollTop,
    layouts: () => layouts,
    drawnCount: () => content.childElementCount - 1,
    scrollBy(pixels: number, hasScrollEnd = true): void {
      scroller.scrollTop -= pixels;
      scroller.dispatchEvent(new Event('scroll'));
      if (hasScrollEnd) scroller.dispatchEvent(new Event('scrollend'));
    },
    /** Two frames without scrolling: the scroll has ended. */
    rest(): void {
      for (let turn = 0; turn < 2; turn += 1) for (const frame of frames.splice(0)) frame();
      draw();
    },
    length,
    /** The row with a visible top edge that is nearest to the middle of the view. */
    read(): Row | undefined {
      const inView = rows.filter((row) => {
        const place = placeOf(row);
        return place !== null && place > viewport / 2 && place <= viewport;
      });
      return inView.at(-1);
    },
    /** Whether rows cover the view, as far as there are rows. */
    isCovered(): boolean {
      const drawn = rows.map(placeOf).filter((place) => place !== null);
      const first = rows[0];
      const highest = Math.max(0, ...drawn);
      return highest >= viewport - 1 || (first !== undefined && placeOf(first) !== null) || rows.length === 0;
    },
    add(index: number, heights: readonly number[]): void {
      rows.splice(index, 0, ...heights.map(makeRow));
      send('added', index, heights.length);
      draw();
    },
    remove(index: number, count: number): void {
      rows.splice(index, count);
      send('removed', index, count);
      draw();
    },
  };
}

const many = (count: number, height = 40): number[] => Array.from({ length: count }, () => height);

/** Callbacks of the next frame. */
const frames: (() => void)[] = [];

/** Notifies the list of the page created last. */
let hearSizes: (entries: readonly object[]) => void = () => undefined;
class SizeObserver {
  constructor(callback: (entries: readonly object[]) => void) {
    hearSizes = callback;
  }
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  frames.length = 0;
  vi.stubGlobal('ResizeObserver', SizeObserver);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});
afterEach(() => vi.unstubAllGlobals());

describe('row heights', () => {
  it('match a plain array after any inserts, removals and measurements', () => {
    const step = fc.record({
      kind: fc.constantFrom('insert', 'remove', 'set'),
      at: fc.nat(500),
      count: fc.integer({ min: 1, max: 90 }),
      height: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(fc.nat(200), fc.array(step, { maxLength: 40 }), fc.nat(40_000), (count, steps, offset) => {
        const rows = createRowHeights(count, 50);
        const plain = Array.from({ length: count }, () => 50);
        for (const { kind, at, count: some, height } of steps) {
          const index = Math.min(at, plain.length);
          if (kind === 'insert') {
            rows.insert(index, some);
            plain.splice(index, 0, ...Array.from({ length: some }, () => 50));
          } else if (kind === 'remove') {
            const removed = Math.min(some, plain.length - index);
            rows.remove(index, removed);
            plain.splice(index, removed);
          } else if (index < plain.length) {
            rows.set(index, height);
            plain[index] = height;
          }
        }
        const above = (index: number): number =>
          plain.slice(0, index).reduce((sum, height) => sum + height, 0);
        expect(rows.count).toBe(plain.length);
        expect(rows.total).toBe(above(plain.length));
        for (const index of [0, plain.length >> 1, plain.length])
          expect(rows.before(index)).toBe(above(index));
        const found = rows.indexAt(offset);
        if (plain.length > 0 && offset < rows.total) {
          expect(rows.before(found)).toBeLessThanOrEqual(offset);
          expect(rows.before(found + 1)).toBeGreaterThan(offset);
        }
      }),
      { numRuns: propertyCases(200) },
    );
  });
});

describe('a list anchored at its end', () => {
  it('opens at its end and renders only nearby rows, also with 100,000 rows', () => {
    const page = createPage(many(100_000));
    expect(page.scrollTop()).toBe(0);
    expect(page.isCovered()).toBe(true);
    expect(page.drawnCount()).toBeLessThan(40);
    expect(page.list.view()).toMatchObject({ isAtEnd: true });
  });

  it("opens with a row's top edge at the top of the view [chat.opens-at-unread]", () => {
    const page = createPage(
      Array.from({ length: 300 }, (_, index) => 30 + ((index * 37) % 90)),
      120,
    );
    expect(page.placeOf(page.rows[120] as Row)).toBeCloseTo(page.viewport(), 0);
    expect(page.isCovered()).toBe(true);
    expect(page.list.view()).toMatchObject({ isAtEnd: false, first: 120 });
  });

  it('follows appended rows at its end, and keeps its position elsewhere [chat.near-end]', () => {
    const page = createPage(many(100));
    page.scrollBy(40);
    page.add(100, [70]);
    expect(page.scrollTop()).toBe(0);
    expect(page.placeOf(page.rows[100] as Row)).toBe(70 + paddingEnd);
    page.scrollBy(400);
    const row = page.read() as Row;
    const place = page.placeOf(row);
    page.add(101, [90, 20]);
    expect(page.placeOf(row)).toBeCloseTo(place ?? 0, 6);
    page.list.scrollToEnd();
    page.draw();
    expect(page.scrollTop()).toBe(0);
    expect(page.placeOf(page.rows[102] as Row)).toBe(20 + paddingEnd);
  });

  it('has a whole number of pixels for any measured heights', () => {
    const page = createPage(many(200, 40.35));
    for (let turn = 0; turn < 12; turn += 1) {
      expect(page.length() % 1).toBe(0);
      page.scrollBy(700);
      page.rest();
    }
    page.add(200, [33.7]);
    expect(page.length() % 1).toBe(0);
  });

  it('keeps its length and its rendering while scrolling step by step [chat.never-jumps]', () => {
    const page = createPage(many(1000, 90));
    page.scrollBy(400);
    const length = page.length();
    const firsts: number[] = [];
    for (let step = 0; step < 20; step += 1) {
      page.scrollBy(400);
      firsts.push(page.list.range().start);
      expect(page.isCovered()).toBe(true);
      expect(page.length()).toBe(length);
    }
    const added = firsts.slice(1).map((first, i) => (firsts[i] ?? 0) - first);
    expect(Math.min(...added)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...added)).toBeLessThanOrEqual(6);
    page.rest();
    expect(page.length()).toBeGreaterThan(length);
  });

  it('computes the layout once for each step of a scroll', () => {
    const page = createPage(many(1000, 90));
    for (let step = 0; step < 10; step += 1) page.scrollBy(400);
    const before = page.layouts();
    for (let step = 0; step < 20; step += 1) page.scrollBy(400);
    expect(page.layouts() - before).toBe(20);
  });

  it('keeps its position when a row shrinks near the end among unmeasured rows [chat.never-jumps]', () => {
    const page = createPage([...many(99), 300]);
    page.scrollBy(200);
    page.add(100, [90, 90]);
    const row = page.read() as Row;
    const place = page.placeOf(row);
    page.resize({ row: page.rows[99] as Row, height: 20 });
    expect(page.placeOf(page.rows[101] as Row)).not.toBeNull();
    expect(page.placeOf(row)).toBeCloseTo(place ?? 0, 6);
  });

  it('never moves the visible rows for any change around them [chat.never-jumps]', () => {
    const height = fc.double({ min: 18, max: 420, noNaN: true });
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('prepend' as const),
        heights: fc.array(height, { minLength: 1, maxLength: 60 }),
      }),
      fc.record({
        kind: fc.constant('append' as const),
        heights: fc.array(height, { minLength: 1, maxLength: 5 }),
      }),
      fc.record({
        kind: fc.constant('insert' as const),
        at: fc.nat(1000),
        heights: fc.array(height, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(1000) }),
      fc.record({ kind: fc.constant('grow' as const), at: fc.nat(1000), height }),
      fc.record({ kind: fc.constant('window' as const), height: fc.integer({ min: 250, max: 900 }) }),
      fc.record({ kind: fc.constant('scroll' as const), by: fc.integer({ min: -4000, max: 4000 }) }),
      fc.record({ kind: fc.constant('rest' as const) }),
    );
    fc.assert(
      fc.property(
        fc.array(height, { minLength: 40, maxLength: 200 }),
        fc.array(step, { minLength: 1, maxLength: 25 }),
        (heights, steps) => {
          const page = createPage(heights);
          page.scrollBy(700);
          for (const one of steps) {
            const row = page.read();
            const place = row === undefined ? null : page.placeOf(row);
            const wasAtEnd = page.list.view().isAtEnd;
            const drawn = page.rows.filter((each) => page.placeOf(each) !== null);
            if (one.kind === 'scroll') page.scrollBy(one.by);
            else if (one.kind === 'rest') page.rest();
            else if (one.kind === 'prepend') page.add(0, one.heights);
            else if (one.kind === 'append') page.add(page.rows.length, one.heights);
            else if (one.kind === 'insert') page.add(one.at % page.rows.length, one.heights);
            else if (one.kind === 'remove') page.remove(one.at % page.rows.length, 1);
            else if (one.kind === 'window') page.resize({ height: one.height });
            else {
              const grown = drawn[one.at % drawn.length];
              if (grown !== undefined) page.resize({ row: grown, height: one.height });
            }
            expect(page.isCovered()).toBe(true);
            const now = row === undefined ? null : page.placeOf(row);
            // Only at its end, which it follows, may the list move automatically.
            if (one.kind === 'scroll' || wasAtEnd || place === null) continue;
            if (!page.rows.includes(row as Row)) continue;
            // A window that shrinks may no longer contain the row.
            if (one.kind === 'window' && now === null) continue;
            expect(now).not.toBeNull();
            const moved = (now ?? 0) - place;
            // At either end the position cannot be kept: the scroll range limits it.
            if (moved < 0 ? page.isAtBottom() : page.isAtTop()) continue;
            expect(Math.abs(moved)).toBeLessThan(0.01);
          }
        },
      ),
      // Shrinking thousands of cases would take longer than the test.
      { numRuns: propertyCases(60, 6_000), endOnFailure: process.env.LONG_PROPERTY_TESTS === '1' },
    );
  });

  it('notices the end of scrolling in a browser without scrollend', () => {
    const { prototype } = HTMLElement;
    const handler = Object.getOwnPropertyDescriptor(prototype, 'onscrollend') ?? {};
    Reflect.deleteProperty(prototype, 'onscrollend');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const page = createPage(many(1000, 90));
      for (let step = 0; step < 20; step += 1) page.scrollBy(400, false);
      const during = page.length();
      vi.advanceTimersByTime(150);
      page.rest();
      expect(page.length()).toBeGreaterThan(during);
    } finally {
      vi.useRealTimers();
      Object.defineProperty(prototype, 'onscrollend', handler);
    }
  });
});
