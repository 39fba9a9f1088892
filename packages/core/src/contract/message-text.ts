// What the composer and the servers refuse in a message's text.
import { UNITS_PER_CHARACTER } from './primitives.ts';

/** Draws nothing: white space, control and format characters, fillers, and marks without a letter to stand on. */
const undrawn = /[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns whether a text has no visible character. */
export function isBlankText(text: string): boolean {
  return text.replace(undrawn, '') === '';
}

/** Counts characters as a person counts them. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of new Intl.Segmenter().segment(text)) count += 1;
  return count;
}

/** Returns whether a text is longer than `inputText(max)` accepts. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > max * UNITS_PER_CHARACTER || countCharacters(text) > max;
}
