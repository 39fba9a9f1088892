'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';

type Popups = typeof import('./popups.ts');

let arrived: Popups | null = null;
let coming: Promise<Popups> | undefined;
const waiting = new Set<() => void>();

/** Fetches menus and dialogs before they are wanted: when a pointer or the focus comes near. One that failed is asked for again. */
export function loadPopups(): Promise<Popups> {
  coming ??= import('./popups.ts').then(
    (popups) => {
      arrived = popups;
      for (const tell of waiting) tell();
      return popups;
    },
    (error: unknown) => {
      coming = undefined;
      throw error;
    },
  );
  return coming;
}

function untilArrived(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

/** Menus and dialogs, once one is wanted; null until they have arrived, and while what a server drew is taken over. */
export function usePopups(isWanted: boolean, onFailed: () => void): Popups | null {
  const popups = useSyncExternalStore(
    untilArrived,
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
