// What the documents say about each call. The shapes come from the contract.
import type { EndpointName } from '@openbell/core/contract';

export interface CallWords {
  readonly area: 'Accounts' | 'Billing' | 'Content' | 'Chat' | 'Market data';
  readonly summary: string;
  readonly description?: string;
  /** Not in every backend: the client works without it. */
  readonly addition?: true;
  /** The status of success, where it is not 200 alone. */
  readonly success?: readonly (200 | 201)[];
  /** What is missing behind a 404. */
  readonly notFound?: string;
  readonly conflict?: string;
  /** The query or the path can be refused with field errors. */
  readonly refusesInput?: true;
  /** Files that travel beside a multipart body's fields. */
  readonly files?: { readonly field: string; readonly many: boolean; readonly description: string };
}

const code =
  'A new code replaces the old. Known and unknown addresses are answered alike; one code in 60 seconds.';
const own = 'A subscription with this id that belongs to the caller.';
const chat = 'A chat with this id whose member the caller is.';
const muting = 'A GET that changes state, as the product has it; the reference server takes POST as well.';

export const calls: Readonly<Record<EndpointName, CallWords>> = {
  sendOtp: { area: 'Accounts', summary: 'Mails a six-digit code for a new password', description: code },
  verifyOtp: {
    area: 'Accounts',
    summary: 'Checks a mailed code',
    description:
      'A failed try counts; a right one does not use the code up. `reset_token` is an optional addition: it stands for the verified code at the reset.',
  },
  resetPassword: {
    area: 'Accounts',
    summary: 'Sets a new password by a mailed code',
    description:
      'Uses the code up, within 10 minutes, and ends every session of that person. `reset_token`, where verify-otp gave one, counts instead of `otp`.',
  },
  resendOtp: { area: 'Accounts', summary: 'Mails another code', description: code },
  login: {
    area: 'Accounts',
    summary: 'Signs in by password, or by a social account',
    description:
      'A refused sign-in (wrong password, unverifiable or missing social credential) is 422 with a message, never 401. ' +
      'The token is base64url, so that it fits a WebSocket subprotocol. `captcha`, `credential` and `nonce` are optional ' +
      'additions; where `credential` is sent, the identity is taken from it alone.',
  },
  register: {
    area: 'Accounts',
    summary: 'Makes an account',
    description:
      '201 is success. Field errors are lists by field; an address already in use stands in `errors.email`.',
    success: [201],
  },
  profile: { area: 'Accounts', summary: 'The signed-in person and their subscriptions' },
  updateProfile: {
    area: 'Accounts',
    summary: 'Changes the profile',
    description: 'A field that is missing stays unchanged. Booleans travel as 1 and 0.',
    files: { field: 'profile_image', many: false, description: 'The new picture; optional, an image.' },
  },
  logout: {
    area: 'Accounts',
    summary: 'Ends the session',
    description: 'The client does not read the answer.',
  },
  changePassword: {
    area: 'Accounts',
    summary: 'Changes the password',
    description: 'Asks for the present one. The other devices of the caller are signed out.',
    addition: true,
    conflict: 'The account has been changed at the same moment.',
  },
  deleteAccount: {
    area: 'Accounts',
    summary: 'Deletes the account',
    description: 'Asks for the password, or a fresh credential of a social account of the member.',
    addition: true,
    conflict: 'Something that was paid for cannot be ended at the moment.',
  },
  sessions: {
    area: 'Accounts',
    summary: 'Where the caller is signed in',
    description: 'One entry a live session of the caller, with the `User-Agent` of its sign-in.',
    addition: true,
  },
  endSession: {
    area: 'Accounts',
    summary: 'Signs one device out',
    description: 'Its token counts no more, and its sockets are closed. The client reads the status alone.',
    addition: true,
    notFound: 'A session with this id that is the caller’s.',
  },
  endOtherSessions: {
    area: 'Accounts',
    summary: 'Signs all other devices out',
    description: 'The session that calls stays. The client reads the status alone.',
    addition: true,
  },
  programs: {
    area: 'Billing',
    summary: 'What can be bought',
    description: 'A list; the client also reads one object as a list of one. Prices are dollars.',
  },
  submitContactForm: { area: 'Content', summary: 'Sends a question' },
  createPaymentIntent: {
    area: 'Billing',
    summary: 'Begins a payment',
    description: 'Answers `approveLink` for the wallet, `setupIntentClientSecret` for a card.',
    conflict: 'The caller is subscribed already.',
  },
  createSubscription: {
    area: 'Billing',
    summary: 'Makes a subscription with a card that has been set up',
    description: 'Creating while subscribed answers 200 with what is.',
    success: [200, 201],
    conflict: 'The same request is being worked on.',
  },
  userExpiration: {
    area: 'Billing',
    summary: 'Whether the caller has access by now',
    description: 'Polled every second after a payment, one request at a time, until `active` is true.',
  },
  subscriptionInfo: {
    area: 'Billing',
    summary: 'What a subscription is, before it is cancelled',
    description: 'A problem is told by `error` and `message` with status 200.',
    notFound: own,
  },
  cancelSubscription: {
    area: 'Billing',
    summary: 'Cancels a subscription',
    description:
      'The status is `canceled` at once; access lasts until `expired_at`. Cancelling twice is 200.',
    notFound: own,
  },
  cancelSubscriptionRequest: {
    area: 'Billing',
    summary: 'Asks where to cancel',
    description: 'With a `url` the browser goes there; without, to the page of the displayed subscription.',
    notFound: 'A subscription of the caller.',
  },
  alert: { area: 'Content', summary: 'One alert, by its public code', notFound: 'An alert with this code.' },
  storeNotificationToken: { area: 'Accounts', summary: 'Keeps the address of a device for push messages' },
  chats: {
    area: 'Chat',
    summary: 'The group chats, or the personal ones',
    description:
      '`messages` is empty here. A personal chat has the name and the picture of the other member.',
    refusesInput: true,
  },
  chat: {
    area: 'Chat',
    summary: 'A chat with its newest messages',
    description:
      'Messages ascend by id. Without `min_id` the newest 50; with it everything newer (exclusive, at most 1,000); ' +
      '-1 gives all. `first_message_id` is the oldest id delivered, -1 when the chat has none older.',
    refusesInput: true,
    notFound: chat,
  },
  olderMessages: {
    area: 'Chat',
    summary: 'The page of messages just before one',
    refusesInput: true,
    notFound: chat,
  },
  postMessage: {
    area: 'Chat',
    summary: 'Posts a message',
    description:
      'Text that is not blank, or at least one file. `message_type` is a hint: the server decides from the content. ' +
      '`mention_for` is a JSON list of user ids. `client_id` is an optional addition: it is echoed, and the same one ' +
      'from the same person posts once.',
    success: [200, 201],
    notFound: chat,
    conflict: 'The `client_id` was used in another chat.',
    files: {
      field: 'files[]',
      many: true,
      description: 'At most 10 files of 25 MiB each (a video 100), 120 MiB together.',
    },
  },
  muteChat: { area: 'Chat', summary: 'Mutes a chat', description: muting, notFound: chat },
  unmuteChat: { area: 'Chat', summary: 'Unmutes a chat', description: muting, notFound: chat },
  messageAction: {
    area: 'Chat',
    summary: 'Does something with a message',
    description:
      'Answers the message, or the chat for mute, unmute, block and unblock. Only the receiver mutes, blocks and ' +
      'reports, only the sender unsends. The same reaction again takes it off.',
    notFound: 'A message with this id in a chat of the caller.',
    conflict: 'A notice and an unsent message can only be deleted for oneself.',
  },
  alerts: { area: 'Content', summary: 'A page of alerts, the newest first', refusesInput: true },
  courses: { area: 'Content', summary: 'The courses' },
  course: { area: 'Content', summary: 'One course', notFound: 'A course with this id.' },
  newsList: { area: 'Content', summary: 'The news', description: '`datetime` is unix seconds.' },
  tickers: { area: 'Market data', summary: 'Tickers that match a question', refusesInput: true },
  tickerDetails: {
    area: 'Market data',
    summary: 'What a ticker stands for',
    notFound: 'A ticker of this name.',
  },
  timeSale: {
    area: 'Market data',
    summary: 'The option trades of a ticker, or of all',
    description: 'An empty `ticker` asks for all. `biggest_data` holds the ten largest by premium.',
  },
  candles: {
    area: 'Market data',
    summary: 'The candles of a ticker for the built-in chart',
    addition: true,
    refusesInput: true,
    notFound: 'A ticker of this name.',
  },
};

/** The parameters of paths and queries: the contract has their types alone. */
export const parameters: Readonly<Record<string, { readonly description: string; readonly schema: object }>> =
  {
    id: { description: 'The id.', schema: { type: 'integer' } },
    messageId: { description: 'The id of a message, not of a chat.', schema: { type: 'integer' } },
    courseId: { description: 'The id of a course.', schema: { type: 'integer' } },
    code: { description: 'The public code of an alert.', schema: { type: 'string', minLength: 1 } },
    ticker: { description: 'The symbol, for example AAPL.', schema: { type: 'string', minLength: 1 } },
    chat_type: {
      description: 'GR = group chats, PR = personal chats.',
      schema: { type: 'string', enum: ['GR', 'PR'] },
    },
    min_id: { description: 'The id of a message; -1 for the beginning.', schema: { type: 'integer' } },
    page: {
      description: 'Begins at 1. A page past the last is empty.',
      schema: { type: 'integer', minimum: 1 },
    },
    q: { description: 'A part of a symbol or a name.', schema: { type: 'string' } },
    interval: { description: 'The length of a candle, for example 1d.', schema: { type: 'string' } },
    from: { description: 'Unix seconds.', schema: { type: 'integer' } },
    to: { description: 'Unix seconds.', schema: { type: 'integer' } },
  };

/** Which queries a call takes, and whether it needs them. */
export const queries: { readonly [Name in EndpointName]?: Readonly<Record<string, boolean>> } = {
  chats: { chat_type: true },
  chat: { min_id: false },
  olderMessages: { min_id: true },
  alerts: { page: true },
  tickers: { q: true },
  candles: { interval: false, from: false, to: false },
};
