// The calls of a run in their order. Each step builds its input from the facts of earlier responses.
import { relayFrame } from '@openbell/core/chat';
import {
  type AlertsResponse,
  type Chat,
  type Course,
  type EndpointName,
  type MemberClientFrame,
  type MemberServerFrame,
  type Message,
  type ProfileResponse,
  type TickersResponse,
  type TimeSaleResponse,
  tradeSchema,
  type User,
} from '@openbell/core/contract';
import { type Difference, findDifferences } from './differences.ts';
import type { Expected } from './judge-response.ts';

/** Values from earlier responses that later steps use. */
export interface Facts {
  readonly user?: User;
  readonly subscriptionId?: number;
  readonly courseId?: number;
  readonly chat?: Chat;
  readonly oldestId?: number;
  readonly ticker?: string;
  readonly posted?: Message;
}

export interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export interface Step extends Omit<Expected, 'needs'> {
  readonly call: EndpointName;
  /** Note that distinguishes the call in the report. */
  readonly about?: string;
  /** Changes data: sent only with `--write`. */
  readonly write?: true;
  /** Sent without the token. */
  readonly anonymous?: true;
  readonly optional?: true;
  /** Returns the input, or the reason why the call is skipped. */
  readonly input: (facts: Facts, fresh: () => string) => Input | string;
  /** Adds facts from the response. */
  readonly learn?: (data: never, facts: Facts) => Facts;
  /** Compares parts of the response that the schema does not validate. */
  readonly compare?: (data: never) => readonly Difference[];
  /** Returns notes about rules that a schema cannot express. */
  readonly notes?: (data: never, sent: Input) => readonly string[];
  /** The event that follows on the member socket, which the caller receives too. */
  readonly event?: ExpectedEvent;
}

export interface ExpectedEvent {
  readonly description: string;
  readonly matches: (frame: MemberServerFrame, facts: Facts) => boolean;
  /** The frame that a client sends for backends that only relay; null for none. */
  readonly hint?: (facts: Facts) => MemberClientFrame | null;
}

const nothing = (): Input => ({});
const write = { write: true } as const;

const inChat = (facts: Facts): Input | string =>
  facts.chat === undefined ? 'no chat was found' : { params: { id: facts.chat.id } };
/** Skips a muted chat, because the steps end with unmute. */
const unlessMuted = (facts: Facts): Input | string =>
  facts.chat?.mute === true ? 'the chat is muted' : inChat(facts);
const ofTicker = ({ ticker }: Facts): Input | string =>
  ticker === undefined ? 'no ticker was found' : { params: { ticker } };
/** Limits the comparison: a real response has tens of thousands of rows. */
const maxTrades = 1_000;
const chatListEvent: ExpectedEvent = {
  description: 'WebFetchChat to the caller',
  matches: ({ type }) => type === 'WebFetchChat',
};
const skip = (why: string) => (): string => why;
const irreversible = 'cannot be undone: test it manually';

export const steps: readonly Step[] = [
  { call: 'programs', input: nothing },
  { call: 'profile', about: 'without a token', anonymous: true, refusal: [401], input: nothing },
  {
    call: 'alert',
    about: 'by an unknown code',
    refusal: [404],
    errorKey: true,
    input: () => ({ params: { code: 'openbell-verify-unknown' } }),
  },
  {
    call: 'profile',
    input: nothing,
    learn: ({ user, subscriptions }: ProfileResponse, facts) => ({
      ...facts,
      user,
      ...(subscriptions[0] === undefined ? {} : { subscriptionId: subscriptions[0].id }),
    }),
  },
  { call: 'userExpiration', input: nothing },
  {
    call: 'subscriptionInfo',
    input: ({ subscriptionId: id }) => (id === undefined ? 'no subscription was found' : { params: { id } }),
  },
  { call: 'newsList', input: nothing },
  {
    call: 'courses',
    input: nothing,
    learn: ([course]: readonly Course[], facts) => (course ? { ...facts, courseId: course.id } : facts),
  },
  {
    call: 'course',
    input: ({ courseId }) => (courseId === undefined ? 'no course was found' : { params: { courseId } }),
  },
  { call: 'chats', input: () => ({ query: { chat_type: 'PR' } }) },
  {
    call: 'chats',
    input: () => ({ query: { chat_type: 'GR' } }),
    learn: ({ data: [chat] }: { readonly data: readonly Chat[] }, facts) =>
      chat ? { ...facts, chat } : facts,
  },
  {
    call: 'chat',
    input: inChat,
    learn: ({ data }: { readonly data: Chat }, facts) => ({ ...facts, oldestId: data.messages[0]?.id ?? 1 }),
    notes: ({ data: { messages } }: { readonly data: Chat }) =>
      messages.every(({ id }, index) => index === 0 || id > (messages[index - 1]?.id ?? 0))
        ? []
        : ['messages do not ascend by id'],
  },
  {
    call: 'olderMessages',
    input: (facts) => {
      const { chat, oldestId } = facts;
      if (chat === undefined || oldestId === undefined) return 'no chat was read';
      return { params: { id: chat.id }, query: { min_id: oldestId } };
    },
  },
  {
    call: 'chatUsers',
    optional: true,
    input: ({ chat }) =>
      chat === undefined ? 'no chat was read' : { params: { id: chat.id }, query: { page: 1 } },
  },
  {
    call: 'alerts',
    input: () => ({ query: { page: 1 } }),
    notes: ({ data }: AlertsResponse) => (data.length === 0 ? ['no alert was found'] : []),
  },
  {
    call: 'tickers',
    input: () => ({ query: { q: 'AAPL' } }),
    learn: ({ data: [found] }: TickersResponse, facts) => (found ? { ...facts, ticker: found.value } : facts),
  },
  { call: 'tickerDetails', input: ofTicker },
  { call: 'candles', optional: true, input: ofTicker },
  {
    call: 'timeSale',
    input: () => ({ body: { ticker: '' } }),
    compare: ({ data, biggest_data }: TimeSaleResponse) => [
      ...data.slice(0, maxTrades).flatMap((row, at) => findDifferences(tradeSchema, row, `$.data[${at}]`)),
      ...biggest_data.flatMap((row, at) => findDifferences(tradeSchema, row, `$.biggest_data[${at}]`)),
    ],
  },
  {
    call: 'register',
    ...write,
    about: 'with an empty form',
    refusal: [422],
    fieldErrors: true,
    input: () => ({ body: {} }),
  },
  {
    call: 'login',
    ...write,
    about: 'with a wrong password',
    refusal: [422],
    input: (_, fresh) => ({
      body: { type: 'manual', username: `${fresh()}@example.com`, password: fresh(), remember: false },
    }),
  },
  {
    call: 'updateProfile',
    ...write,
    about: 'with the name as it is',
    input: ({ user }) =>
      user === undefined || user.first_name === ''
        ? 'the profile has no name'
        : { body: { first_name: user.first_name } },
  },
  {
    call: 'postMessage',
    ...write,
    input: ({ chat }, fresh) =>
      chat === undefined
        ? 'no chat was found'
        : {
            params: { id: chat.id },
            body: { chat_id: chat.id, message: 'openbell-verify', message_type: 'TXT', client_id: fresh() },
          },
    learn: (posted: Message, facts) => ({ ...facts, posted }),
    notes: ({ client_id }: Message, { body }) =>
      client_id === (body as { readonly client_id: string }).client_id
        ? []
        : ['absent, an optional addition: client_id is not echoed'],
    event: {
      description: 'WebFetchMessage with the new message, isScroll true',
      matches: (frame, { posted }) =>
        frame.type === 'WebFetchMessage' && frame.message.id === posted?.id && frame.isScroll,
      hint: ({ user, posted }) => (user && posted ? relayFrame(user.id, posted) : null),
    },
  },
  {
    call: 'messageReaders',
    optional: true,
    ...write,
    input: ({ chat, posted }) =>
      chat === undefined || posted === undefined
        ? 'no message was posted'
        : { params: { id: chat.id, messageId: posted.id }, query: { page: 1 } },
  },
  {
    call: 'messageAction',
    ...write,
    about: 'unsends it again',
    input: ({ posted }) =>
      posted === undefined
        ? 'no message was posted'
        : { params: { messageId: posted.id }, body: { type: 'unsend' } },
    event: {
      description: 'WebFetchMessage with the message, delete_from_everyone true',
      matches: (frame, { posted }) =>
        frame.type === 'WebFetchMessage' &&
        frame.message.id === posted?.id &&
        frame.message.delete_from_everyone,
    },
  },
  { call: 'muteChat', ...write, input: unlessMuted, event: chatListEvent },
  { call: 'unmuteChat', ...write, input: unlessMuted, event: chatListEvent },
  { call: 'sendOtp', input: skip('sends a mail') },
  { call: 'resendOtp', input: skip('sends a mail') },
  { call: 'verifyOtp', input: skip('needs a mailed code') },
  { call: 'resetPassword', input: skip('needs a mailed code') },
  { call: 'submitContactForm', input: skip('sends a mail') },
  { call: 'createPaymentIntent', input: skip('starts a payment') },
  { call: 'createSubscription', input: skip('charges money') },
  { call: 'cancelSubscription', input: skip(irreversible) },
  { call: 'cancelSubscriptionRequest', input: skip('may start a cancellation') },
  { call: 'paymentMethodIntent', optional: true, input: skip('starts a change of the card') },
  { call: 'updatePaymentMethod', optional: true, input: skip('may charge money') },
  { call: 'storeNotificationToken', input: skip('needs a device') },
  { call: 'logout', input: skip('would invalidate the token') },
  { call: 'sessions', optional: true, input: nothing },
  { call: 'endSession', optional: true, input: skip('would sign out a device') },
  { call: 'endOtherSessions', optional: true, input: skip('would sign out a device') },
  { call: 'dataExport', optional: true, input: nothing },
  { call: 'requestDataExport', optional: true, input: skip('sends a mail') },
  { call: 'changePassword', optional: true, input: skip('would change the password') },
  { call: 'deleteAccount', optional: true, input: skip(irreversible) },
  { call: 'factors', optional: true, input: nothing },
  { call: 'prove', optional: true, input: skip('needs the password or a code') },
  { call: 'newAuthenticator', optional: true, input: skip('needs a fresh proof') },
  { call: 'confirmAuthenticator', optional: true, input: skip('needs a code') },
  { call: 'removeAuthenticator', optional: true, input: skip('would remove the authenticator app') },
  { call: 'newRecoveryCodes', optional: true, input: skip('would replace the recovery codes') },
  { call: 'passkeys', optional: true, input: nothing },
  { call: 'passkeySignIn', ...write, optional: true, anonymous: true, input: nothing },
  { call: 'newPasskey', optional: true, input: skip('needs a fresh proof') },
  { call: 'addPasskey', optional: true, input: skip('needs a passkey') },
  { call: 'removePasskey', optional: true, input: skip('would remove a passkey') },
  { call: 'passkeyProof', optional: true, input: skip('needs a passkey') },
];
