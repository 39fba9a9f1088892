'use client';
'use no memo';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefCallback, useCallback, useRef, useState } from 'react';

export interface VirtualListOptions {
  readonly count: number;
  /** A row's identity. Give the same function while the rows are the same, so that nothing is measured anew. */
  readonly getKey: (index: number) => number | string;
  /** Pixels, until the row has been measured. */
  readonly estimateSize: (index: number) => number;
  /** Rows drawn beyond each end of what is visible. */
  readonly overscan?: number;
  /** Pixels kept free before the first and after the last row. */
  readonly paddingStart?: number;
  readonly paddingEnd?: number;
  /** `end`: a chat. It keeps its place when rows are put before, and follows appended rows while it is at the end. */
  readonly anchorTo?: 'start' | 'end';
  /** Pixels from the end within which it counts as being there: 50 in chat (product.md 9). */
  readonly endThreshold?: number;
}

/** One row to draw. */
export interface VirtualRow {
  readonly key: number | string;
  readonly index: number;
  /** Pixels from the list's start. */
  readonly start: number;
}

/** A list of which only what is visible is drawn: plain data, fresh at each render. */
export interface VirtualList {
  /** For the element that scrolls. */
  readonly scrollRef: RefCallback<HTMLElement>;
  /** For each row's element, which carries `data-index`. */
  readonly measureRef: RefCallback<HTMLElement>;
  /** Whether the scrolling element is there: before that, scrolling does nothing. */
  readonly isAttached: boolean;
  readonly rows: readonly VirtualRow[];
  /** Pixels. */
  readonly totalSize: number;
  /** Whether the view is at the list's end, within the threshold. Reads the present position. */
  readonly isAtEnd: () => boolean;
  readonly scrollToEnd: () => void;
  readonly scrollToIndex: (index: number, align?: 'start' | 'center' | 'end' | 'auto') => void;
}

/** Draws long lists with rows of any height. */
export function useVirtualList(options: VirtualListOptions): VirtualList {
  'use no memo';
  const [element, setElement] = useState<HTMLElement | null>(null);
  const isEnd = options.anchorTo === 'end';
  const threshold = options.endThreshold ?? 1;
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: options.count,
    getScrollElement: () => element,
    getItemKey: options.getKey,
    estimateSize: options.estimateSize,
    overscan: options.overscan ?? 6,
    paddingStart: options.paddingStart ?? 0,
    paddingEnd: options.paddingEnd ?? 0,
    anchorTo: isEnd ? 'end' : 'start',
    followOnAppend: isEnd,
    scrollEndThreshold: threshold,
  });
  const current = useRef(virtualizer);
  current.current = virtualizer;
  const measureRef = useCallback((node: HTMLElement | null) => current.current.measureElement(node), []);
  return {
    scrollRef: setElement,
    isAttached: element !== null,
    measureRef,
    rows: virtualizer
      .getVirtualItems()
      .map(({ key, index, start }) => ({ key: key as number | string, index, start })),
    totalSize: virtualizer.getTotalSize(),
    // Asks the element: while a scroll is being told, the virtualizer may still hold the position before it.
    isAtEnd: useCallback(
      () => element === null || element.scrollHeight - element.clientHeight - element.scrollTop <= threshold,
      [element, threshold],
    ),
    scrollToEnd: useCallback(() => current.current.scrollToEnd(), []),
    scrollToIndex: useCallback(
      (index, align = 'auto') => current.current.scrollToIndex(index, { align }),
      [],
    ),
  };
}
