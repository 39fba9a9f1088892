'use client';

import { DirectionProvider as Base } from '@base-ui/react/direction-provider';
import type { ReactNode } from 'react';

export interface DirectionProviderProps {
  /** The `dir` of the page. */
  direction: 'ltr' | 'rtl';
  children: ReactNode;
}

/** Mirrors the arrow keys of tabs and menus below on a page with `dir="rtl"`. */
export function DirectionProvider({ direction, children }: DirectionProviderProps): ReactNode {
  return <Base direction={direction}>{children}</Base>;
}
