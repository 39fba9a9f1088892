// A pool of row elements for long lists. A row that leaves at the top is reused at the bottom: its texts change, its
// nodes stay. Rows that remain visible are not touched.

/** One rendered row. */
export interface PooledRow {
  readonly element: HTMLElement;
}

interface RowRange {
  /** The first place, and the number of places. */
  readonly first: number;
  readonly size: number;
  /** The place at the parent's top edge. */
  readonly origin: number;
  /** Draws places again that are in view already. */
  readonly all: boolean;
}

interface RowPool<Row extends PooledRow> {
  /** Draws a range of places. */
  show(range: RowRange): void;
  /** The row that shows a place; null when none does. */
  at(place: number): Row | null;
  /** Puts the elements into index order, for assistive technology that follows the document. */
  settle(): void;
  /** Removes the rows. */
  clear(): void;
}

interface RowPoolParts<Row extends PooledRow> {
  readonly parent: HTMLElement;
  /** Row height in pixels. */
  readonly rowHeight: number;
  readonly create: () => Row;
  /** Fills a row with the texts of an index. */
  readonly fill: (row: Row, place: number) => void;
  /**
   * The look of an index without its texts, as bits; changes to higher bits cost more. The pool prefers a spare row of
   * the same look.
   */
  readonly lookOf?: (place: number) => number;
  /** Number of hidden rows kept to find one with the same look. */
  readonly spareRows?: number;
}

interface Slot<Row> {
  readonly row: Row;
  /** The index that the row shows; -1 for none. */
  place: number;
  look: number;
  /** Offset from the origin in rows, as set by the transform. */
  offset: number;
  /** Whether the row was reused and is out of order in the document. */
  isMoved: boolean;
}

/** Puts rows into document order. Moving a focused element would blur it: the other rows are moved around it. */
function putInOrder(parent: HTMLElement, order: readonly Slot<PooledRow>[]): void {
  const { activeElement } = parent.ownerDocument;
  const held = order.findIndex(({ row, isMoved }) => isMoved && row.element.contains(activeElement));
  let next: Element | null = null;
  for (const [i, slot] of [...order.entries()].reverse()) {
    const { element } = slot.row;
    const isStaying = held < 0 ? !slot.isMoved : i === held;
    if (!isStaying && element.nextSibling !== next) parent.insertBefore(element, next);
    slot.isMoved = false;
    next = element;
  }
}

export function createRowPool<Row extends PooledRow>({
  parent,
  rowHeight,
  create,
  fill,
  lookOf = () => 0,
  spareRows = 0,
}: RowPoolParts<Row>): RowPool<Row> {
  /** The visible rows, for the indexes from `last`. */
  let shown: Slot<Row>[] = [];
  /** The hidden rows, longest hidden first; they still hold their former texts. */
  let spare: Slot<Row>[] = [];
  /** The first index of the last call of `show`. */
  let last = 0;

  function createSlot(): Slot<Row> {
    const row = create();
    parent.append(row.element);
    return { row, place: -1, look: 0, offset: -1, isMoved: true };
  }

  function resize(size: number): void {
    for (const { row } of shown.splice(size)) row.element.remove();
    while (shown.length < size) shown.push(createSlot());
    for (const slot of shown) {
      slot.place = -1;
      slot.isMoved = false;
      parent.append(slot.row.element);
    }
  }

  /** Removes hidden rows from the document, because their texts are outdated. */
  function parkSpare(): void {
    for (const slot of spare) {
      slot.place = -1;
      slot.row.element.remove();
    }
  }

  /** Takes the spare row that already shows the index, or the one whose look is nearest. */
  function acquireSlot(place: number): Slot<Row> {
    const look = lookOf(place);
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < spare.length && least >= 0; i++) {
      const slot = spare[i] as Slot<Row>;
      const differing = slot.place === place ? -1 : slot.look ^ look;
      if (differing < least) {
        least = differing;
        best = i;
      }
    }
    const isNew = least > 0 && spare.length < spareRows;
    const slot = isNew ? createSlot() : (spare.splice(best, 1)[0] as Slot<Row>);
    if (slot.place < 0) parent.append(slot.row.element);
    slot.isMoved = true;
    return slot;
  }

  /** Keeps rows that stay visible; the others become spare. */
  function slideTo(first: number): void {
    const { length } = shown;
    const before = shown;
    const by = first - last;
    shown = new Array(length);
    for (let i = 0; i < length; i++) {
      const slot = before[i] as Slot<Row>;
      if (i >= by && i < length + by) shown[i - by] = slot;
      else spare.push(slot);
    }
  }

  return {
    show({ first, size, origin, all }) {
      const isResized = size !== shown.length;
      // When no row stays visible, each element keeps its position and only texts change.
      const isLeap = isResized || Math.abs(first - last) >= size;
      if (isResized) resize(size);
      if (!isLeap && first !== last) slideTo(first);
      last = first;
      for (let i = 0; i < size; i++) {
        const place = first + i;
        shown[i] ??= acquireSlot(place);
        const slot = shown[i] as Slot<Row>;
        if (slot.place !== place || all) {
          slot.place = place;
          slot.look = lookOf(place);
          fill(slot.row, place);
        }
        const offset = place - origin;
        if (slot.offset !== offset) {
          slot.offset = offset;
          slot.row.element.style.transform = `translateY(${offset * rowHeight}px)`;
        }
      }
      if (isLeap || all) parkSpare();
    },
    at(place) {
      const slot = shown[place - last];
      return slot !== undefined && slot.place === place ? slot.row : null;
    },
    settle() {
      const placed = [...shown, ...spare.filter(({ place }) => place >= 0)];
      putInOrder(
        parent,
        placed.sort((a, b) => a.place - b.place),
      );
    },
    clear() {
      for (const { row } of [...shown, ...spare]) row.element.remove();
      shown = [];
      spare = [];
    },
  };
}
