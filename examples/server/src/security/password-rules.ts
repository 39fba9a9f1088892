// What a new password may not be, besides too short (traps C6): what is tried first at somebody's account.
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '../http/http-error.ts';

/** What people put into the password of this very site, in lower case. */
const SITE_NAME = 'openbell';
/** A shorter local part stands in many a good password by chance. */
const LOCAL_PART_FROM = 4;

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Throws 422 with `errors.password` for a password that is among the most common ones, or contains the site's name or
 * the part of the person's e-mail address before the @, whatever their case.
 */
export function requireStrongPassword(password: string, email: string): void {
  const refusal = refusePassword(password, email);
  if (refusal !== null) throw fieldError('password', refusal);
}

/** Why a password is not taken, for the person; null when it is. */
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
