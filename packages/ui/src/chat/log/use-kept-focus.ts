'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type FocusEvent, type RefObject, useRef } from 'react';
import { focusMessage } from './use-arrow-keys.ts';

/** Handlers for the element that contains the rows. */
export interface KeptFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
}

/**
 * Keeps the focus in the message log when the focused element leaves the document: on the same message if it is still
 * rendered (a pending message that the server confirms), otherwise on the log itself. Without this the browser moves the
 * focus to the body, and the next Tab starts anywhere.
 */
export function useKeptFocus(logRef: RefObject<HTMLElement | null>): KeptFocus {
  const focused = useRef<{ readonly element: Element; readonly key: string | undefined } | null>(null);
  useBeforePaint(() => {
    const last = focused.current;
    if (last === null || last.element.isConnected || logRef.current === null) return;
    focused.current = null;
    const row = [...logRef.current.querySelectorAll<HTMLElement>('[data-key]')].find(
      ({ dataset }) => dataset.key === last.key,
    );
    if (row !== undefined) {
      focusMessage(row);
      return;
    }
    // Only now, so that a click on the log does not focus it.
    logRef.current.tabIndex = -1;
    logRef.current.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }) => {
      focused.current = { element: target, key: target.closest<HTMLElement>('[data-key]')?.dataset.key };
    },
    // React dispatches no events while it removes elements, so this blur is the user moving the focus.
    onBlur: () => {
      focused.current = null;
    },
  };
}
