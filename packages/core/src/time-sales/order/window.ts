// Which rows of a long table are in view. Browsers draw no element higher than some 17 to 33 million pixels, and a
// million rows of 28 px are 28 million: beyond a limit the scroll bar is a scaled picture of the table. The scroll bar
// then stands for a place by proportion; who turns a wheel, or pulls with a finger, moves the rows by as many pixels
// as in any other list, and none is skipped.

/** Under the least height limit of today's browsers (Firefox, 17.9 million pixels). */
const maxScrollHeight = 15_000_000;

/** Near its ends the scroll bar is not scaled: the first and the last rows are reached as in a short list. */
const endZone = 100_000;

/** Further than wheels and fingers go between two frames, and less than a scaled scroll bar goes for one pixel. */
const farPx = 4000;

export interface WindowInput {
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** The height of the part in view, without the head. */
  readonly viewport: number;
  readonly scrollTop: number;
  /** Pixels of the table above the view. Default: what `scrollTop` stands for. */
  readonly offset?: number;
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

/** Where a table stands: the scroll bar's place, and the pixels of the table above the view. */
export interface ScrollPlace {
  readonly scrollTop: number;
  readonly offset: number;
}

interface Scale {
  readonly height: number;
  /** The last place of the scroll bar, and the offset that it stands for. */
  readonly last: number;
  readonly end: number;
  readonly zone: number;
  /** Pixels of the table for one of the scroll bar's, between the zones at its ends. */
  readonly factor: number;
}

function scaleOf({ count, rowHeight, viewport, maxHeight = maxScrollHeight }: WindowInput): Scale {
  const total = count * rowHeight;
  const height = Math.min(total, maxHeight);
  const last = Math.max(0, height - viewport);
  const end = Math.max(0, total - viewport);
  const zone = Math.min(endZone, last / 4);
  return { height, last, end, zone, factor: last < end ? (end - 2 * zone) / (last - 2 * zone) : 1 };
}

const within = (value: number, end: number): number => Math.max(0, Math.min(value, end));

function offsetAt(scrollTop: number, { last, end, zone, factor }: Scale): number {
  const place = within(scrollTop, last);
  if (place <= zone) return place;
  if (place >= last - zone) return end - (last - place);
  return zone + (place - zone) * factor;
}

function scrollTopAt(offset: number, { last, end, zone, factor }: Scale): number {
  const place = within(offset, end);
  if (place <= zone) return place;
  if (place >= end - zone) return last - (end - place);
  return zone + (place - zone) / factor;
}

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
 * Where a table stands after it was scrolled to `input.scrollTop` from where it stood (null: nowhere yet). A short way
 * moves the rows by as many pixels; a long one, and one to an end, leads to what the scroll bar stands for there.
 */
export function scrolledPlace(from: ScrollPlace | null, input: WindowInput): ScrollPlace {
  const scale = scaleOf(input);
  const scrollTop = within(input.scrollTop, scale.last);
  const way = from === null ? Number.POSITIVE_INFINITY : scrollTop - from.scrollTop;
  const isEnd = way !== 0 && (scrollTop === 0 || scrollTop === scale.last);
  if (from === null || scale.factor === 1 || isEnd || Math.abs(way) > farPx)
    // Whole pixels apart, so that texts stay sharp.
    return { scrollTop, offset: scrollTop + Math.round(offsetAt(scrollTop, scale) - scrollTop) };
  return { scrollTop, offset: within(from.offset + way, scale.end) };
}

/** The place with `offset` pixels of the table above the view, as the scroll bar shows it at rest. */
export function placeAt(offset: number, input: WindowInput): ScrollPlace {
  const scale = scaleOf(input);
  return { scrollTop: scrollTopAt(offset, scale), offset: within(offset, scale.end) };
}

/** The place where a row is wholly in view: the present one when it already is. */
export function placeFor(row: number, input: WindowInput): ScrollPlace {
  const { rowHeight, viewport } = input;
  const offset = input.offset ?? offsetAt(input.scrollTop, scaleOf(input));
  const top = row * rowHeight;
  if (top < offset) return placeAt(top, input);
  if (top + rowHeight > offset + viewport) return placeAt(top + rowHeight - viewport, input);
  return { scrollTop: input.scrollTop, offset };
}
