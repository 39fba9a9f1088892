'use client';

import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { createAnchoredList } from './anchored-list.ts';
import type { AnchoredList, AnchoredListOptions, RowList, RowRange } from './anchored-list.types.ts';
import { useBeforePaint } from './use-before-paint.ts';

/**
 * Creates a list anchored at its end (a chat): rows may be prepended and change height while the visible rows keep
 * their position. The options are read once; change the component's `key` for other rows.
 */
export function useAnchoredList<Row>(options: AnchoredListOptions<Row>): AnchoredList<Row> {
  const [list] = useState(() => createAnchoredList(options));
  return list;
}

/** The result of {@link useAnchoredRows}. */
export interface AnchoredRows<Row> {
  /** All rows, at the revision that `range` belongs to. */
  readonly rows: RowList<Row>;
  /** The rows to render. */
  readonly range: RowRange;
  /** The scroll container: a reversed column (`flex-direction: column-reverse`). */
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  /** Its child with the list's full length: a column aligned at its end (`justify-content: flex-end`). */
  readonly contentRef: RefObject<HTMLDivElement | null>;
  /** The last child of that, after the rows: a spacer as high as the rows below. */
  readonly spaceRef: RefObject<HTMLDivElement | null>;
}

/** Returns the rows to render. Use it in a component of its own, because it renders while scrolling. */
export function useAnchoredRows<Row>(list: AnchoredList<Row>): AnchoredRows<Row> {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const spaceRef = useRef<HTMLDivElement>(null);
  const { snapshot, $state } = list.rows;
  // The range follows each change at once, and so do the rows; a change of a row renders with its publication.
  const rows = useSyncExternalStore($state.listen, snapshot, snapshot);
  const range = useSyncExternalStore(list.onRange, list.range, list.range);
  useBeforePaint(() => {
    const [scroller, content, space] = [scrollerRef.current, contentRef.current, spaceRef.current];
    if (scroller === null || content === null || space === null) return undefined;
    return list.attach({ scroller, content, space });
  }, [list]);
  // On every render, because rows may change for other reasons.
  useBeforePaint(() => list.drawn(range));
  return { rows, range, scrollerRef, contentRef, spaceRef };
}

/** Returns whether the end of the list is visible. */
export function useIsAtEnd(list: AnchoredList): boolean {
  const isAtEnd = (): boolean => list.view().isAtEnd;
  return useSyncExternalStore(list.onView, isAtEnd, isAtEnd);
}
