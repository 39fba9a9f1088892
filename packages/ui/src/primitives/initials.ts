/** How many drawn grounds there are for {@link toneOf}. */
const TONES = 5;

/** One or two letters for a drawn avatar: the first of the first and of the last word; '?' for no name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = firstLetter(words[0]);
  const last = words.length > 1 ? firstLetter(words[words.length - 1]) : '';
  return (first + last).toLocaleUpperCase('en') || '?';
}

/** The same tone for the same name, always: 0 to 4. */
export function toneOf(name: string): number {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 65521;
  return sum % TONES;
}

/** By code point, so that a letter outside the basic plane is not cut in half. */
function firstLetter(word: string | undefined): string {
  return [...(word ?? '')].find((char) => /[\p{L}\p{N}]/u.test(char)) ?? '';
}
