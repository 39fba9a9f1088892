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
  {
    id: 'sign-up.states',
    source: 'product.md 4',
    rule: 'Sign-up is idle, submitting, then created, or its per-field errors are shown.',
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
    id: 'sign-up.limit',
    source: 'traps C7',
    rule: 'Five accounts an hour are made from one network address, and no more.',
  },
  {
    id: 'sign-up.private',
    source: 'traps C7',
    rule: "With REGISTRATION=private an address in use is 201 like a new one, and its owner's mail says 'you already have an account'.",
  },
  {
    id: 'sign-up.agreement',
    source: 'traps C12',
    rule: "With a registration are kept when it was agreed to, the terms' version, and a keyed hash of the network address.",
  },
  {
    id: 'sign-up.one-address',
    source: 'traps C14',
    rule: 'An e-mail address is one address; a domain of another script is kept as the network has it.',
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
    rule: "The most common passwords, ones with the site's name or the address's own part in them, and ones that are easy to guess are refused as errors.password.",
  },
  {
    id: 'sign-up.links',
    source: 'product.md 2',
    rule: 'The agreement links to the terms and the privacy page, and the form to /signin.',
  },
  {
    id: 'sign-up.referral-code',
    source: 'traps C11',
    rule: 'A referral code is 4 to 20 capital letters, digits or hyphens; anything else is errors.referralCode.',
  },
  {
    id: 'sign-up.referral-applied',
    source: 'traps C11',
    rule: 'An unknown referral code is accepted like none, with referral_applied false: no code can be guessed by errors.',
  },
  {
    id: 'sign-up.referral-capitals',
    source: 'traps C11',
    rule: 'A referral code may be typed in small letters: the form sends capitals.',
  },
  { id: 'sign-up.referral-optional', source: 'product.md 5', rule: 'The referral code is optional.' },
  {
    id: 'sign-up.all-at-once',
    source: 'product.md 5',
    rule: 'The mistakes of all fields are told at once, those that only the server finds too.',
  },
];
