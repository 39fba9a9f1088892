// The rows of an anchored list that stand in the document, and what can be told from them: pure.

/** The rows' elements with their heights, and the pixels from the list's end to the last one. */
export interface DrawnRows {
  readonly parts: readonly Element[];
  readonly heights: readonly number[];
  readonly below: number;
}

/** What is seen, in pixels: from the list's end to the view's lower edge, and the view's height. */
interface Seen {
  readonly position: number;
  readonly viewport: number;
}

export const noRows: DrawnRows = { parts: [], heights: [], below: 0 };

/** Pixels of all drawn rows. */
export function heightOf({ heights }: DrawnRows): number {
  let total = 0;
  for (const height of heights) total += height;
  return total;
}

/**
 * How far the row that is held has gone from the list's end since the last drawing; null when none is left. The row in
 * the middle of the view is held: what changes above it goes up, what changes below it goes down.
 */
export function shiftOf(before: DrawnRows, after: DrawnRows, { position, viewport }: Seen): number | null {
  const places = new Map<Element, number>();
  let place = after.below;
  for (let i = after.parts.length - 1; i >= 0; i -= 1) {
    place += after.heights[i] ?? 0;
    const part = after.parts[i];
    if (part !== undefined) places.set(part, place);
  }
  const middle = position + viewport / 2;
  let shift: number | null = null;
  place = before.below;
  for (let i = before.parts.length - 1; i >= 0; i -= 1) {
    place += before.heights[i] ?? 0;
    const part = before.parts[i];
    const now = part === undefined ? undefined : places.get(part);
    if (now === undefined) continue;
    if (place > position + viewport && shift !== null) break;
    shift = now - place;
    if (place > middle) break;
  }
  return shift;
}

/** The first of the drawn rows that can be seen, counted from the first one that is drawn. */
export function firstSeen(drawn: DrawnRows, { position, viewport }: Seen): number {
  let first = drawn.heights.length;
  let place = drawn.below;
  while (first > 0 && place < position + viewport) {
    first -= 1;
    place += drawn.heights[first] ?? 0;
  }
  return first;
}

/** Whether one of the drawn rows has another height than it was measured with. */
export function hasResizedRow(drawn: DrawnRows, entries: readonly ResizeObserverEntry[]): boolean {
  return entries.some(({ target, borderBoxSize: [size] }) => {
    const known = drawn.heights[drawn.parts.indexOf(target)];
    return known !== undefined && Math.abs(known - (size?.blockSize ?? known)) > 0.01;
  });
}
