// The elements of a long list are reused for any scrolling.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createRowPool } from '../../../packages/ui/src/market-data/rows/row-pool.ts';

const rowHeight = 28;

// Other tests may share the document.
afterEach(() => document.body.replaceChildren());

function setUp(options: { lookOf?: (place: number) => number; spareRows?: number } = {}) {
  document.body.innerHTML = '<main></main>';
  const parent = document.body.firstElementChild as HTMLElement;
  /** The version of the data; changes the text of every index. */
  let version = 0;
  let created = 0;
  let filled = 0;
  const pool = createRowPool({
    parent,
    rowHeight,
    create: () => {
      created++;
      const element = document.createElement('button');
      return { element };
    },
    fill: ({ element }, place) => {
      filled++;
      element.textContent = `${place}:${version}`;
    },
    ...options,
  });
  const drawn = () => [...parent.children] as HTMLElement[];
  const placeOf = (row: HTMLElement) => Number.parseInt(row.textContent ?? '', 10);
  return {
    pool,
    parent,
    drawn,
    placeOf,
    created: () => created,
    filled: () => filled,
    changeData: () => {
      version++;
    },
    version: () => version,
  };
}

test('shows each index once, in its position and with its current text, after any change', () => {
  const step = fc.record({
    by: fc.oneof(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -3000, max: 3000 })),
    size: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined, freq: 8 }),
    isOther: fc.boolean(),
    rests: fc.boolean(),
    focuses: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 7 }),
      (steps, spareRows, looks) => {
        const { pool, drawn, placeOf, created, changeData, version } = setUp({
          spareRows,
          lookOf: (place) => (place * 7919) % looks,
        });
        let first = 1000;
        let size = 10;
        let largest = size;
        for (const { by, size: other, isOther, rests, focuses } of steps) {
          first = Math.max(0, first + by);
          size = other ?? size;
          largest = Math.max(largest, size);
          if (isOther) changeData();
          const origin = Math.floor(first / 500) * 500;
          pool.show({ first, size, origin, all: isOther });
          for (let place = first; place < first + size; place++) {
            const row = pool.at(place)?.element;
            expect(row?.isConnected).toBe(true);
            expect(row?.textContent).toBe(`${place}:${version()}`);
            expect(row?.style.transform).toBe(`translateY(${(place - origin) * rowHeight}px)`);
          }
          expect(pool.at(first - 1)).toBe(null);
          expect(pool.at(first + size)).toBe(null);
          const places = drawn().map(placeOf);
          expect(new Set(places).size).toBe(places.length);
          // Spare rows show no outdated data.
          expect(drawn().every((row) => row.textContent?.endsWith(`:${version()}`))).toBe(true);
          const active = focuses ? (pool.at(first + (size >> 1))?.element ?? null) : null;
          active?.focus();
          if (!rests) continue;
          pool.settle();
          const order = drawn().map(placeOf);
          expect(order).toEqual([...order].sort((a, b) => a - b));
          if (active !== null) expect(document.activeElement).toBe(active);
        }
        expect(drawn().length).toBeLessThanOrEqual(largest + spareRows + largest);
        expect(created()).toBeLessThan(2000);
        pool.clear();
        expect(drawn()).toEqual([]);
      },
    ),
  );
});

test('creates no more rows once enough spare rows exist', () => {
  const { pool, created } = setUp({ spareRows: 8, lookOf: (place) => (place * 7919) % 5 });
  for (let first = 0; first < 3000; first += 3) pool.show({ first, size: 10, origin: 0, all: false });
  expect(created()).toBeLessThanOrEqual(10 + 8);
});

test('reuses a spare row of the same look for a new row', () => {
  const looks = new WeakMap<HTMLElement, number>();
  const lookOf = (place: number) => (place * 7919) % 3;
  let changes = 0;
  const parent = document.createElement('main');
  const pool = createRowPool({
    parent,
    rowHeight,
    spareRows: 12,
    lookOf,
    create: () => ({ element: document.createElement('p') }),
    fill: ({ element }, place) => {
      if (looks.has(element) && looks.get(element) !== lookOf(place)) changes++;
      looks.set(element, lookOf(place));
    },
  });
  for (let first = 0; first < 300; first += 3) pool.show({ first, size: 10, origin: 0, all: false });
  expect(changes).toBe(0);
});

test('reuses unchanged spare rows without writing when scrolled back', () => {
  const { pool, filled } = setUp({ spareRows: 10, lookOf: (place) => (place < 10 ? 0 : 1) });
  pool.show({ first: 0, size: 10, origin: 0, all: false });
  pool.show({ first: 5, size: 10, origin: 0, all: false });
  const before = filled();
  pool.show({ first: 2, size: 10, origin: 0, all: false });
  expect(filled()).toBe(before);
});
