// Validation rules beyond the contract. All errors are returned at once, as each attempt needs a new captcha.
import {
  type RegisterBody,
  registerBodySchema,
  type Schema,
  type UpdateProfileBody,
  updateProfileBodySchema,
} from '@openbell/core/contract';
import * as v from 'valibot';
import { weakPasswordError } from '../security/password-rules.ts';
import { readPhone } from './phone.ts';
import { isValidName } from './valid-name.ts';

/** Returns the error of a field, or null. `other` returns the text of another field, which may be invalid. */
type FieldRule = (field: string, other: (name: string) => string) => string | null;

const phoneRule: FieldRule = (phone) =>
  readPhone(phone) === null ? 'Please enter a valid phone number.' : null;
const nameRule: FieldRule = (name) =>
  isValidName(name) ? null : 'Please enter a name without line breaks or hidden characters.';
// Only cheap rules: no rate limit has counted the call yet.
const passwordRule: FieldRule = (password, other) => weakPasswordError(password, other('email'));

/** Applies the rules to all fields without a schema error, also when another field has one. */
function checkFields<T>(rules: Readonly<Record<string, FieldRule>>) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const input: unknown = dataset.value;
    if (typeof input !== 'object' || input === null) return;
    const body = input as Readonly<Record<string, unknown>>;
    const textOf = (name: string): string => (typeof body[name] === 'string' ? body[name] : '');
    for (const [key, rule] of Object.entries(rules)) {
      const value = body[key];
      if (typeof value !== 'string') continue;
      if (dataset.issues?.some(({ path }) => path?.[0]?.key === key)) continue;
      const message = rule(value, textOf);
      if (message !== null)
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: body, key, value }] });
    }
  });
}

/** A registration with a visible name, an E.164 phone number and a password that is not common. */
export const ownRegisterSchema: Schema<RegisterBody> = v.pipe(
  registerBodySchema,
  checkFields({ first_name: nameRule, phone: phoneRule, password: passwordRule }),
  v.transform((body) => ({ ...body, phone: readPhone(body.phone) ?? body.phone })),
);

/** Profile changes with a visible name and an E.164 phone number. */
export const ownProfileSchema: Schema<UpdateProfileBody> = v.pipe(
  updateProfileBodySchema,
  checkFields({ first_name: nameRule, phone: phoneRule }),
  v.transform(({ phone, ...body }) =>
    phone === undefined ? body : { ...body, phone: readPhone(phone) ?? phone },
  ),
);
