// Validates a provider's data about a user.
import { emailInputSchema } from '@openbell/core/contract';
import * as v from 'valibot';

/** Returns trimmed text without control characters, with at most `max` characters. Empty for other values. */
export function readText(value: unknown, max: number): string {
  if (typeof value !== 'string') return '';
  const clean = value.replaceAll(/\p{Cc}/gu, '').trim();
  return Array.from(clean).slice(0, max).join('');
}

/** Returns an e-mail address that is valid by the rules of the sign-up form, or null. */
export function readEmail(value: unknown): string | null {
  const { success, output } = v.safeParse(emailInputSchema, readText(value, 254));
  return success ? output : null;
}

/** Returns an https URL of at most 2048 characters, or null. */
export function readPhoto(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' ? url.href : null;
}
