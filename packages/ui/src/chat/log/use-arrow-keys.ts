'use client';

import type { RowRange } from '@openbell/react-hooks';
import type { KeyboardEvent } from 'react';

/** Moves the focus between messages with the arrow keys. The neighbor is always rendered: the list overscans. */
export function useArrowKeys(
  scrollToIndex: (index: number, align: 'auto') => void,
  onLeaveDown: (() => void) | undefined,
): (event: KeyboardEvent<HTMLElement>, range: RowRange) => void {
  return (event, range) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = event.target;
    if (step === 0 || !(from instanceof HTMLElement) || !from.matches('article')) return;
    event.preventDefault();
    const row = from.closest('.ob-chat-row');
    const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
    // The element after the last row is a spacer.
    if (next?.matches('.ob-chat-row')) {
      const place = [...(next.parentElement?.children ?? [])].indexOf(next);
      scrollToIndex(range.start + place, 'auto');
      focusMessage(next);
    } else if (step === 1) onLeaveDown?.();
  };
}

/** Focuses the message in a row. */
export function focusMessage(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
}

/** Focuses the last rendered message of the chat in `container`. */
export function focusLastMessage(container: Element | null | undefined): void {
  focusMessage(container?.querySelector('.ob-chat-row:has(+ .ob-chat-log-space)'));
}
