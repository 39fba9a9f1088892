// What a list that is read from its end is made of, and what it needs.

/** Where the rows come from: a thread of the chat engine, say. */
export interface RowSource {
  /** The row at an index; undefined beyond the last. */
  at(index: number): unknown;
  /** Hears each change of rows as it happens. */
  onChange(
    listener: (kind: 'added' | 'changed' | 'removed', index: number, count: number) => void,
  ): () => void;
}

/** The rows that are drawn: from `start` to before `end`. A new object for each change. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** What can be seen. */
export interface ListView {
  /** The first row in view. */
  readonly first: number;
  /** Whether the list's end is in view, within the threshold. */
  readonly isAtEnd: boolean;
}

export type RowAlign = 'start' | 'center' | 'auto';

export interface AnchoredListOptions {
  readonly rows: RowSource;
  /** How many rows there are, as far as is known. */
  readonly count: number;
  /** Pixels of a row that has not been measured. */
  readonly estimate: number;
  /** Pixels before the first and after the last row. */
  readonly paddingStart: number;
  readonly paddingEnd: number;
  /** Pixels from the end within which the list counts as being there, and follows what is appended. */
  readonly endThreshold: number;
  /** The row at whose start the list opens; at its end without one. */
  readonly openAt?: number | undefined;
}

/** The elements of a list. */
export interface ListElements {
  /** What scrolls. */
  readonly scroller: HTMLElement;
  /** Its whole length: a column that ends where it ends, whose children are the drawn rows, then `space`. */
  readonly content: HTMLElement;
  /** As high as all that is below the drawn rows. */
  readonly space: HTMLElement;
}

export interface AnchoredList {
  readonly range: () => RowRange;
  readonly onRange: (listener: () => void) => () => void;
  readonly view: () => ListView;
  readonly onView: (listener: (view: ListView) => void) => () => void;
  /** Follows the rows and the elements until the returned function is called. */
  attach(elements: ListElements): () => void;
  /** Call when rows have been drawn anew, before they are painted: `range` is what was drawn. */
  drawn(range: RowRange): void;
  scrollToEnd(): void;
  scrollToIndex(index: number, align: RowAlign): void;
}
