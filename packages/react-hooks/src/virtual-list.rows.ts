// The rows of a virtual list or grid: which items are in a row, which rows to render, and their margins. Pure.

/** Up to this number of items, all are rendered: find-in-page and printing reach them. */
export const plainItems = 100;

/** A list (one column) or a grid. */
export interface ListShape {
  /** The number of items. */
  readonly count: number;
  readonly columns: number;
  /** Whether the first item fills a row. */
  readonly hasLead: boolean;
}

/** Returns the number of rows. */
export function rowCountOf({ count, columns, hasLead }: ListShape): number {
  return hasLead && count > 0 ? 1 + Math.ceil((count - 1) / columns) : Math.ceil(count / columns);
}

/** Returns the index of the first item in a row. */
export function firstItemOf({ columns, hasLead }: ListShape, row: number): number {
  if (!hasLead) return row * columns;
  return row === 0 ? 0 : 1 + (row - 1) * columns;
}

/** Returns the row of an item. */
export function rowOfItem({ columns, hasLead }: ListShape, item: number): number {
  if (!hasLead) return Math.floor(item / columns);
  return item === 0 ? 0 : 1 + Math.floor((item - 1) / columns);
}

/**
 * Returns the rows to render, in order: those near the viewport, and each row of `kept` with its neighbors, so that Tab
 * and arrow keys find the next item.
 */
export function rowsToRender(
  shape: ListShape,
  near: readonly number[],
  kept: readonly (number | null)[],
): number[] {
  const rows = rowCountOf(shape);
  if (shape.count <= plainItems) return Array.from({ length: rows }, (_, row) => row);
  const wanted = new Set(near);
  for (const row of kept) if (row !== null) for (const next of [row - 1, row, row + 1]) wanted.add(next);
  return [...wanted].filter((row) => row >= 0 && row < rows).sort((a, b) => a - b);
}

/** A rendered row. `start` and `end` are pixels from the start of the list. */
interface PlacedRow {
  readonly start: number;
  readonly end: number;
}

/** Returns the margins in pixels that stand for the rows before and after a rendered one which are not rendered. */
export function marginsOf(
  row: PlacedRow,
  {
    before,
    isLast,
    gap,
    total,
  }: {
    /** The rendered row before it. */
    readonly before: PlacedRow | undefined;
    /** No later row is rendered. */
    readonly isLast: boolean;
    /** The list's row gap in pixels. */
    readonly gap: number;
    /** The list's length in pixels. */
    readonly total: number;
  },
): { readonly marginBlockStart?: number; readonly marginBlockEnd?: number } {
  const start = before === undefined ? row.start : row.start - before.end - gap;
  const end = isLast ? total - row.end : 0;
  return {
    ...(start > 0 ? { marginBlockStart: start } : {}),
    ...(end > 0 ? { marginBlockEnd: end } : {}),
  };
}
