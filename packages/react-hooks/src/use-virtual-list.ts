'use client';

import {
  defaultRangeExtractor,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  useVirtualizer,
  type VirtualItem,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { type CSSProperties, type FocusEvent, type Ref, type RefObject, useRef, useState } from 'react';
import { anchorsScroll, type ListScroller, offsetIn, scrollerOf } from './list-scroller.ts';
import { useBeforePaint } from './use-before-paint.ts';
import {
  firstItemOf,
  marginsOf,
  plainItems,
  rowCountOf,
  rowOfItem,
  rowsToRender,
} from './virtual-list.rows.ts';

/** Options of {@link useVirtualList}. */
export interface VirtualListOptions {
  /** A unique key for each item, in order. */
  readonly keys: readonly (string | number)[];
  /** Estimated height in pixels of a row that has not been rendered. */
  readonly estimate: number;
  /** Whether the first item of a grid fills a row. */
  readonly hasLead?: boolean | undefined;
  /** Name under which the page remembers the rows' heights, so that Back restores the scroll position. */
  readonly name?: string | undefined;
  /** Index of an item to render wherever the list is scrolled to. */
  readonly kept?: number | undefined;
}

/** Props of an item's element. */
export interface VirtualItemProps {
  readonly ref?: Ref<HTMLLIElement & HTMLDivElement> | undefined;
  readonly style?: CSSProperties | undefined;
  readonly 'data-index': number;
  readonly 'aria-setsize'?: number | undefined;
  readonly 'aria-posinset'?: number | undefined;
}

/** The result of {@link useVirtualList}. */
export interface VirtualList {
  /** The items to render, each with the props of its element. */
  readonly items: readonly { readonly index: number; readonly props: VirtualItemProps }[];
  /** Props of the list's element: a block of rows without margins, or a grid. */
  readonly listProps: {
    readonly ref: Ref<HTMLUListElement & HTMLDivElement>;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/** The measured rows of named lists when they were last unmounted. */
const measuredRows = new Map<string, VirtualItem[]>();

type ScrollOptions = Pick<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'initialRect' | 'getScrollElement' | 'observeElementRect' | 'observeElementOffset' | 'scrollToFn'
>;

/**
 * Returns the virtualizer's options for a list somewhere in its scroller or in the page: offsets count from the list's
 * start. The virtualizer writes only corrections.
 */
function scrollOptions(list: RefObject<HTMLElement | null>, sync: RefObject<() => void>): ScrollOptions {
  // The two kinds of scroller differ only in their observers, which the types keep apart.
  const isWindow = (scroller: ListScroller | null): boolean => scroller === globalThis.window;
  return {
    // Before the first layout, and on a server.
    initialRect: { width: 0, height: 800 },
    getScrollElement: () =>
      list.current === null ? null : (scrollerOf(list.current) as ListScroller as HTMLElement),
    observeElementRect(instance, report) {
      const observe = isWindow(instance.scrollElement) ? observeWindowRect : observeElementRect;
      return observe(instance as never, (rect) => {
        // A hidden list keeps its rows.
        if (rect.height > 0) report(rect);
      });
    },
    observeElementOffset(instance, report) {
      const observe = isWindow(instance.scrollElement) ? observeWindowOffset : observeElementOffset;
      const notify = (isScrolling: boolean): void => {
        const { scrollElement: scroller } = instance;
        if (list.current !== null && scroller !== null) report(offsetIn(list.current, scroller), isScrolling);
      };
      notify(false);
      // While it scrolls, events do.
      sync.current = () => {
        if (!instance.isScrolling) notify(false);
      };
      return observe(instance as never, (_, isScrolling) => notify(isScrolling));
    },
    scrollToFn(offset, { adjustments }, { scrollElement: scroller }) {
      if (list.current === null || scroller === null) return;
      const by = adjustments ?? offset - offsetIn(list.current, scroller);
      if (by !== 0) scroller.scrollBy(0, by);
    },
  };
}

/**
 * Renders the items of a long list or grid that are near the viewport, in normal flow, with margins in place of the others.
 * Lists of up to 100 items are rendered completely. The focused item and its neighbors are always rendered.
 *
 * @example
 * const { items, listProps } = useVirtualList({ keys: ['a', 'b'], estimate: 64 });
 * return <ul {...listProps}>{items.map(({ index, props }) => <li key={index} {...props}>{index}</li>)}</ul>;
 */
export function useVirtualList(listOptions: VirtualListOptions): VirtualList {
  // The virtualizer keeps its identity while its rows change.
  'use no memo';
  const { keys, estimate, hasLead = false, name, kept } = listOptions;
  const list = useRef<HTMLUListElement & HTMLDivElement>(null);
  const sync = useRef<() => void>(() => {});
  const [{ columns, gap }, setGrid] = useState({ columns: 1, gap: 0 });
  const [focused, setFocused] = useState<string | number | null>(null);
  const shape = { count: keys.length, columns, hasLead };
  const keyOf = (row: number): string | number => keys[firstItemOf(shape, row)] ?? row;
  const rowOf = (item: number): number | null => (item < 0 ? null : rowOfItem(shape, item));

  const options: VirtualizerOptions<HTMLElement, HTMLElement> = {
    ...scrollOptions(list, sync),
    count: rowCountOf(shape),
    gap,
    overscan: 6,
    getItemKey: keyOf,
    estimateSize: () => estimate,
    ...(name === undefined ? {} : { initialMeasurementsCache: measuredRows.get(name) ?? [] }),
    // A hidden row has no height.
    measureElement: (row, entry) => entry?.borderBoxSize?.[0]?.blockSize || row.offsetHeight || estimate,
    rangeExtractor: (range) =>
      rowsToRender(shape, defaultRangeExtractor(range), [
        focused === null ? null : rowOf(keys.indexOf(focused)),
        kept === undefined ? null : rowOf(kept),
      ]),
  };
  // eslint-disable-next-line react-hooks/incompatible-library -- Not compiled, see above.
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>(options);

  useBeforePaint(() => {
    if (anchorsScroll()) virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  }, [virtualizer]);
  useBeforePaint(
    () => () => {
      if (name !== undefined) measuredRows.set(name, virtualizer.takeSnapshot());
    },
    [name, virtualizer],
  );
  // On each render: what is above the list may have changed its height.
  useBeforePaint(() => sync.current());

  useBeforePaint(() => {
    const element = list.current;
    if (element === null) return undefined;
    const read = (): void => {
      const { gridTemplateColumns, rowGap } = getComputedStyle(element);
      const next = {
        columns: /^\d/.test(gridTemplateColumns) ? gridTemplateColumns.split(' ').length : 1,
        gap: Number.parseFloat(rowGap) || 0,
      };
      setGrid((now) => (now.columns === next.columns && now.gap === next.gap ? now : next));
    };
    read();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const rows = virtualizer.getVirtualItems();
  const total = virtualizer.getTotalSize();
  const isPartial = keys.length > plainItems;
  const items = rows.flatMap((row, at) => {
    const first = firstItemOf(shape, row.index);
    const end = Math.min(firstItemOf(shape, row.index + 1), keys.length);
    const style = marginsOf(row, { before: rows[at - 1], isLast: at === rows.length - 1, gap, total });
    return Array.from({ length: end - first }, (_, column) => ({
      index: first + column,
      props: {
        // The items of a row are equally high.
        ref: column === 0 ? virtualizer.measureElement : undefined,
        style,
        'data-index': row.index,
        'aria-setsize': isPartial ? keys.length : undefined,
        'aria-posinset': isPartial ? first + column + 1 : undefined,
      },
    }));
  });
  return {
    items,
    listProps: {
      ref: list,
      onFocus: ({ target }) => {
        if (!isPartial) return;
        const row = target.closest<HTMLElement>('[data-index]')?.dataset.index;
        setFocused(row === undefined ? null : keyOf(Number(row)));
      },
      // The next item must not go before it has the focus.
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(null);
      },
    },
  };
}
