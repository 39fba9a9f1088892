/** What a key event says about its key. */
export interface KeyPress {
  readonly key: string;
  readonly code?: string | undefined;
}

/**
 * Returns the key of a shortcut: a letter in lower case, also with Caps Lock. On a keyboard layout without Latin letters or
 * digits it is the one in that place of a US keyboard. Other keys by their names.
 */
export function pressedKey({ key, code = '' }: KeyPress): string {
  // Letters, digits and combining marks of other scripts; names of keys and punctuation are ASCII.
  if (/^[\p{ASCII}\p{Script=Latin}]*$/u.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  return /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
