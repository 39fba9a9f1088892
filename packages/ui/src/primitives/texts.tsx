'use client';

import { createTexts, type Texts } from '@openbell/core/catalogue';
import { createContext, type ReactNode, useContext } from 'react';

const TextsContext = createContext<Texts>(createTexts());

/**
 * Gives everything below it other words: `<TextsProvider texts={createTexts({ 'shell.retry': 'Encore' })}>`.
 * Without one, the English catalogue speaks.
 */
export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }): ReactNode {
  return <TextsContext.Provider value={texts}>{children}</TextsContext.Provider>;
}

/** The catalogue in use; every visible word of a component comes from it. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}
