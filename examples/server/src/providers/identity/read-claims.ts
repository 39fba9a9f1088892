// Validates the texts that a provider reports about a person.
import { emailInputSchema } from '@openbell/core/contract';
import * as v from 'valibot';

/** Returns trimmed text without control characters, at most `most` long; empty for other values. */
export function readText(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const clean = value.replaceAll(/\p{Cc}/gu, '').trim();
  return Array.from(clean).slice(0, most).join('');
}

/** Parses an e-mail address by the rules of the sign-up form; null if it is invalid. */
export function readEmail(value: unknown): string | null {
  const { success, output } = v.safeParse(emailInputSchema, readText(value, 254));
  return success ? output : null;
}

/** An https address of at most 2048 characters, or null. */
export function readPhoto(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' ? url.href : null;
}
