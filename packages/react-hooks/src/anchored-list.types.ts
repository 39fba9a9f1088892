// Types of a list that is anchored at its end.

/** The rows at one revision. */
export interface RowList<Row> {
  readonly length: number;
  /** Returns the row at an index; undefined outside the list. */
  at(index: number): Row | undefined;
}

/** The source of the rows, for example a chat thread. */
export interface RowSource<Row> {
  /** Returns the present rows: the same object until one changes. */
  snapshot(): RowList<Row>;
  /** Publishes changes, at most once per frame. */
  readonly $state: { listen(listener: () => void): () => void };
  /** Calls the listener on each change of rows. Returns a function that unsubscribes. */
  onChange(
    listener: (kind: 'added' | 'changed' | 'removed', index: number, count: number) => void,
  ): () => void;
}

/** The rendered rows, from `start` to before `end`. A new object for each change. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** The visible part of the list. */
export interface ListView {
  /** Index of the first visible row. */
  readonly first: number;
  /** Whether the list's end is visible, within the threshold. */
  readonly isAtEnd: boolean;
}

export type RowAlign = 'start' | 'center' | 'auto';

export interface AnchoredListOptions<Row = unknown> {
  readonly rows: RowSource<Row>;
  /** Estimated height in pixels of an unmeasured row. */
  readonly estimate: number;
  /** Pixels before the first and after the last row. */
  readonly paddingStart: number;
  readonly paddingEnd: number;
  /** Distance in pixels from the end within which the list follows appended rows. */
  readonly endThreshold: number;
  /** Index of the row to open at. Default: the end of the list. */
  readonly openAt?: number | undefined;
}

/** The DOM elements of a list. @inline */
export interface ListElements {
  /** The scroll container. */
  readonly scroller: HTMLElement;
  /** The full-length element: a column aligned at its end with the rendered rows, then `space`. */
  readonly content: HTMLElement;
  /** A spacer as high as all rows below the rendered ones. */
  readonly space: HTMLElement;
}

export interface AnchoredList<Row = unknown> {
  readonly rows: RowSource<Row>;
  readonly range: () => RowRange;
  readonly onRange: (listener: () => void) => () => void;
  readonly view: () => ListView;
  readonly onView: (listener: (view: ListView) => void) => () => void;
  /** Observes rows and elements. Returns a function that detaches. */
  attach(elements: ListElements): () => void;
  /** Call after rendering and before painting, with the rendered range. */
  drawn(range: RowRange): void;
  scrollToEnd(): void;
  scrollToIndex(index: number, align: RowAlign): void;
}
