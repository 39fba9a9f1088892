'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface Viewport {
  readonly scrollTop: number;
  /** Pixels; before the element is laid out, a usual screen's. */
  readonly height: number;
}

const usualHeight = 640;

/** Where a scrolled element stands, read at most once a frame, and how high it is. */
export function useViewport(element: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ scrollTop: 0, height: usualHeight });
  const frame = useRef(0);

  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return;
    const read = (): void => {
      frame.current = 0;
      const scrollTop = node.scrollTop;
      const height = node.clientHeight === 0 ? usualHeight : node.clientHeight;
      setViewport((old) =>
        old.scrollTop === scrollTop && old.height === height ? old : { scrollTop, height },
      );
    };
    const later = (): void => {
      if (frame.current === 0) frame.current = requestAnimationFrame(read);
    };
    read();
    node.addEventListener('scroll', later, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(later);
    observer?.observe(node);
    return () => {
      node.removeEventListener('scroll', later);
      observer?.disconnect();
    };
  }, [element]);

  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    },
    [],
  );
  return viewport;
}
