'use client';

import { createTexts, type Texts } from '@openbell/core/catalogue';
import { createContext, type ReactNode, useContext } from 'react';

const TextsContext = createContext<Texts>(createTexts());

/**
 * Provides other texts to all components below: `<TextsProvider texts={createTexts({ 'shell.retry': 'Encore' })}>`.
 * Default: the English catalogue.
 */
export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }): ReactNode {
  return <TextsContext.Provider value={texts}>{children}</TextsContext.Provider>;
}

/** Returns the catalogue in use. All visible text of a component comes from it. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}
