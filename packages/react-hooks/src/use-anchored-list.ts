'use client';

import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { createAnchoredList } from './anchored-list.ts';
import type { AnchoredList, AnchoredListOptions, RowRange } from './anchored-list.types.ts';
import { useBeforePaint } from './use-before-paint.ts';

/**
 * A list that is read from its end (a chat): rows may be prepended, and change their heights, while what is in view stays
 * where it is. Made once; give the component another `key` for other rows.
 */
export function useAnchoredList(options: AnchoredListOptions): AnchoredList {
  const [list] = useState(() => createAnchoredList(options));
  return list;
}

/** What the component that draws the rows needs. */
export interface AnchoredRows {
  /** The rows to draw. */
  readonly range: RowRange;
  /** The element that scrolls: a column from its end (`flex-direction: column-reverse`). */
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  /** In it, what is as high as the whole list: a column that ends at its end (`justify-content: flex-end`). */
  readonly contentRef: RefObject<HTMLDivElement | null>;
  /** The last in that, after the rows: as high as what is below them. */
  readonly spaceRef: RefObject<HTMLDivElement | null>;
}

/** The rows that are drawn now. Use it in a component of its own: it renders anew as somebody scrolls. */
export function useAnchoredRows(list: AnchoredList): AnchoredRows {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const spaceRef = useRef<HTMLDivElement>(null);
  const range = useSyncExternalStore(list.onRange, list.range, list.range);
  useBeforePaint(() => {
    const [scroller, content, space] = [scrollerRef.current, contentRef.current, spaceRef.current];
    if (scroller === null || content === null || space === null) return undefined;
    return list.attach({ scroller, content, space });
  }, [list]);
  // Before anything is painted, whatever it was that has drawn the rows anew.
  useBeforePaint(() => list.drawn(range));
  return { range, scrollerRef, contentRef, spaceRef };
}

/** Whether the end of the list is in view. */
export function useIsAtEnd(list: AnchoredList): boolean {
  const isAtEnd = (): boolean => list.view().isAtEnd;
  return useSyncExternalStore(list.onView, isAtEnd, isAtEnd);
}
