'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import type { RefObject } from 'react';

/**
 * Fits a text box's height to its text. Browsers with `field-sizing` do this in CSS; in others it is measured when the
 * text or the width changes.
 */
export function useGrowingBox(boxRef: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useBeforePaint(() => {
    const element = boxRef.current;
    if (element === null || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
    const grow = (): void => {
      element.style.height = 'auto';
      const border = element.offsetHeight - element.clientHeight;
      if (text !== '') element.style.height = `${element.scrollHeight + border}px`;
    };
    grow();
    if (typeof ResizeObserver === 'undefined') return;
    const widths = new ResizeObserver(grow);
    widths.observe(element);
    return () => widths.disconnect();
  }, [boxRef, text]);
}
