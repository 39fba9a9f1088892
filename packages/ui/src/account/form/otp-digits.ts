/** Returns the digits in a text, including full-width digits, and drops all other characters. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

/** The boxes after input into one of them, and the box to focus. */
export interface EnteredDigits {
  /** The same array when nothing has changed. */
  readonly digits: readonly string[];
  readonly focus: number;
}

/**
 * Applies the text `typed` of the box `at`. One digit stays in its box and moves the focus on; several digits continue
 * in the following boxes; a complete code fills all boxes. Other characters are ignored.
 */
export function enterDigits(digits: readonly string[], at: number, typed: string): EnteredDigits {
  const old = digits[at] ?? '';
  let entered = digitsOf(typed);
  if (entered === '') {
    // A box that was emptied by a non-digit keeps its digit.
    const emptied = typed === '' && old !== '';
    return {
      digits: emptied ? digits.map((digit, place) => (place === at ? '' : digit)) : digits,
      focus: at,
    };
  }
  // Typed next to the existing digit: the new one replaces it.
  if (entered.length === 2 && old !== '') entered = entered.replace(old, '');
  const start = entered.length >= digits.length ? 0 : at;
  const next = digits.map((digit, place) => entered[place - start] ?? digit);
  const focus = Math.min(start + entered.length, digits.length - 1);
  return { digits: next.every((digit, place) => digit === digits[place]) ? digits : next, focus };
}
