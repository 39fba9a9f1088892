import type { Rule } from '../rule.ts';

export const signUpRules: readonly Rule[] = [
  {
    id: 'sign-up.fields',
    source: 'product.md 2',
    rule: 'Full name, phone, e-mail, optional referral code, password, repeat password, and the agreement, which is on.',
  },
  {
    id: 'sign-up.password-placeholder',
    source: 'product.md 2',
    rule: 'The placeholder of the password says at least 8 characters.',
  },
  {
    id: 'sign-up.payload',
    source: 'product.md 7',
    rule: 'Register sends first_name, phone, email, password, password_confirmation, referralCode and agree.',
  },
  { id: 'sign-up.created', source: 'product.md 4', rule: '201 is created; then the person goes to /signin.' },
  {
    id: 'sign-up.field-errors',
    source: 'product.md 5',
    rule: "The first message of each field's list is shown under the field.",
  },
  {
    id: 'sign-up.field-errors-row',
    source: 'product.md 8',
    rule: 'Sign-up errors are per-field messages from the server.',
  },
  {
    id: 'sign-up.captcha-first',
    source: 'product.md 5',
    rule: "Without a verified captcha the alert says 'Please verify reCAPTCHA.' and nothing is sent.",
  },
  { id: 'sign-up.no-client-bounds', source: 'product.md 5', rule: 'No bounds are checked on the client.' },
  {
    id: 'sign-up.once',
    source: 'product.md 4',
    rule: 'While a sign-up is submitting, another press sends nothing.',
  },
  {
    id: 'sign-up.address-in-use',
    source: 'decisions.md 11',
    rule: 'An address already in use is 422 with errors.email, without regard to case, also for two at once.',
  },
  {
    id: 'sign-up.phone',
    source: 'decisions.md 11',
    rule: "A phone is kept as E.164; 'call me' is a field error.",
  },
  {
    id: 'sign-up.mass-assignment',
    source: 'decisions.md 11',
    rule: 'Fields that nobody asked for change nothing.',
  },
  {
    id: 'sign-up.weak-password',
    source: 'traps C6',
    rule: "The most common passwords, and ones with the site's name or the address's own part in them, are refused as errors.password.",
  },
  {
    id: 'sign-up.links',
    source: 'product.md 2',
    rule: 'The agreement links to the terms and the privacy page, and the form to /signin.',
  },
  { id: 'sign-up.referral-optional', source: 'product.md 5', rule: 'The referral code is optional.' },
];
