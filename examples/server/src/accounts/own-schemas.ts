// What this server asks of a form beyond the contract's shapes. All mistakes are told at once: a person who corrects one
// and only then hears of the next solves a challenge for each (errors come as lists by field).
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

/** What is wrong with a field of a form, whose other fields may be wrong as well; null when nothing is. */
type FieldRule = (field: string, other: (name: string) => string) => string | null;

const phoneRule: FieldRule = (phone) =>
  readPhone(phone) === null ? 'Please enter a valid phone number.' : null;
const nameRule: FieldRule = (name) =>
  isPersonName(name) ? null : 'Please enter a name without line breaks or hidden characters.';
// Only the rules that take no time: nothing has counted the call yet.
const passwordRule: FieldRule = (password, other) => refusePassword(password, other('email'));

/** Checks the fields that the schema found nothing wrong with, whatever it found with the others. */
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

/** A registration with a name that shows, its phone number as E.164, and a password that is not what is tried first. */
export const ownRegisterSchema: Schema<RegisterBody> = v.pipe(
  registerBodySchema,
  checkFields({ first_name: nameRule, phone: phoneRule, password: passwordRule }),
  v.transform((body) => ({ ...body, phone: readPhone(body.phone) ?? body.phone })),
);

/** The profile's changes, with a name that shows and the phone number as E.164. */
export const ownProfileSchema: Schema<UpdateProfileBody> = v.pipe(
  updateProfileBodySchema,
  checkFields({ first_name: nameRule, phone: phoneRule }),
  v.transform(({ phone, ...body }) =>
    phone === undefined ? body : { ...body, phone: readPhone(phone) ?? phone },
  ),
);
