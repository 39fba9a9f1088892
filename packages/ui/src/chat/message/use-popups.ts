'use client';

import { lazyPart, useLazyPart } from '../../primitives/lazy-part.ts';

type Popups = typeof import('./popups.ts');

const popups = lazyPart<Popups>(() => import('./popups.ts'));

/**
 * Loads menus and dialogs before they are needed, when the pointer or the focus comes near. A failed load is repeated.
 */
export const loadPopups: () => Promise<Popups> = popups.load;

/** Returns the menus and dialogs once they are wanted and loaded; null before that and during hydration. */
export function usePopups(isWanted: boolean, onFailed: () => void): Popups | null {
  return useLazyPart(popups, isWanted, onFailed);
}
