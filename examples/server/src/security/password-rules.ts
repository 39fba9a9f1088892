// Rejects new passwords that attackers try first.
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '../http/http-error.ts';
import { spellingsOf } from './password-spellings.ts';
import { isEasyToGuess, type PasswordOwner } from './password-strength.ts';

/** The site's name in lower case. */
const SITE_NAME = 'openbell';
/** Shorter local parts may be in a strong password by chance. */
const LOCAL_PART_FROM = 4;
const EASY_TO_GUESS =
  'This password is too easy to guess. Try several unrelated words, without your name, dates, or patterns like “123” or “qwerty”.';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Throws 422 with `errors.password` for a password that `weakPasswordError` rejects or that is easy to guess for someone who
 * knows the owner. Takes milliseconds, so apply a rate limit first.
 */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const error =
    weakPasswordError(password, owner.email) ??
    (isEasyToGuess(password, owner, SITE_NAME) ? EASY_TO_GUESS : null);
  if (error !== null) throw fieldError('password', error);
}

/**
 * Returns an error if a password is very common, or contains the site's name or the local part of the e-mail address,
 * ignoring case, accents and the language of the keyboard. Null if it is accepted.
 */
export function weakPasswordError(given: string, address: string): string | null {
  const spellings = spellingsOf(given.toLowerCase());
  const includes = (part: string) => spellings.some((spelling) => spelling.includes(part));
  const email = address.toLowerCase();
  if (spellings.some((spelling) => common.has(spelling))) {
    return 'This password is among the most common ones. Please choose another, for example several words in a row.';
  }
  if (includes(SITE_NAME)) return 'Please choose a password that does not contain the name of this site.';
  const localPart = email.slice(0, email.lastIndexOf('@'));
  if (localPart.length >= LOCAL_PART_FROM && includes(localPart)) {
    return 'Please choose a password that does not contain your e-mail address.';
  }
  return null;
}
