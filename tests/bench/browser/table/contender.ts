import type { Trade } from '@openbell/core/contract';
import { type ColumnId, cellText, columns, defaultWidths } from '@openbell/core/time-sales';

/** A table of trades in a box, drawn by somebody's grid. */
export interface TableContender {
  /** Puts the rows into the grid's own form: what is not measured. */
  prepare(rows: readonly Trade[]): void;
  /** Draws the table into an empty box; what it returns takes it away. */
  mount(host: HTMLElement): () => void;
  /** Whether the first rows are there. */
  isDrawn(host: HTMLElement): boolean;
  /** What scrolls. */
  scroller(host: HTMLElement): HTMLElement;
}

export const rowHeight = 28;
export const headHeight = 32;
export const widths: Readonly<Record<ColumnId, number>> = defaultWidths();
export { type ColumnId, cellText, columns };

export function found(host: HTMLElement, selector: string): HTMLElement {
  const node = host.querySelector<HTMLElement>(selector);
  if (node === null) throw new Error(`There is no ${selector}`);
  return node;
}
