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
import { createActiveCell } from './active-cell.ts';
import { createEdgeMarks } from './edge-marks.ts';
import type { Cell } from './grid-keys.ts';
import {
  createGridRow,
  entitleCell,
  fillGridRow,
  type GridRow,
  type GridRowLook,
  lookOfRow,
  roomOf,
  usualFontSize,
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

/** A constant number, so that scrolling creates no rows; even, so that the stripes are kept. */
function rowsFor(viewport: number): number {
  const fitting = Math.ceil(viewport / rowHeight) + 1 + 2 * overscan;
  return fitting + (fitting % 2);
}

export function createGridBody({ scroller, grid, body }: GridBodyParts): GridBody {
  let input: GridBodyInput | null = null;
  /** Null when the rows must be drawn again with another one. */
  let look: GridRowLook | null = null;
  let height = -1;
  let top = Number.NaN;
  let headHeight = usualHead;
  let fontSize = usualFontSize;
  /** The viewport height at which both were measured: headers are higher on touch screens. */
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
  const edges = createEdgeMarks(scroller, grid);
  const activeCell = createActiveCell(grid, body);
  let place: TableScroll | null = null;

  function windowInput() {
    const { scrollTop, height: whole } = watch.read();
    if (whole !== readAt) {
      readAt = whole;
      headHeight = grid.tHead?.offsetHeight || usualHead;
      const measured = Number.parseFloat(getComputedStyle(grid).fontSize) || usualFontSize;
      if (measured !== fontSize) look = null;
      fontSize = measured;
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
    const size = Math.min(at.count, rowsFor(at.viewport));
    const first = Math.max(0, Math.min(seen.first, at.count - size));
    const origin = Math.floor(first / originEvery) * originEvery;
    const originTop = Math.round(seen.top + (origin - seen.first) * rowHeight);
    if (originTop !== top) {
      top = originTop;
      body.style.transform = `translateY(${top}px)`;
    }
    edges.mark();
    const hadFocus = activeCell.hasFocus();
    const isOther = look === null;
    look ??= { text: input.text, room: roomOf(input.widths, fontSize) };
    pool.show({ first, size, origin, all: all || isOther });
    activate(hadFocus);
    const isStill = all && first === drawnFirst;
    drawnFirst = first;
    // New rows that do not change the visible range do not postpone settling.
    if (isStill && settling !== null) return;
    if (settling !== null) clearTimeout(settling);
    settling = setTimeout(settle, settleMs);
  }

  function activate(takesFocus: boolean): void {
    if (input === null) return;
    const { row, column } = input.active;
    if (row < 0) activeCell.clear();
    else activeCell.set(pool.at(row)?.cells[column] ?? null, takesFocus);
  }

  return {
    show(next) {
      const { rows, text, widths } = next;
      const isSame = input?.rows === rows && input.text === text && input.widths === widths;
      if (input?.text !== text || input.widths !== widths) look = null;
      input = next;
      if (isSame) activate(activeCell.hasFocus());
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
    },
  };
}
