// What a new password may not be, besides too short: what is tried first at somebody's account.
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '../http/http-error.ts';
import { isEasyToGuess, type PasswordOwner } from './password-strength.ts';

/** What people put into the password of this very site, in lower case. */
const SITE_NAME = 'openbell';
/** A shorter local part stands in many a good password by chance. */
const LOCAL_PART_FROM = 4;
const EASY_TO_GUESS =
  'This password is too easy to guess. Try several unrelated words, without your name, dates, or patterns like “123” or “qwerty”.';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Throws 422 with `errors.password` for a password that `refusePassword` refuses, or that is easy to guess for somebody
 * who knows its owner. It takes milliseconds: count the calls of whoever chooses the password first.
 */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const refusal =
    refusePassword(password, owner.email) ??
    (isEasyToGuess(password, owner, SITE_NAME) ? EASY_TO_GUESS : null);
  if (refusal !== null) throw fieldError('password', refusal);
}

/**
 * Why a password is not taken, for the person: it is among the most common ones, or contains the site's name or the part
 * of the e-mail address before the @, whatever their case. Null when it is none of these.
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
