'use client';

import type { TextValues } from '@openbell/core/catalogue';
import { type FactorTextCode, factorTexts } from '@openbell/core/factors';
import { useTexts } from '../../primitives/index.ts';

/** Returns the texts of second factors: the embedder's, or English. */
export function useFactorTexts(): (code: FactorTextCode, values?: TextValues) => string {
  const text = useTexts();
  return (code, values) => text(code, values, factorTexts[code]);
}
