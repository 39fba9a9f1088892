import type { Texts } from '@openbell/core/catalogue';
import type { Trade } from '@openbell/core/contract';
import { type ColumnId, cellText, columns, labelOf, sideOf } from '@openbell/core/time-sales';
import type { PooledRow } from './row-pool.ts';

/** One row of the grid: its elements and text nodes, made once. */
export interface GridRow extends PooledRow {
  readonly cells: readonly HTMLElement[];
  readonly texts: readonly Text[];
  /** What the text nodes hold: cheaper to ask than they are. */
  readonly shown: string[];
  /** Whether a cell may have no room for its text, and clips it. */
  readonly cut: boolean[];
  readonly side: HTMLElement;
  readonly sign: Text;
  readonly label: HTMLElement;
  readonly labelText: Text;
  told: 'bought' | 'sold' | null;
  labelled: ReturnType<typeof labelOf>;
  /** The column whose whole text the pointer has asked for. */
  titled: number | null;
}

const sideSigns = { bought: '▲', sold: '▼' } as const;

/** An empty row. Roles are said again, because a browser forgets a table's parts once they are laid out as blocks. */
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
    told: null,
    labelled: null,
    titled: null,
  };
}

/** What the rows show besides their trades. */
export interface GridRowLook {
  readonly text: Texts;
  /** The most characters that surely fit into each column. */
  readonly room: readonly number[];
}

/** Pixels of a usual character, as wide as the face and size of each column make it. */
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
/** Of the cell's sides and, at a time, its sign. */
const takenPx = 16;
const signPx = 16;
/** Characters that a label takes. */
const labelRoom = 9;

/** The most characters that surely fit: to clip a cell costs a browser more than to draw its text. */
export function roomOf(widths: Readonly<Record<ColumnId, number>>): number[] {
  return columns.map(({ id }) => {
    const taken = id === 'option' || id === 'market' ? takenPx / 2 : takenPx;
    return Math.floor((widths[id] - taken - (id === 'time' ? signPx : 0)) / glyph[id]);
  });
}

interface PlacedTrade {
  readonly place: number;
  readonly trade: Trade;
}

/** Shows a trade in a row. Its side has a color, a sign, and a label for screen readers. */
export function fillGridRow(row: GridRow, { place, trade }: PlacedTrade, { text, room }: GridRowLook): void {
  const { element, shown, cut } = row;
  element.setAttribute('aria-rowindex', String(place + 2));
  element.toggleAttribute('data-odd', place % 2 === 1);
  const side = sideOf(trade);
  if (side !== row.told) {
    row.told = side;
    tellSide(row, side, text);
  }
  const label = labelOf(trade);
  if (label !== row.labelled) {
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
  // Live trades give the row under a resting pointer another trade: its label goes along, and is not taken away.
  if (row.titled !== null) entitleCell(row, row.titled, trade);
}

const sides = [null, 'bought', 'sold'] as const;
const labels = [null, 'sweep', 'block', 'multi-leg'] as const;
const marketColumn = columns.findIndex(({ id }) => id === 'market');

/**
 * What of a row's look is not its texts, what is dearest to change in the highest bits: the colour of its side and its
 * stripe are inherited by all of its cells, which are styled anew with them.
 */
export function lookOfRow(place: number, trade: Trade, { room }: GridRowLook): number {
  const isCut = trade.market.length > (room[marketColumn] ?? 0);
  return (
    (sides.indexOf(sideOf(trade)) << 4) |
    ((place & 1) << 3) |
    (labels.indexOf(labelOf(trade)) << 1) |
    Number(isCut)
  );
}

function tellSide(row: GridRow, side: GridRow['told'], text: Texts): void {
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

/** Labels a cell with all of it: a text, which may be shown in short, and a figure that its column has no room for. */
export function entitleCell(row: GridRow, column: number, trade: Trade): void {
  const title = titleOf(row, column, trade);
  if (row.titled !== null && (row.titled !== column || title === null)) {
    row.cells[row.titled]?.removeAttribute('title');
  }
  row.titled = title === null ? null : column;
  const cell = row.cells[column];
  if (title !== null && cell !== undefined && cell.title !== title) cell.title = title;
}

function titleOf(row: GridRow, column: number, trade: Trade): string | null {
  const id = columns[column]?.id;
  if (id === undefined) return null;
  if (id === 'option' || id === 'exchange' || id === 'market' || id === 'condition') return trade[id];
  return row.cut[column] === true ? cellText(trade, id) : null;
}
