'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';

type Popups = typeof import('./popups.ts');

let arrived: Popups | null = null;
let coming: Promise<Popups> | undefined;
const waiting = new Set<() => void>();

/**
 * Loads menus and dialogs before they are needed, when the pointer or the focus comes near. A failed load is repeated.
 */
export function loadPopups(): Promise<Popups> {
  coming ??= import('./popups.ts').then(
    (popups) => {
      arrived = popups;
      for (const notify of waiting) notify();
      return popups;
    },
    (error: unknown) => {
      coming = undefined;
      throw error;
    },
  );
  return coming;
}

function subscribeToLoad(notify: () => void): () => void {
  waiting.add(notify);
  return () => waiting.delete(notify);
}

/** Returns the menus and dialogs once they are wanted and loaded; null before that and during hydration. */
export function usePopups(isWanted: boolean, onFailed: () => void): Popups | null {
  const popups = useSyncExternalStore(
    subscribeToLoad,
    () => arrived,
    () => null,
  );
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    if (!isWanted || popups !== null) return undefined;
    let isAwaited = true;
    loadPopups().catch(() => isAwaited && failed.current());
    return () => {
      isAwaited = false;
    };
  }, [isWanted, popups]);
  return popups;
}
