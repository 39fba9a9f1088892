import type { KeyboardEvent } from 'react';
import { isComposing } from './is-composing.ts';

/** Calls `onSubmit` on Enter, unless the key belongs to a composition (IME). Returns whether it was called. */
export function submitOnEnter(event: KeyboardEvent, onSubmit: (() => void) | undefined): boolean {
  if (event.key !== 'Enter' || isComposing(event) || onSubmit === undefined) return false;
  event.preventDefault();
  onSubmit();
  return true;
}
