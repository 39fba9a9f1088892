import type { Rule } from '../rule.ts';

const plain = (name: string, what: string): Rule => ({
  id: `plain.${name}`,
  source: 'decisions.md 4',
  rule: `A backend without any of our additions still works: ${what}.`,
});

const call = (name: string, what: string): Rule => ({
  id: `call.${name}`,
  source: 'product.md 7',
  rule: what,
});

export const callsRules: readonly Rule[] = [
  plain('sign-up', 'sign-up and its field errors'),
  plain('sign-in', 'sign-in and the profile'),
  plain('update-profile', 'editing the profile'),
  plain('billing', 'a plan by card, polled until it is active'),
  plain('chat', 'reading a chat and posting to it'),
  plain('wallet', 'a plan by the wallet, to its approve page'),
  plain('push', 'registering a push token'),
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
  { id: 'calls.prefix', source: 'product.md 7', rule: "All calls go to the product's own API prefix." },
  { id: 'calls.parsed', source: 'product.md 7', rule: 'Every response body is parsed as JSON.' },
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
    id: 'calls.content-type',
    source: 'traps D1',
    rule: 'A body counts as JSON when its content type says so.',
  },
  {
    id: 'calls.size-cap',
    source: 'traps D1',
    rule: 'Of a body over 5 MiB the rest is cancelled, and the answer is marked too-large; a call that promises more (50,000 trades) has its own bound.',
  },
  {
    id: 'calls.proto-guard',
    source: 'traps D1',
    rule: 'A key named __proto__ in a body is left out, however it is written.',
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
  // Each call that is not chat or alerts: path, method, body, and what its answer does.
  call('send-otp', 'POST /web/send-otp sends email; 200 is success.'),
  call('verify-otp', 'POST /web/verify-otp sends email and otp; 200 is success.'),
  call(
    'reset-password',
    'POST /web/reset-password sends email, otp, password and confirm_password; 200 is success.',
  ),
  call('resend-otp', 'POST /web/resend-otp sends email; 200 is success.'),
  call(
    'login',
    'POST /web/login sends username, password, remember and type, or id, email, name, photo and type; 200 gives access and user.',
  ),
  call(
    'register',
    'POST /web/register sends first_name, phone, email, password, password_confirmation, referralCode and agree; 201 is success, errors holds lists per field.',
  ),
  call('profile', 'GET /web/profile gives user and subscriptions; the user is cached locally.'),
  call(
    'update-profile',
    'POST /web/update-profile is multipart: first_name, phone, about, push_notification and email_notification as 1 or 0, optionally profile_image; user and errors are read.',
  ),
  call('logout', 'POST /web/logout has no body, and its result is ignored.'),
  call(
    'program',
    "GET /web/program gives id, name, monthly_price and yearly_price; another status logs 'Failed to fetch program data'.",
  ),
  call('submit-contact-form', 'POST /web/submit-contact-form sends name, email and message; 200 is success.'),
  call(
    'create-payment-intent',
    'POST /web/create-payment-intent sends term, gateway and program_id, and gives approveLink or setupIntentClientSecret.',
  ),
  call(
    'create-subscription',
    "POST /web/create-subscription sends gateway ('stripe'), program_id, term and payment_method_id; its answer's shape is not relied on.",
  ),
  call('user-expiration', 'GET /web/user-expiration gives active, and is polled.'),
  call('subscription-info', 'GET /web/subscription-info/{id} gives error, message and subscription.'),
  call(
    'cancel-subscription',
    "POST /web/cancel-subscription/{id} has no body; its answer's shape is not relied on.",
  ),
  call(
    'cancel-subscription-request',
    'POST /web/cancel-subscription-request has no body and may give a url.',
  ),
  call(
    'store-notification-token',
    'POST store-notification-token sends the token below /web; errors are only logged.',
  ),
  {
    id: 'calls.no-time-out',
    source: 'product.md 7',
    rule: 'The client has no time-out: a call that nobody answers waits.',
  },
  {
    id: 'calls.transaction-retried',
    source: 'traps 5.60',
    rule: 'A transaction that the database gave up (40001, 40P01) is begun anew three times at most; then the answer is 503.',
  },
  {
    id: 'calls.limits',
    source: 'traps 3, Rate limits',
    rule: 'Each limit of the table lets as many through as it says; the next is 429 with Retry-After, and nobody else is concerned.',
  },
  {
    id: 'calls.limit-all',
    source: 'traps 3, Rate limits',
    rule: 'Somebody signed in makes 300 calls a minute, and 1,200 come from one network address.',
  },
  { id: 'calls.json', source: 'product.md 7', rule: 'Bodies are JSON unless stated.' },
  {
    id: 'calls.documented-statuses',
    source: 'our own',
    rule: 'Every status that the reference server refuses a call with is in the OpenAPI document for that call.',
  },
];
