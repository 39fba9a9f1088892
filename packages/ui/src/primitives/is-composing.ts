import type { KeyboardEvent } from 'react';

/**
 * Returns whether a key belongs to the composition of an input method (IME). WebKit ends the composition before the keydown
 * of the Enter that confirmed it; only the key code 229 is left then.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
