'use client';

import type { KeyboardEvent } from 'react';

/**
 * Arrow keys lead from message to message while one of them has the focus. The neighbour is drawn already: a virtual
 * list draws some rows beyond what is visible.
 */
export function useArrowKeys(
  scrollToIndex: (index: number, align?: 'auto') => void,
  count: number,
  onLeaveDown: (() => void) | undefined,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = event.target;
    if (step === 0 || !(from instanceof HTMLElement) || !from.matches('article')) return;
    event.preventDefault();
    const index = Number(from.closest<HTMLElement>('[data-index]')?.dataset.index) + step;
    if (index >= count) onLeaveDown?.();
    else if (index >= 0) {
      scrollToIndex(index, 'auto');
      focusMessage(event.currentTarget, index);
    }
  };
}

/** Gives the focus to the message of a row, if it is drawn. */
export function focusMessage(log: HTMLElement, index: number): void {
  log.querySelector<HTMLElement>(`[data-index="${index}"] article`)?.focus({ preventScroll: true });
}
