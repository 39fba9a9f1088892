import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { spellingsOf } from './password-spellings.ts';

/** zxcvbn's threshold for "safely unguessable". Eight random characters reach it. */
const MIN_GUESSES = 1e8;
/** The duration grows with the square of the length. */
const SCORED_CHARACTERS = 32;
const SPELLINGS = 10;
/** Shorter words may be in a strong password by chance. */
const MIN_WORD = 3;
const MAX_WORDS = 16;

/**
 * Common Russian words that the lists lack: on an American keyboard they have signs, where the lists have letters only. Other
 * words are found as they are typed there.
 */
const russian =
  'любовь люблю любимая любимый тебя бабушка дедушка дружба свобода собака пользователь жизнь жена мужчина хорошо хоккей футбол рыбалка юля женя серёжа цыплёнок'.split(
    ' ',
  );

// Built once. Under this name zxcvbn ignores the position of a word in the list.
const zxcvbn = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'], diceware: dictionary['diceware-common'], russian },
  graphs: adjacencyGraphs,
  maxLength: SCORED_CHARACTERS,
  l33tMaxSubstitutions: SPELLINGS,
});

export interface PasswordOwner {
  readonly email: string;
  readonly firstName?: string;
  readonly phone?: string | null;
}

/**
 * Returns whether zxcvbn estimates fewer than 100 million guesses for a password without the owner's data. Takes up to
 * 12 ms, and three times as long with accents and letters of other alphabets.
 *
 * @param password - Only its first 32 characters that are not the owner's data are scored.
 * @param siteName - In lower case.
 */
export function isEasyToGuess(password: string, owner: PasswordOwner, siteName: string): boolean {
  const words = [...wordsOf(owner), siteName];
  let text = password.normalize('NFKC');
  for (const word of words) text = text.replaceAll(new RegExp(escaped(word), 'gi'), '');
  // Also true for NaN.
  return spellingsOf(text).some((spelling) => !(zxcvbn.check(spelling, words).guesses >= MIN_GUESSES));
}

/** Returns the owner's data as lower-case words, longest first. */
function wordsOf({ email, firstName = '', phone }: PasswordOwner): string[] {
  const address = email.toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)];
  const name = firstName.toLowerCase();
  const digits = phone?.replaceAll(/\D/g, '') ?? '';
  const words = [
    address,
    local,
    name,
    domain,
    // The whole number, without its country code, and without its area code.
    digits,
    digits.slice(-10),
    digits.slice(-7),
    ...split(name),
    ...split(local),
    ...split(domain).slice(0, -1),
  ];
  return [
    ...new Set(
      words.filter((word) => word.length >= MIN_WORD).map((word) => word.slice(0, SCORED_CHARACTERS)),
    ),
  ]
    .slice(0, MAX_WORDS)
    .sort((a, b) => b.length - a.length);
}

function split(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
