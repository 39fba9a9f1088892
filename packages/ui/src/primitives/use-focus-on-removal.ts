'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type RefObject, useRef } from 'react';

/**
 * Returns a ref for an element that its own button removes ('Retry'). On removal the focus moves to the surrounding
 * panel or main area; otherwise keyboard users would start at the top of the page again.
 */
export function useFocusOnRemoval<E extends HTMLElement>(): RefObject<E | null> {
  const leaving = useRef<E>(null);
  useBeforePaint(() => {
    const element = leaving.current;
    // In a shadow root, the document's active element is the host.
    const root = element?.getRootNode() as Document | ShadowRoot | undefined;
    return () => {
      if (!element?.contains(root?.activeElement ?? null)) return;
      element.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);
  return leaving;
}
