'use client';

import type { TextValues } from '@openbell/core/catalogue';
import { type PasskeyTextCode, passkeyTexts } from '@openbell/core/passkeys';
import { useTexts } from '../../primitives/index.ts';

/** Returns the texts of passkeys: the embedder's, or English. */
export function usePasskeyTexts(): (code: PasskeyTextCode, values?: TextValues) => string {
  const text = useTexts();
  return (code, values) => text(code, values, passkeyTexts[code]);
}
