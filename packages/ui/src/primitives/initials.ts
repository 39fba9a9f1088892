/** The number of background tones of {@link toneOf}. */
const TONES = 5;

/** One or two initials: the first letters of the first and last word; '?' for an empty name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = firstLetter(words[0]);
  const last = words.length > 1 ? firstLetter(words[words.length - 1]) : '';
  return (first + last).toLocaleUpperCase('en') || '?';
}

/** Returns a stable tone (0 to 4) for a name. */
export function toneOf(name: string): number {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 65521;
  return sum % TONES;
}

/** The first code point, so that letters outside the basic plane are not split. */
function firstLetter(word: string | undefined): string {
  return [...(word ?? '')].find((char) => /[\p{L}\p{N}]/u.test(char)) ?? '';
}
