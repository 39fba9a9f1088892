import * as v from 'valibot';
import { parseInstant } from '../shared/instants.ts';
import type { Schema } from './schema.ts';

/** An ISO 8601 instant in UTC, for example `2026-11-21T15:30:00.000Z`. */
export type IsoInstant = string;

/** An integer id, at most 2^53 - 1. Backends that send ids as digits in a string are read too. */
export const idSchema: Schema<number> = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
);

/** A number, or a number written as a string (some backends send decimals so). */
export const numberSchema: Schema<number> = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/), v.transform(Number))]),
  v.finite(),
);

/** A number, or null when it is absent, null or unreadable. */
export const nullableNumberSchema: Schema<number | null> = v.fallback(v.nullish(numberSchema, null), null);

/** True/false, and what backends send in their place: 1/0, '1'/'0', 'true'/'false'. */
export const booleanSchema: Schema<boolean> = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([1, 0, '1', '0', 'true', 'false']),
    v.transform((value) => value === 1 || value === '1' || value === 'true'),
  ),
]);

/** A flag that is false when it is absent or unreadable. */
export const flagSchema: Schema<boolean> = v.fallback(v.nullish(booleanSchema, false), false);

/** Text; absent, null or another type reads as the empty string. */
export const textSchema: Schema<string> = v.fallback(v.nullish(v.string(), ''), '');

/** Text, or null when it is absent, empty or of another type. */
export const nullableTextSchema: Schema<string | null> = v.pipe(
  v.fallback(v.nullish(v.string(), null), null),
  v.transform((value) => (value === '' ? null : value)),
);

/** An instant; a date without a zone is UTC. Unreadable dates are refused. */
export const instantSchema: Schema<IsoInstant> = v.pipe(
  v.union([v.string(), v.number()]),
  v.rawTransform<string | number, IsoInstant>(({ dataset, addIssue, NEVER }) => {
    const instant = parseInstant(dataset.value);
    if (instant === null) {
      addIssue({ message: 'Not a date' });
      return NEVER;
    }
    return new Date(instant).toISOString();
  }),
);

/** An instant, or null when it is absent, empty or unreadable: never an Invalid Date. */
export const nullableInstantSchema: Schema<IsoInstant | null> = v.fallback(
  v.nullish(instantSchema, null),
  null,
);

/** NUL cannot be stored, and is in no honest text. */
const withoutNul = v.check<string, string>(
  (value) => !value.includes('\u0000'),
  'Contains a forbidden character.',
);

/** A schema that reads text only, so that it can stand inside a pipe. */
export type TextSchema = v.GenericSchema<string, string>;

/** Text that a person gives, as the server accepts it: no NUL, at most `max` characters. */
/* @__NO_SIDE_EFFECTS__ */ export function inputText(max: number): TextSchema {
  return v.pipe(
    v.string('Must be text.'),
    withoutNul,
    v.maxGraphemes(max, `Must be at most ${max.toLocaleString('en-US')} characters.`),
    v.maxLength(max * 4, `Must be at most ${max.toLocaleString('en-US')} characters.`),
  );
}

/** Like `inputText`, trimmed and not blank. */
/* @__NO_SIDE_EFFECTS__ */ export function requiredText(max: number, whenMissing: string): Schema<string> {
  return v.pipe(v.nullish(v.string('Must be text.'), ''), v.trim(), v.nonEmpty(whenMissing), inputText(max));
}

/** Letters, digits, marks, dots and hyphens: nothing that ends a domain in an address. */
const ANY_DOMAIN = /^[\p{L}\p{N}\p{M}.-]+$/u;

/**
 * The domain as the network has it: in lower case, other scripts as punycode; what stands before the @ is the person's own.
 * Whatever is not turned is judged as it is.
 */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at).toLowerCase();
  const isPlain = /^\p{ASCII}*$/u.test(domain);
  if (isPlain) return email.slice(0, at) + domain;
  if (!ANY_DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return email;
  return email.slice(0, at) + new URL(`http://${domain}`).hostname;
}

/** At most 64 characters before the @, parts between single dots; after it a name with a top-level domain. */
function isMailable(email: string): boolean {
  // What is too long, or has not the form of an address, has been refused already.
  if (email.length > 254 || !v.RFC_EMAIL_REGEX.test(email)) return true;
  const [local = '', domain = ''] = email.split('@');
  return local.length <= 64 && !/^\.|\.\.|\.$/.test(local) && /\.[a-z][a-z\d-]*[a-z\d]$/i.test(domain);
}

/**
 * An e-mail address as the server accepts it: one address, at most 254 characters, its domain in lower case, and as
 * punycode where it is of another script. The stored address is compared case-folded.
 */
export const emailInputSchema: Schema<string> = v.pipe(
  v.nullish(v.string('Must be text.'), ''),
  v.trim(),
  v.nonEmpty('Please enter your e-mail address.'),
  v.transform(withAsciiDomain),
  v.maxLength(254, 'Must be at most 254 characters.'),
  withoutNul,
  v.rfcEmail('Please enter a valid e-mail address.'),
  v.check(isMailable, 'Please enter a valid e-mail address.'),
);
