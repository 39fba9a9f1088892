import type { Texts } from '@openbell/core/catalogue';
import {
  type ColumnId,
  placeAt,
  placeFor,
  rowWindow,
  type ScrollPlace,
  type SortedRows,
  scrolledPlace,
} from '@openbell/core/time-sales';
import type { Cell } from './grid-keys.ts';
import {
  createGridRow,
  entitleCell,
  fillGridRow,
  type GridRow,
  type GridRowLook,
  lookOfRow,
  roomOf,
} from './grid-row.ts';
import { createRowPool } from './row-pool.ts';
import { watchScroll } from './scroll-watch.ts';

const rowHeight = 28;
/** Where nothing is laid out. */
const usualHead = 32;

/** The places between two origins: a row stands at most so many rows from its origin, so that pixels stay exact. */
const originEvery = 10_000;
const overscan = 4;
/** So many find nearly every new row one of its side and its stripe. */
const spareRows = 32;
/** After so long without scrolling, the document's order and a scaled scroll bar are put right. */
const settleMs = 150;

interface GridBodyParts {
  readonly scroller: HTMLElement;
  readonly grid: HTMLTableElement;
  readonly body: HTMLElement;
}

/** What the body shows. */
interface GridBodyInput {
  readonly rows: SortedRows;
  readonly text: Texts;
  /** Pixels. */
  readonly widths: Readonly<Record<ColumnId, number>>;
  /** The cell that the keyboard is at; row -1 is the head. */
  readonly active: Cell;
}

/** The rows of the grid in the document. No component is rendered for a scrolled row. */
export interface GridBody {
  show(input: GridBodyInput): void;
  /** Whole rows in view. */
  page(): number;
  /** Scrolls until a row is wholly in view, and draws it. */
  reveal(row: number): void;
  /** Labels a cell with its whole text. */
  entitle(cell: Cell): void;
  /** Gives the active cell the focus. */
  focus(): void;
  destroy(): void;
}

export function createGridBody({ scroller, grid, body }: GridBodyParts): GridBody {
  let input: GridBodyInput | null = null;
  let look: GridRowLook | null = null;
  let activeCell: HTMLElement | null = null;
  let height = -1;
  let top = Number.NaN;
  let headHeight = usualHead;
  /** The view's height that `headHeight` was read at: a finger's head is higher than a mouse's. */
  let readAt = -1;
  let settling: ReturnType<typeof setTimeout> | null = null;
  let drawnFirst = -1;
  const pool = createRowPool<GridRow>({
    parent: body,
    rowHeight,
    spareRows,
    create: () => createGridRow(body.ownerDocument),
    lookOf: (place) => {
      const trade = input?.rows.at(place) ?? null;
      return trade === null || look === null ? 0 : lookOfRow(place, trade, look);
    },
    fill: (row, place) => {
      const trade = input?.rows.at(place) ?? null;
      if (trade !== null && look !== null) fillGridRow(row, { place, trade }, look);
    },
  });
  const watch = watchScroll(scroller, () => draw(false));
  let isAside = false;
  let place: ScrollPlace | null = null;

  function windowInput() {
    const { scrollTop, height: whole } = watch.read();
    if (whole !== readAt) {
      readAt = whole;
      headHeight = grid.tHead?.offsetHeight || usualHead;
    }
    const viewport = Math.max(rowHeight, whole - headHeight);
    const at = { count: input?.rows.count ?? 0, rowHeight, viewport, scrollTop, overscan };
    place = scrolledPlace(place, at);
    return { ...at, ...place };
  }

  /** Scrolls to a place. The browser may round what it is told; the rows stand where they should all the same. */
  function scrollTo({ scrollTop, offset }: ScrollPlace): void {
    scroller.scrollTop = scrollTop;
    place = { scrollTop: scroller.scrollTop, offset };
    draw(false);
  }

  function settle(): void {
    settling = null;
    pool.settle();
    const at = windowInput();
    const rest = placeAt(at.offset, at);
    if (Math.abs(rest.scrollTop - at.scrollTop) >= 1) scrollTo(rest);
  }

  function draw(all: boolean): void {
    if (input === null) return;
    const at = windowInput();
    const seen = rowWindow(at);
    if (seen.height !== height) {
      height = seen.height;
      grid.style.height = `${height + headHeight}px`;
    }
    // As many at every place, so that none is made while the table is scrolled; an even number keeps the stripes.
    const fitting = Math.ceil(at.viewport / rowHeight) + 1 + 2 * overscan;
    const size = Math.min(at.count, fitting + (fitting % 2));
    const first = Math.max(0, Math.min(seen.first, at.count - size));
    const origin = Math.floor(first / originEvery) * originEvery;
    const originTop = Math.round(seen.top + (origin - seen.first) * rowHeight);
    if (originTop !== top) {
      top = originTop;
      body.style.transform = `translateY(${top}px)`;
    }
    if (scroller.scrollLeft > 0 !== isAside) {
      isAside = !isAside;
      grid.toggleAttribute('data-aside', isAside);
    }
    const hadFocus = isFocused();
    pool.show({ first, size, origin, all });
    activate(hadFocus);
    const isStill = all && first === drawnFirst;
    drawnFirst = first;
    // Rows that come while the same places stay in view move none of them: they do not put the settling off.
    if (isStill && settling !== null) return;
    if (settling !== null) clearTimeout(settling);
    settling = setTimeout(settle, settleMs);
  }

  /** Whether the keyboard is in the body, or was in a row that has been scrolled away. */
  function isFocused(): boolean {
    const focused = grid.ownerDocument.activeElement;
    return focused === grid || (focused !== null && body.contains(focused));
  }

  /**
   * One stop of the Tab key, which moves with the keyboard: the active cell; the grid itself while that cell's row is
   * not drawn, so that the focus is never lost to a row that was scrolled away.
   */
  function activate(takesFocus: boolean): void {
    if (input === null) return;
    const { row, column } = input.active;
    const next = row < 0 ? null : (pool.at(row)?.cells[column] ?? null);
    grid.tabIndex = next === null && row >= 0 ? 0 : -1;
    if (activeCell !== next) {
      activeCell?.removeAttribute('tabindex');
      next?.setAttribute('tabindex', '0');
      activeCell = next;
    }
    const target = next ?? grid;
    if (takesFocus && row >= 0 && target !== grid.ownerDocument.activeElement) {
      target.focus({ preventScroll: true });
    }
  }

  return {
    show(next) {
      const { rows, text, widths } = next;
      const isSame = input?.rows === rows && input.text === text && input.widths === widths;
      if (input?.text !== text || input.widths !== widths) look = { text, room: roomOf(widths) };
      input = next;
      if (isSame) activate(isFocused());
      else draw(true);
    },
    page: () => Math.floor(windowInput().viewport / rowHeight),
    reveal(row) {
      const at = windowInput();
      const to = placeFor(row, at);
      if (to.offset !== at.offset) scrollTo(to);
    },
    entitle({ row: place, column }) {
      const row = pool.at(place);
      const trade = input?.rows.at(place) ?? null;
      if (row !== null && trade !== null) entitleCell(row, column, trade);
    },
    focus: () => activate(true),
    destroy() {
      if (settling !== null) clearTimeout(settling);
      watch.stop();
      pool.clear();
      activeCell = null;
    },
  };
}
