'use client';

import type { Openbell } from '@openbell/core';
import { createContext, type ReactNode, useContext } from 'react';

const OpenbellContext = createContext<Openbell | null>(null);

/** Gives everything below it the features of one `createOpenbell(…)`. */
export function OpenbellProvider({
  openbell,
  children,
}: {
  readonly openbell: Openbell;
  readonly children: ReactNode;
}): ReactNode {
  return <OpenbellContext.Provider value={openbell}>{children}</OpenbellContext.Provider>;
}

/** The instance that the nearest provider gives. */
export function useOpenbell(): Openbell {
  const openbell = useContext(OpenbellContext);
  if (openbell === null) {
    throw new TypeError(
      'useOpenbell: there is no OpenbellProvider above this component. Put one round it, or give the hook an instance.',
    );
  }
  return openbell;
}

/** The instance that a hook was given; without one, the provider's. */
export function useFeature<T>(instance: T | undefined, pick: (openbell: Openbell) => T): T {
  const openbell = useContext(OpenbellContext);
  if (instance !== undefined) return instance;
  if (openbell === null) {
    throw new TypeError(
      'This hook was given no instance, and there is no OpenbellProvider above the component. Give it one of the two.',
    );
  }
  return pick(openbell);
}
