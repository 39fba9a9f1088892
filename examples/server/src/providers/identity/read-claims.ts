// What a provider says about a person is outside text like any other.
import { emailInputSchema } from '@openbell/core/contract';
import * as v from 'valibot';

/** Text without control characters and outer blanks, cut to `most` characters; empty for anything else. */
export function readText(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const clean = value.replaceAll(/\p{Cc}/gu, '').trim();
  return Array.from(clean).slice(0, most).join('');
}

/** An address as one that was typed is read, so that one mailbox is one account; null for what is none. */
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
