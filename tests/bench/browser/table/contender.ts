import { type ColumnId, cellText, columns, defaultWidths, type TimedTrade } from '@openbell/core/time-sales';

/** A table of trades in the grid of one library. */
export interface TableContender {
  /** Converts the rows to the grid's form. Not measured. */
  prepare(rows: readonly TimedTrade[]): void;
  /** Renders the table in an empty element. Returns a function that removes it. */
  mount(host: HTMLElement): () => void;
  /** Whether the first rows are rendered. */
  isDrawn(host: HTMLElement): boolean;
  /** Selector of the scroll container. */
  scroller(host: HTMLElement): HTMLElement;
}

export const rowHeight = 28;
export const headHeight = 32;
export const widths: Readonly<Record<ColumnId, number>> = defaultWidths();
export { type ColumnId, cellText, columns };

export function found(host: HTMLElement, selector: string): HTMLElement {
  const node = host.querySelector<HTMLElement>(selector);
  if (node === null) throw new Error(`${selector} was not found`);
  return node;
}
