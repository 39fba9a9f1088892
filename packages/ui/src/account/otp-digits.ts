/** The digits of a text, those of full-width keyboards included; everything between them is left out. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

/** The boxes after something was typed into one of them, and the box that the focus goes to. */
export interface EnteredDigits {
  /** The same list when nothing has changed. */
  readonly digits: readonly string[];
  readonly focus: number;
}

/**
 * Puts what now stands in the box `at` into the boxes. One digit stays in its box and moves on; several (a code filled
 * in from a message) run on into the boxes behind; a whole code fills them all. What is no digit is not taken.
 */
export function enterDigits(digits: readonly string[], at: number, typed: string): EnteredDigits {
  const old = digits[at] ?? '';
  let entered = digitsOf(typed);
  if (entered === '') {
    // Emptied, or something that is no digit: the box keeps what it had.
    const emptied = typed === '' && old !== '';
    return {
      digits: emptied ? digits.map((digit, place) => (place === at ? '' : digit)) : digits,
      focus: at,
    };
  }
  // Typed beside the digit that was there: the new one takes its place.
  if (entered.length === 2 && old !== '') entered = entered.replace(old, '');
  const start = entered.length >= digits.length ? 0 : at;
  const next = digits.map((digit, place) => entered[place - start] ?? digit);
  const focus = Math.min(start + entered.length, digits.length - 1);
  return { digits: next.every((digit, place) => digit === digits[place]) ? digits : next, focus };
}
