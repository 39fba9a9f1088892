// Virtual scrolling of a long table. Browsers limit the height of an element to 17 to 33 million pixels, and a million
// rows of 28 px are 28 million. Above a limit the scrolled area is smaller than the table: dragging the scroll bar moves
// proportionally, while a wheel or a finger still moves the rows pixel by pixel.

/** Below the smallest height limit of browsers (Firefox, 17.9 million pixels). */
const maxScrollHeight = 15_000_000;

/** Pixels at both ends where the scroll bar is not scaled. */
const endZone = 100_000;

/** More pixels than a wheel or finger moves in a frame, and fewer than one pixel of a scaled scroll bar stands for. */
const jumpPx = 4000;

export interface WindowInput {
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** The height of the visible part in pixels, without the header. */
  readonly viewport: number;
  readonly scrollTop: number;
  /** Pixels of the table above the visible part. Default: the offset that belongs to `scrollTop`. */
  readonly offset?: number;
  /** Rows drawn beyond each edge. Default 6. */
  readonly overscan?: number;
  /** The greatest height of the scrolled area in pixels. Default 15,000,000. */
  readonly maxHeight?: number;
}

export interface RowWindow {
  /** The first row to draw. */
  readonly first: number;
  /** One after the last row to draw. */
  readonly end: number;
  /** The position of the first drawn row in the scrolled area, in pixels. */
  readonly top: number;
  /** The scrolled area's height in pixels. */
  readonly height: number;
}

/** A scroll position: of the scroll bar, and as pixels of the table above the visible part. */
export interface TableScroll {
  readonly scrollTop: number;
  readonly offset: number;
}

interface Scale {
  /** The height of the scrolled area in pixels. */
  readonly height: number;
  /** The greatest `scrollTop`, and the offset that belongs to it. */
  readonly last: number;
  readonly end: number;
}

function scaleOf({ count, rowHeight, viewport, maxHeight = maxScrollHeight }: WindowInput): Scale {
  const total = count * rowHeight;
  const height = Math.min(total, maxHeight);
  return { height, last: Math.max(0, height - viewport), end: Math.max(0, total - viewport) };
}

const within = (value: number, end: number): number => Math.max(0, Math.min(value, end));

/** Maps a position in `0..from` to `0..to`: pixel by pixel in the zones at both ends, proportionally between them. */
function mapPosition(value: number, from: number, to: number): number {
  const zone = Math.min(endZone, from / 4, to / 4);
  const position = within(value, from);
  if (position <= zone) return position;
  if (position >= from - zone) return to - (from - position);
  return zone + (position - zone) * ((to - 2 * zone) / (from - 2 * zone));
}

const offsetAt = (scrollTop: number, { last, end }: Scale): number => mapPosition(scrollTop, last, end);

/** The rows to draw at a scroll position. */
export function rowWindow(input: WindowInput): RowWindow {
  const { count, rowHeight, viewport, overscan = 6 } = input;
  const scale = scaleOf(input);
  const scrollTop = within(input.scrollTop, scale.last);
  const offset = within(input.offset ?? offsetAt(scrollTop, scale), scale.end);
  const first = Math.max(0, Math.floor(offset / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((offset + viewport) / rowHeight) + overscan);
  return { first, end, top: scrollTop + (first * rowHeight - offset), height: scale.height };
}

/**
 * The position after a scroll to `input.scrollTop` from an earlier one (null: none). A short distance moves the rows by
 * as many pixels; a jump, or reaching an end, moves to the position of the scroll bar.
 */
export function scrollFrom(from: TableScroll | null, input: WindowInput): TableScroll {
  const scale = scaleOf(input);
  const scrollTop = within(input.scrollTop, scale.last);
  const distance = from === null ? Number.POSITIVE_INFINITY : scrollTop - from.scrollTop;
  const isEnd = distance !== 0 && (scrollTop === 0 || scrollTop === scale.last);
  if (from === null || scale.last === scale.end || isEnd || Math.abs(distance) > jumpPx)
    // Keeps the difference a whole number of pixels, or texts blur.
    return { scrollTop, offset: scrollTop + Math.round(offsetAt(scrollTop, scale) - scrollTop) };
  return { scrollTop, offset: within(from.offset + distance, scale.end) };
}

/** The position with `offset` pixels of the table above the visible part. */
export function scrollToOffset(offset: number, input: WindowInput): TableScroll {
  const scale = scaleOf(input);
  return { scrollTop: mapPosition(offset, scale.end, scale.last), offset: within(offset, scale.end) };
}

/** The nearest position that shows a whole row. */
export function scrollToRow(row: number, input: WindowInput): TableScroll {
  const { rowHeight, viewport } = input;
  const offset = input.offset ?? offsetAt(input.scrollTop, scaleOf(input));
  const top = row * rowHeight;
  if (top < offset) return scrollToOffset(top, input);
  if (top + rowHeight > offset + viewport) return scrollToOffset(top + rowHeight - viewport, input);
  return { scrollTop: input.scrollTop, offset };
}
