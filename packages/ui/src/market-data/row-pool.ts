// The rows of a long list that are in the document: few, and used again. Row 40 leaves at the top, and its element
// stands at the bottom as row 80, with other texts in the same nodes; rows that stay are not touched.

/** One drawn row. */
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
  /** Puts the rows into the document in the order of their places: for those who read the document, not the screen. */
  settle(): void;
  /** Takes the rows away. */
  clear(): void;
}

interface RowPoolParts<Row extends PooledRow> {
  readonly parent: HTMLElement;
  /** Pixels. */
  readonly rowHeight: number;
  readonly create: () => Row;
  /** Gives a row the texts of a place. */
  readonly fill: (row: Row, place: number) => void;
  /**
   * What of a place's look is not its texts, as bits: what is dearer to change on a row in the higher ones. A row of the
   * same look is taken, where there is one.
   */
  readonly lookOf?: (place: number) => number;
  /** How many rows that are out of view wait, so that one of the same look is found. */
  readonly spareRows?: number;
}

interface Slot<Row> {
  readonly row: Row;
  /** The place whose texts it has; -1: of none. */
  place: number;
  look: number;
  /** Rows from the origin, where its transform has put it. */
  offset: number;
  /** It was used again, and stands somewhere in the document's order. */
  isMoved: boolean;
}

export function createRowPool<Row extends PooledRow>({
  parent,
  rowHeight,
  create,
  fill,
  lookOf = () => 0,
  spareRows = 0,
}: RowPoolParts<Row>): RowPool<Row> {
  /** Those of the places from `last` on. */
  let shown: Slot<Row>[] = [];
  /** Those out of view, longest first; they still show the places that they had. */
  let spare: Slot<Row>[] = [];
  /** The first place of the last showing. */
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

  /** Rows out of view leave the document: what they show is no longer so. */
  function parkSpare(): void {
    for (const slot of spare) {
      slot.place = -1;
      slot.row.element.remove();
    }
  }

  /** The row out of view that shows the place, or looks most like it. */
  function take(place: number): Slot<Row> {
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

  /** Rows that stay in view keep their places; the others wait. */
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
      // Where all rows are others, each stays where it is on the screen: only texts change.
      const isLeap = isResized || Math.abs(first - last) >= size;
      if (isResized) resize(size);
      if (!isLeap && first !== last) slideTo(first);
      last = first;
      for (let i = 0; i < size; i++) {
        const place = first + i;
        shown[i] ??= take(place);
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
      const order = [...shown, ...spare.filter(({ place }) => place >= 0)].sort((a, b) => a.place - b.place);
      const { activeElement } = parent.ownerDocument;
      // A row that has the focus would lose it: then the others go around it.
      const held = order.findIndex(({ row, isMoved }) => isMoved && row.element.contains(activeElement));
      let next: Element | null = null;
      for (let i = order.length - 1; i >= 0; i--) {
        const slot = order[i] as Slot<Row>;
        const { element } = slot.row;
        const isStaying = held < 0 ? !slot.isMoved : i === held;
        if (!isStaying && element.nextSibling !== next) parent.insertBefore(element, next);
        slot.isMoved = false;
        next = element;
      }
    },
    clear() {
      for (const { row } of [...shown, ...spare]) row.element.remove();
      shown = [];
      spare = [];
    },
  };
}
