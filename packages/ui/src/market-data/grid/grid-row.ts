import type { Texts } from '@openbell/core/catalogue';
import {
  type ColumnId,
  cellText,
  columns,
  labelOf,
  sideOf,
  type TimedTrade,
} from '@openbell/core/time-sales';
import type { PooledRow } from '../rows/row-pool.ts';

/** One row of the grid: its elements and text nodes, created once. */
export interface GridRow extends PooledRow {
  readonly cells: readonly HTMLElement[];
  readonly texts: readonly Text[];
  /** The current texts of the text nodes: reading an array is faster than reading the DOM. */
  readonly shown: string[];
  /** Whether a cell clips its text because it may not fit. */
  readonly cut: boolean[];
  readonly side: HTMLElement;
  readonly sign: Text;
  readonly label: HTMLElement;
  readonly labelText: Text;
  shownSide: 'bought' | 'sold' | null;
  labelled: ReturnType<typeof labelOf>;
  /** The texts of the language in which side and label are shown. */
  language: Texts | null;
  /** The column whose full text is shown as a tooltip; null when none is. */
  titled: number | null;
}

const sideSigns = { bought: '▲', sold: '▼' } as const;

/** Creates an empty row. Roles are explicit because browsers drop table semantics in block layout. */
export function createGridRow(document: Document): GridRow {
  const element = document.createElement('tr');
  element.className = 'ob-grid-row';
  element.setAttribute('role', 'row');
  const text = (parent: HTMLElement): Text => parent.appendChild(document.createTextNode(''));
  const span = (className: string): HTMLElement => {
    const node = document.createElement('span');
    node.className = className;
    return node;
  };

  const side = span('ob-grid-side');
  const sign = text(side);
  const label = span('ob-grid-label');
  const labelText = text(label);

  const cells: HTMLElement[] = [];
  const texts: Text[] = [];
  columns.forEach(({ id, numeric }, index) => {
    const cell = document.createElement('td');
    cell.className = 'ob-grid-cell';
    cell.setAttribute('role', 'gridcell');
    cell.setAttribute('aria-colindex', String(index + 1));
    cell.dataset.column = id;
    if (numeric) cell.dataset.numeric = 'true';
    if (id === 'time') cell.append(side);
    if (id === 'condition') cell.append(label);
    texts.push(text(cell));
    cells.push(cell);
    element.append(cell);
  });
  return {
    element,
    cells,
    texts,
    shown: columns.map(() => ''),
    cut: columns.map(() => false),
    side,
    sign,
    label,
    labelText,
    shownSide: null,
    labelled: null,
    language: null,
    titled: null,
  };
}

/** Settings of the rows that do not come from their trades. */
export interface GridRowLook {
  readonly text: Texts;
  /** For each column, the number of characters that fit in any case. */
  readonly room: readonly number[];
}

/** The size of the grid's text in pixels, unless the browser's text is larger or smaller. */
export const usualFontSize = 13;
/** Average character width in pixels for each column's font and size, at the usual size of the grid's text. */
const glyph: Readonly<Record<ColumnId, number>> = {
  time: 7.4,
  option: 6.6,
  qty: 7.5,
  price: 7.5,
  exchange: 8.5,
  market: 6.6,
  delta: 7.5,
  iv: 7.5,
  underlying: 7.5,
  condition: 8.5,
};
/** Pixels of a cell's padding and, in the time column, its side sign. */
const takenPx = 16;
const signPx = 16;
/** Characters reserved for a label. */
const labelRoom = 9;

/**
 * The number of characters that fit in any case. Clipping costs a browser more than drawing the text.
 *
 * @param fontSize The size of the grid's text in pixels.
 */
export function roomOf(widths: Readonly<Record<ColumnId, number>>, fontSize: number): number[] {
  const scale = fontSize / usualFontSize;
  return columns.map(({ id }) => {
    const taken = id === 'option' || id === 'market' ? takenPx / 2 : takenPx;
    return Math.floor((widths[id] - taken - (id === 'time' ? signPx : 0)) / (glyph[id] * scale));
  });
}

interface PlacedTrade {
  readonly place: number;
  readonly trade: TimedTrade;
}

/** Shows a trade in a row. Its side has a color, a sign, and a label for screen readers. */
export function fillGridRow(row: GridRow, { place, trade }: PlacedTrade, { text, room }: GridRowLook): void {
  const { element, shown, cut } = row;
  element.setAttribute('aria-rowindex', String(place + 2));
  element.toggleAttribute('data-odd', place % 2 === 1);
  const isTranslated = text !== row.language;
  row.language = text;
  const side = sideOf(trade);
  if (side !== row.shownSide || isTranslated) {
    row.shownSide = side;
    describeSide(row, side, text);
  }
  const label = labelOf(trade);
  if (label !== row.labelled || isTranslated) {
    row.labelled = label;
    row.label.dataset.label = label ?? '';
    row.labelText.data = label === null ? '' : text(`market.label.${label}`);
  }
  for (let column = 0; column < columns.length; column++) {
    const id = columns[column]?.id;
    const node = row.texts[column];
    if (id === undefined || node === undefined) continue;
    const value = cellText(trade, id);
    if (shown[column] !== value) {
      shown[column] = value;
      node.data = value;
    }
    const needed = value.length + (id === 'condition' && label !== null ? labelRoom : 0);
    const isCut = needed > (room[column] ?? 0);
    if (isCut !== cut[column]) {
      cut[column] = isCut;
      row.cells[column]?.toggleAttribute('data-cut', isCut);
    }
  }
  // Live trades replace the row under a resting pointer: update its tooltip instead of removing it.
  if (row.titled !== null) entitleCell(row, row.titled, trade);
}

const sides = [null, 'bought', 'sold'] as const;
const labels = [null, 'sweep', 'block', 'multi-leg'] as const;
const marketColumn = columns.findIndex(({ id }) => id === 'market');

/**
 * A row's look without its texts, as bits; changes to higher bits cost more. All cells inherit the side's color and the
 * stripe, so changing these restyles the whole row.
 */
export function lookOfRow(place: number, trade: TimedTrade, { room }: GridRowLook): number {
  const isCut = trade.market.length > (room[marketColumn] ?? 0);
  return (
    (sides.indexOf(sideOf(trade)) << 4) |
    ((place & 1) << 3) |
    (labels.indexOf(labelOf(trade)) << 1) |
    Number(isCut)
  );
}

function describeSide(row: GridRow, side: GridRow['shownSide'], text: Texts): void {
  row.sign.data = side === null ? '' : sideSigns[side];
  if (side === null) {
    delete row.element.dataset.side;
    row.side.removeAttribute('role');
    row.side.removeAttribute('aria-label');
    return;
  }
  row.element.dataset.side = side;
  row.side.setAttribute('role', 'img');
  row.side.setAttribute('aria-label', text(`market.side.${side}`));
}

/** Sets a cell's tooltip to its full text: abbreviated texts, and numbers that do not fit their column. */
export function entitleCell(row: GridRow, column: number, trade: TimedTrade): void {
  const title = titleOf(row, column, trade);
  if (row.titled !== null && (row.titled !== column || title === null)) {
    row.cells[row.titled]?.removeAttribute('title');
  }
  row.titled = title === null ? null : column;
  const cell = row.cells[column];
  if (title !== null && cell !== undefined && cell.title !== title) cell.title = title;
}

function titleOf(row: GridRow, column: number, trade: TimedTrade): string | null {
  const id = columns[column]?.id;
  if (id === undefined) return null;
  if (id === 'option' || id === 'exchange' || id === 'market' || id === 'condition') return trade[id];
  return row.cut[column] === true ? cellText(trade, id) : null;
}
