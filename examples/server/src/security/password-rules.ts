// Refuses new passwords that attackers try first.
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '../http/http-error.ts';
import { isEasyToGuess, type PasswordOwner } from './password-strength.ts';

/** The site's name in lower case. */
const SITE_NAME = 'openbell';
/** Shorter local parts occur in good passwords by chance. */
const LOCAL_PART_FROM = 4;
const EASY_TO_GUESS =
  'This password is too easy to guess. Try several unrelated words, without your name, dates, or patterns like “123” or “qwerty”.';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Throws 422 with `errors.password` for a password that `refusePassword` refuses or that is easy to guess with knowledge of
 * its owner. It takes milliseconds, so count the calls first.
 */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const refusal =
    refusePassword(password, owner.email) ??
    (isEasyToGuess(password, owner, SITE_NAME) ? EASY_TO_GUESS : null);
  if (refusal !== null) throw fieldError('password', refusal);
}

/**
 * Returns why a password is refused: it is very common, or contains the site's name or the local part of the e-mail
 * address, ignoring case. Null when it is accepted.
 */
export function refusePassword(given: string, address: string): string | null {
  const password = given.toLowerCase();
  const email = address.toLowerCase();
  if (common.has(password)) {
    return 'This password is among the most common ones. Please choose another, for example several words in a row.';
  }
  if (password.includes(SITE_NAME)) return 'Please choose a password without the name of this site in it.';
  const localPart = email.slice(0, email.lastIndexOf('@'));
  if (localPart.length >= LOCAL_PART_FROM && password.includes(localPart)) {
    return 'Please choose a password without your e-mail address in it.';
  }
  return null;
}
