// Which rows of a long table are in view. Browsers draw no element higher than some 17 to 33 million pixels, and a
// million rows of 28 px are 28 million: beyond a limit the scroll bar is a scaled picture of the table.

/** Under the least height limit of today's browsers (Firefox, 17.9 million pixels). */
const maxScrollHeight = 15_000_000;

export interface WindowInput {
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** The height of the part in view, without the head. */
  readonly viewport: number;
  readonly scrollTop: number;
  /** Rows drawn beyond the edges. Default 6. */
  readonly overscan?: number;
  readonly maxHeight?: number;
}

export interface RowWindow {
  /** The first row to draw. */
  readonly first: number;
  /** One after the last row to draw. */
  readonly end: number;
  /** Where the first drawn row stands in the scrolled area, in pixels. */
  readonly top: number;
  /** The scrolled area's height in pixels. */
  readonly height: number;
}

/** How many pixels of the table one pixel of the scroll bar stands for. */
function scaleOf(total: number, height: number, viewport: number): number {
  return height >= total ? 1 : (total - viewport) / Math.max(1, height - viewport);
}

export function rowWindow(input: WindowInput): RowWindow {
  const { count, rowHeight, viewport, overscan = 6, maxHeight = maxScrollHeight } = input;
  const total = count * rowHeight;
  const height = Math.min(total, maxHeight);
  const scrollTop = Math.max(0, Math.min(input.scrollTop, Math.max(0, height - viewport)));
  const offset = scrollTop * scaleOf(total, height, viewport);
  const first = Math.max(0, Math.floor(offset / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((offset + viewport) / rowHeight) + overscan);
  return { first, end, top: scrollTop + (first * rowHeight - offset), height };
}

/** Where to scroll to for a row to be wholly in view; the present place when it already is. */
export function scrollTopFor(row: number, input: WindowInput): number {
  const { count, rowHeight, viewport, maxHeight = maxScrollHeight } = input;
  const total = count * rowHeight;
  const height = Math.min(total, maxHeight);
  const scale = scaleOf(total, height, viewport);
  const offset = input.scrollTop * scale;
  const top = row * rowHeight;
  if (top < offset) return top / scale;
  if (top + rowHeight > offset + viewport)
    return Math.min(height - viewport, (top + rowHeight - viewport) / scale);
  return input.scrollTop;
}
