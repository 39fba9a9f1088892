// Calculations on the rendered rows of an anchored list. Pure.

/** The elements of the rendered rows, their heights, and the pixels from the list's end to the last one. */
export interface DrawnRows {
  readonly parts: readonly Element[];
  readonly heights: readonly number[];
  readonly below: number;
}

/** The visible part in pixels: distance of its bottom from the list's end, and its height. */
interface Seen {
  readonly position: number;
  readonly viewport: number;
}

export const noRows: DrawnRows = { parts: [], heights: [], below: 0 };

/** Total height of the rendered rows in pixels. */
export function heightOf({ heights }: DrawnRows): number {
  let total = 0;
  for (const height of heights) total += height;
  return total;
}

/**
 * Returns how many pixels the anchored row has moved away from the list's end since the last rendering; null when no
 * row is left. The anchor is the row in the middle of the view, so changes above it move up and changes below it down.
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

/** Returns the first visible row, counted from the first rendered one. */
export function firstSeen(drawn: DrawnRows, { position, viewport }: Seen): number {
  let first = drawn.heights.length;
  let place = drawn.below;
  while (first > 0 && place < position + viewport) {
    first -= 1;
    place += drawn.heights[first] ?? 0;
  }
  return first;
}

/** Whether a rendered row no longer has its measured height. */
export function hasResizedRow(drawn: DrawnRows, entries: readonly ResizeObserverEntry[]): boolean {
  return entries.some(({ target, borderBoxSize: [size] }) => {
    const known = drawn.heights[drawn.parts.indexOf(target)];
    return known !== undefined && Math.abs(known - (size?.blockSize ?? known)) > 0.01;
  });
}
