'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type RefObject, useRef } from 'react';

/**
 * For an element that leaves the page by its own button ('Retry'): the focus goes to what is around it, the panel or
 * the main area. Otherwise a browser drops it, and who works without a mouse begins at the top of the page again.
 */
export function useFocusHandedOn<E extends HTMLElement>(): RefObject<E | null> {
  const leaving = useRef<E>(null);
  useBeforePaint(() => {
    const element = leaving.current;
    return () => {
      if (element === null || !element.contains(element.ownerDocument.activeElement)) return;
      element.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);
  return leaving;
}
