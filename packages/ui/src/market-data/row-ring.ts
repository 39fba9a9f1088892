// The rows of a long list that are in the document: few, and used again. Row 40 leaves at the top, and its element
// stands at the bottom as row 80, with other texts in the same nodes; rows that stay are not touched.

/** One drawn row. */
export interface RingRow {
  readonly element: HTMLElement;
}

interface RowRing<Row extends RingRow> {
  /**
   * Draws `size` places from `first` on, at `origin` (in rows) from where the parent's own transform has put it. With
   * `all`, those that stood there before are drawn again, too.
   */
  show(first: number, size: number, origin: number, all: boolean): void;
  /** The row that shows a place; null when none does. */
  at(place: number): Row | null;
  /** Puts the rows into the document in the order of their places: for those who read the document, not the screen. */
  settle(): void;
  /** Takes the rows away. */
  clear(): void;
}

interface Slot<Row> {
  readonly row: Row;
  place: number;
  /** Rows from the origin, where its transform has put it. */
  offset: number;
}

/** `fill` gives a row the texts of a place. */
export function createRowRing<Row extends RingRow>(
  parent: HTMLElement,
  rowHeight: number,
  create: () => Row,
  fill: (row: Row, place: number) => void,
): RowRing<Row> {
  let slots: Slot<Row>[] = [];
  /** Which slot shows place 0. */
  let shift = 0;
  /** The first place of the last showing. */
  let last = 0;
  /** How many slots, from the first, stand at the end of the document's order. */
  let turned = 0;

  function resize(size: number): void {
    while (slots.length > size) slots.pop()?.row.element.remove();
    while (slots.length < size) {
      const row = create();
      parent.append(row.element);
      slots.push({ row, place: -1, offset: -1 });
    }
    // Another size, other slots for every place.
    for (const slot of slots) {
      slot.place = -1;
      parent.append(slot.row.element);
    }
    turned = 0;
    shift = 0;
  }

  function slotOf(place: number): number {
    return (place + shift) % slots.length;
  }

  return {
    show(first, size, origin, all) {
      if (size !== slots.length) resize(size);
      // Where all rows are others, each stays where it is on the screen: only texts change.
      if (Math.abs(first - last) >= size) shift = (slotOf(last) - (first % size) + size) % size;
      last = first;
      for (let place = first; place < first + size; place++) {
        const slot = slots[slotOf(place)] as Slot<Row>;
        const isNew = slot.place !== place;
        slot.place = place;
        if (isNew || all) fill(slot.row, place);
        const offset = place - origin;
        if (slot.offset !== offset) {
          slot.offset = offset;
          slot.row.element.style.transform = `translateY(${offset * rowHeight}px)`;
        }
      }
    },
    at(place) {
      const slot = slots[slotOf(place)];
      return slot !== undefined && slot.place === place ? slot.row : null;
    },
    settle() {
      const { length } = slots;
      if (length === 0) return;
      let first = slots[0] as Slot<Row>;
      for (const slot of slots) if (slot.place < first.place) first = slot;
      const wanted = slotOf(first.place);
      if (wanted === turned) return;
      // The order is a circle: the rows from `turned` up to the wanted first go to the end, or the others to the
      // start; whichever leaves the row alone that has the focus, which a moved element loses.
      const forward = (wanted - turned + length) % length;
      const circle = Array.from(
        { length },
        (_, i) => (slots[(turned + i) % length] as Slot<Row>).row.element,
      );
      const isFocused = (node: HTMLElement): boolean => node.contains(node.ownerDocument.activeElement);
      const leaving = circle.slice(0, forward);
      if (leaving.some(isFocused)) parent.prepend(...circle.slice(forward));
      else parent.append(...leaving);
      turned = wanted;
    },
    clear() {
      for (const slot of slots) slot.row.element.remove();
      slots = [];
      turned = 0;
    },
  };
}
