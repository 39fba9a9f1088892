// Form rules beyond the contract. All errors are returned at once, as each new attempt needs a new captcha.
import {
  type RegisterBody,
  registerBodySchema,
  type Schema,
  type UpdateProfileBody,
  updateProfileBodySchema,
} from '@openbell/core/contract';
import * as v from 'valibot';
import { refusePassword } from '../security/password-rules.ts';
import { isPersonName } from './person-name.ts';
import { readPhone } from './phone.ts';

/** Returns the error of a field; null when it is valid. Other fields may be invalid. */
type FieldRule = (field: string, other: (name: string) => string) => string | null;

const phoneRule: FieldRule = (phone) =>
  readPhone(phone) === null ? 'Please enter a valid phone number.' : null;
const nameRule: FieldRule = (name) =>
  isPersonName(name) ? null : 'Please enter a name without line breaks or hidden characters.';
// Only cheap rules: no limit has counted the call yet.
const passwordRule: FieldRule = (password, other) => refusePassword(password, other('email'));

/** Checks the fields without a schema error, even if others have one. */
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
