import type { Texts } from '@openbell/core/catalogue';
import {
  type ColumnId,
  rowWindow,
  type SortedRows,
  scrollFrom,
  scrollToOffset,
  scrollToRow,
  type TableScroll,
} from '@openbell/core/time-sales';
import { createRowPool } from '../rows/row-pool.ts';
import { watchScroll } from '../rows/scroll-watch.ts';
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

const rowHeight = 28;
/** Header height in pixels when there is no layout (tests). */
const usualHead = 32;

/** Rows between two origins. Rows are positioned relative to an origin, so offsets stay small and exact in pixels. */
const originEvery = 10_000;
const overscan = 4;
/** Enough spare rows that nearly every new row finds one with the same side and stripe. */
const spareRows = 32;
/** Milliseconds without scrolling after which the DOM order and a scaled scroll bar are corrected. */
const settleMs = 150;

interface GridBodyParts {
  readonly scroller: HTMLElement;
  readonly grid: HTMLTableElement;
  readonly body: HTMLElement;
}

/** Input of the body. */
interface GridBodyInput {
  readonly rows: SortedRows;
  readonly text: Texts;
  /** Column widths in pixels. */
  readonly widths: Readonly<Record<ColumnId, number>>;
  /** The active cell; row -1 is the header. */
  readonly active: Cell;
}

/** The rendered rows of the grid. Scrolling renders no React component. */
export interface GridBody {
  show(input: GridBodyInput): void;
  /** Number of fully visible rows. */
  page(): number;
  /** Scrolls until a row is fully visible, and renders it. */
  reveal(row: number): void;
  /** Sets a cell's tooltip to its full text. */
  entitle(cell: Cell): void;
  /** Focuses the active cell. */
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
  /** The viewport height at which `headHeight` was measured: headers are higher on touch screens. */
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
  let hasMore = false;
  let place: TableScroll | null = null;

  function windowInput() {
    const { scrollTop, height: whole } = watch.read();
    if (whole !== readAt) {
      readAt = whole;
      headHeight = grid.tHead?.offsetHeight || usualHead;
    }
    const viewport = Math.max(rowHeight, whole - headHeight);
    const at = { count: input?.rows.count ?? 0, rowHeight, viewport, scrollTop, overscan };
    place = scrollFrom(place, at);
    return { ...at, ...place };
  }

  /** Scrolls to a position. The browser may round scrollTop; `offset` corrects the rows. */
  function scrollTo({ scrollTop, offset }: TableScroll): void {
    scroller.scrollTop = scrollTop;
    place = { scrollTop: scroller.scrollTop, offset };
    draw(false);
  }

  function settle(): void {
    settling = null;
    pool.settle();
    const at = windowInput();
    const rest = scrollToOffset(at.offset, at);
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
    // A constant number, so that scrolling creates no rows; even, so that the stripes are kept.
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
    const isCut = scroller.scrollLeft + scroller.clientWidth < scroller.scrollWidth - 1;
    if (isCut !== hasMore) {
      hasMore = isCut;
      scroller.toggleAttribute('data-more', hasMore);
    }
    const hadFocus = isFocused();
    pool.show({ first, size, origin, all });
    activate(hadFocus);
    const isStill = all && first === drawnFirst;
    drawnFirst = first;
    // New rows that do not change the visible range do not postpone settling.
    if (isStill && settling !== null) return;
    if (settling !== null) clearTimeout(settling);
    settling = setTimeout(settle, settleMs);
  }

  /** Whether the focus is in the body, or was in a row that has been scrolled away. */
  function isFocused(): boolean {
    const focused = grid.ownerDocument.activeElement;
    return focused === grid || (focused !== null && body.contains(focused));
  }

  /**
   * Sets the roving tabindex: on the active cell, or on the grid while that cell's row is not rendered, so that
   * scrolling a row away does not lose the focus.
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
      const to = scrollToRow(row, at);
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
