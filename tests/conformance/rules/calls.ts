import type { Rule } from '../rule.ts';

const plain = (name: string, what: string): Rule => ({
  id: `plain.${name}`,
  source: 'decisions.md 4',
  rule: `A backend without any of our additions still works: ${what}.`,
});

export const callsRules: readonly Rule[] = [
  plain('sign-up', 'sign-up and its field errors'),
  plain('sign-in', 'sign-in and the profile'),
  plain('update-profile', 'editing the profile'),
  plain('billing', 'a plan by card, polled until it is active'),
  plain('chat', 'reading a chat and posting to it'),
  plain('cancel', 'the subscription information and the cancel'),
  plain('otp-reset', 'the password reset'),
  plain('delete-account', 'what it lacks is refused without loss'),
  plain('contact', 'the contact form'),
  plain('session-end', '401 and log-out'),
  {
    id: 'calls.any-status',
    source: 'product.md 7',
    rule: 'The client treats any response status as a resolved answer.',
  },
  {
    id: 'calls.table',
    source: 'product.md 7',
    rule: 'The contract has every call of the specification, by its method and path.',
  },
  {
    id: 'calls.served',
    source: 'product.md 7',
    rule: 'Every call that the reference server answers is answered in the promised shape, over real HTTP.',
  },
  {
    id: 'calls.documented',
    source: 'product.md 7',
    rule: 'Every answer of the reference server, success or refusal, is as the OpenAPI document has it.',
  },
  {
    id: 'calls.documented-frames',
    source: 'product.md 7',
    rule: 'Every frame of the two sockets is as the AsyncAPI document has it.',
  },
  {
    id: 'calls.status-zero',
    source: 'decisions.md 4',
    rule: 'A network failure or an abort has status 0, and the two are told apart.',
  },
  { id: 'calls.no-retry', source: 'decisions.md 4', rule: 'No request is retried by the transport.' },
  {
    id: 'calls.invalid-body',
    source: 'decisions.md 4',
    rule: 'A body that is not JSON is an answer with no data and an invalid-body mark.',
  },
  {
    id: 'calls.alternate-form',
    source: 'decisions.md 4',
    rule: 'The canonical form, the bare value and the value wrapped in data read the same.',
  },
  { id: 'calls.wrapped-errors', source: 'decisions.md 11', rule: 'Error bodies may be wrapped too.' },
  {
    id: 'calls.lenient-list',
    source: 'decisions.md 4',
    rule: 'A list with one malformed entry loses that entry only, and it is reported.',
  },
  {
    id: 'calls.unknown-fields',
    source: 'decisions.md 4',
    rule: 'Unknown fields are kept out of the domain types, missing optional ones get their defaults.',
  },
  {
    id: 'calls.one-program',
    source: 'decisions.md 4',
    rule: 'The programs may come as a list or as one object.',
  },
  {
    id: 'calls.multipart-flags',
    source: 'decisions.md 4',
    rule: 'Booleans are JSON booleans, in multipart 1 and 0.',
  },
  { id: 'calls.naive-dates', source: 'decisions.md 4', rule: 'A date without a zone is read as UTC.' },
  {
    id: 'calls.redirect-refused',
    source: 'decisions.md 4',
    rule: "The bearer token goes to the API's own origin only: a redirect is not followed.",
  },
  {
    id: 'calls.retry-after',
    source: 'decisions.md 4',
    rule: '429 says how long to wait, in Retry-After or in retry_after.',
  },
  { id: 'calls.error-message', source: 'decisions.md 4', rule: 'Errors always carry a message.' },
  { id: 'calls.json-limit', source: 'decisions.md 11', rule: 'A JSON body over 1 MiB is 413.' },
  {
    id: 'sign-up.password-length',
    source: 'decisions.md 11',
    rule: 'Passwords count as characters, exactly as typed.',
  },
  {
    id: 'calls.cors',
    source: 'decisions.md 4',
    rule: "A foreign origin may not read the API's answers; a configured one may.",
  },
];
