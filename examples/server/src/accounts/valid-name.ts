/** Control characters, line ends and direction overrides. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Letters and symbols that look blank. */
const blank = /[\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Returns whether a text is one line with a visible character. */
export function isValidName(text: string): boolean {
  return !unsafe.test(text) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(blank, ''));
}
