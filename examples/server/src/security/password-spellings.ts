// Other ways to read a password, as lists of common passwords have Latin letters without accents only.

/** The letter keys of an American keyboard, and of others at the same places. */
const latinRows = ['`qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,.'];
const otherKeyboards: readonly (readonly string[])[] = [
  ['ёйцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
  ['`йцукенгшщзхї', 'фівапролджє', 'ячсмитьбю'],
  ['`;ςερτυθιοπ[]', "ασδφγηξκλ;'", 'ζχψωβνμ,.'],
];

const latinKeys = new Map(
  otherKeyboards.flatMap((rows) =>
    rows.flatMap((row, index) =>
      [...row].flatMap((letter, place): [string, string][] =>
        /\p{L}/u.test(letter) ? [[letter, latinRows[index]?.charAt(place) ?? letter]] : [],
      ),
    ),
  ),
);

/** Returns a text, without the accents of its Latin letters, and as the same keys of an American keyboard type it. */
export function spellingsOf(text: string): readonly string[] {
  const typed = Array.from(text, (letter) => latinKeys.get(letter.toLowerCase()) ?? letter).join('');
  const plain = text
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC');
  return [...new Set([text, plain, typed])];
}
