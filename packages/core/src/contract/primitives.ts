import * as v from 'valibot';
import { parseInstant } from '../shared/instants.ts';
import { orAbsent, type Schema, unknownId } from './schema.ts';

/** An ISO 8601 instant in UTC, for example `2026-11-21T15:30:00.000Z`. */
export type IsoInstant = string;

/** An integer id, at most 2^53 - 1. Digits in a string are accepted too. */
export const idSchema: Schema<number> = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
);

/** A number, or a number in a string, as some backends send decimals. */
export const numberSchema: Schema<number> = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/), v.transform(Number))]),
  v.finite(),
);

/** A number; null when missing or invalid. */
export const nullableNumberSchema: Schema<number | null> = v.fallback(v.nullish(numberSchema, null), null);

/** A boolean, also as 1/0, '1'/'0' or 'true'/'false'. */
export const booleanSchema: Schema<boolean> = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([1, 0, '1', '0', 'true', 'false']),
    v.transform((value) => value === 1 || value === '1' || value === 'true'),
  ),
]);

/** A boolean; false when missing or invalid. */
export const flagSchema: Schema<boolean> = v.fallback(v.nullish(booleanSchema, false), false);

/** The id of an entity; `unknownId` when missing or invalid. */
export const entityIdSchema: Schema<number> = orAbsent(idSchema, unknownId);

const plainTextSchema: Schema<string> = v.fallback(v.nullish(v.string(), ''), '');

/** Text, also written as a number; empty when missing or of another type. */
export const textSchema: Schema<string> = orAbsent(
  v.union([v.string(), v.pipe(v.number(), v.finite(), v.transform(String))]),
  '',
  plainTextSchema,
);

/** Text; null when missing, empty or of another type. */
export const nullableTextSchema: Schema<string | null> = v.pipe(
  v.fallback(v.nullish(v.string(), null), null),
  v.transform((value) => (value === '' ? null : value)),
);

/** An instant; a date without a zone is UTC. Rejects invalid dates. */
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

/** An instant; null when missing, empty or invalid. */
export const nullableInstantSchema: Schema<IsoInstant | null> = v.fallback(
  v.nullish(instantSchema, null),
  null,
);

/** A host with a dot at the start of a text, with or without a path. */
const hostFirst = /^(?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\.?(?=[:/?#]|$)/u;
/** The start of an address with a scheme, or of one on the provider's own site. */
const schemeOrPath = /^(?:[a-z][a-z\d+.-]*:|\/)/i;

/**
 * The address of another site. Providers leave out the scheme (`www.example.com`), and a link would lead into our own site:
 * `https` is added. A text that is no address (`n/a`) is read as empty.
 */
export const webAddressSchema: Schema<string> = v.pipe(
  textSchema,
  v.transform((text) => {
    const address = text.trim();
    if (hostFirst.test(address)) return `https://${address.replace(/^\/\//, '')}`;
    return schemeOrPath.test(address) ? address : '';
  }),
);

/** Rejects NUL, which databases cannot store. */
const withoutNul = v.check<string, string>(
  (value) => !value.includes('\u0000'),
  'Contains a forbidden character.',
);

/** A schema with string input, which can be part of a pipe. */
export type TextSchema = v.GenericSchema<string, string>;

/** UTF-16 units per character on average, at most. The emoji of a family has eleven, most texts have one. */
export const UNITS_PER_CHARACTER = 4;

/**
 * User input that the server accepts: no NUL, at most `max` characters as a person counts them, and at most `4 * max`
 * UTF-16 units. The units are checked first: counting the characters of a mebibyte takes 0.1 s.
 */
/* @__NO_SIDE_EFFECTS__ */ export function inputText(max: number): TextSchema {
  const message = `Must be at most ${max.toLocaleString('en-US')} characters.`;
  return v.config(
    v.pipe(
      v.string('Must be text.'),
      withoutNul,
      v.maxLength(max * UNITS_PER_CHARACTER, message),
      v.maxGraphemes(max, message),
    ),
    { abortPipeEarly: true },
  );
}

/** Like `inputText`, trimmed and not blank. */
/* @__NO_SIDE_EFFECTS__ */ export function requiredText(max: number, whenMissing: string): Schema<string> {
  return v.pipe(v.nullish(v.string('Must be text.'), ''), v.trim(), v.nonEmpty(whenMissing), inputText(max));
}

/** Letters, digits, marks, dots and hyphens: the characters of a domain. */
const ANY_DOMAIN = /^[\p{L}\p{N}\p{M}.-]+$/u;

/** UTF-16 units of an email. */
const MAX_EMAIL = 254;

/**
 * Normalizes the domain of an email to lower case and punycode; the local part is unchanged. A domain that cannot be
 * converted, or is too long, is left for validation.
 */
function withAsciiDomain(email: string): string {
  if (email.length > MAX_EMAIL) return email;
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at).toLowerCase();
  const isPlain = /^\p{ASCII}*$/u.test(domain);
  if (isPlain) return email.slice(0, at) + domain;
  if (!ANY_DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return email;
  return email.slice(0, at) + new URL(`http://${domain}`).hostname;
}

/**
 * Further rules for an email that passed the checks above: a local part of at most 64 characters without empty parts, and
 * a domain with a top level.
 */
function passesDomainRules(email: string): boolean {
  const [local = '', domain = ''] = email.split('@');
  return local.length <= 64 && !/^\.|\.\.|\.$/.test(local) && /\.[a-z][a-z\d-]*[a-z\d]$/i.test(domain);
}

/**
 * An e-mail address that the server accepts: at most 254 characters, with the domain normalized to lower case and
 * punycode. Stored addresses are compared case-insensitively.
 */
export const emailInputSchema: Schema<string> = v.config(
  v.pipe(
    v.nullish(v.string('Must be text.'), ''),
    v.trim(),
    v.nonEmpty('Please enter your e-mail address.'),
    v.transform(withAsciiDomain),
    v.maxLength(MAX_EMAIL, 'Must be at most 254 characters.'),
    withoutNul,
    v.rfcEmail('Please enter a valid e-mail address.'),
    v.check(passesDomainRules, 'Please enter a valid e-mail address.'),
  ),
  { abortPipeEarly: true },
);
