// The calls of product.md 7, with our optional additions of decisions.md 4: one table, read by client and server.
import * as v from 'valibot';
import * as accounts from './accounts.ts';
import * as billing from './billing.ts';
import * as chat from './chat.ts';
import * as content from './content.ts';
import * as market from './market.ts';
import type { Schema } from './schema.ts';

/** How a body travels. */
export type BodyFormat = 'none' | 'json' | 'multipart';

/**
 * One call. `Body`, `Params` (the `{…}` of the path) and `Query` are what the caller gives, `Answer` what it gets.
 */
export interface Endpoint<
  Answer,
  Body = undefined,
  Params extends PathParams | undefined = undefined,
  Query extends QueryParams | undefined = undefined,
> {
  readonly method: 'GET' | 'POST';
  /** Below the API's prefix, for example `/web/chat/{id}`. */
  readonly path: string;
  readonly bodyFormat: BodyFormat;
  /** What the server accepts; null where the call has no body. */
  readonly body: Schema<Body> | null;
  /** What the client reads from a successful answer. */
  readonly answer: Schema<Answer>;
  /** True where the canonical answer itself has the key `data` (decisions.md 4: both forms are read). */
  readonly hasDataKey: boolean;
  /** Phantom: never present at run time; carries the types of the path's and the query's parameters. */
  readonly input?: { readonly params: Params; readonly query: Query };
}

export type PathParams = Readonly<Record<string, string | number>>;
export type QueryParams = Readonly<Record<string, string | number | undefined>>;

type Id = { readonly id: number };

/** An answer whose shape product.md does not show: only its status is read. */
export type UnknownAnswer = unknown;

export interface Endpoints {
  readonly sendOtp: Endpoint<accounts.OtpSentAnswer, accounts.EmailBody>;
  readonly verifyOtp: Endpoint<accounts.MessageAnswer, accounts.VerifyOtpBody>;
  readonly resetPassword: Endpoint<accounts.MessageAnswer, accounts.ResetPasswordBody>;
  readonly resendOtp: Endpoint<accounts.OtpSentAnswer, accounts.EmailBody>;
  readonly login: Endpoint<accounts.LoginAnswer, accounts.LoginBody>;
  /** 201 is success. */
  readonly register: Endpoint<accounts.MessageAnswer, accounts.RegisterBody>;
  readonly profile: Endpoint<accounts.ProfileAnswer>;
  /** Multipart, with an optional file `profile_image`. */
  readonly updateProfile: Endpoint<accounts.UpdateProfileAnswer, accounts.UpdateProfileBody>;
  readonly logout: Endpoint<UnknownAnswer>;
  readonly deleteAccount: Endpoint<accounts.MessageAnswer, accounts.DeleteAccountBody>;
  readonly programs: Endpoint<readonly billing.Program[]>;
  readonly submitContactForm: Endpoint<accounts.MessageAnswer, accounts.ContactBody>;
  readonly createPaymentIntent: Endpoint<billing.PaymentIntentAnswer, billing.PaymentIntentBody>;
  /** Takes an `Idempotency-Key` header. */
  readonly createSubscription: Endpoint<billing.CreateSubscriptionAnswer, billing.CreateSubscriptionBody>;
  readonly userExpiration: Endpoint<billing.ExpirationAnswer>;
  readonly subscriptionInfo: Endpoint<billing.SubscriptionInfoAnswer, undefined, Id>;
  readonly cancelSubscription: Endpoint<UnknownAnswer, undefined, Id>;
  readonly cancelSubscriptionRequest: Endpoint<billing.CancelRequestAnswer>;
  readonly alert: Endpoint<content.AlertAnswer, undefined, { readonly code: string }>;
  readonly storeNotificationToken: Endpoint<UnknownAnswer, accounts.NotificationTokenBody>;
  readonly chats: Endpoint<chat.ChatsAnswer, undefined, undefined, { readonly chat_type: chat.ChatType }>;
  readonly chat: Endpoint<chat.ChatAnswer, undefined, Id, { readonly min_id?: number | undefined }>;
  readonly olderMessages: Endpoint<chat.ChatAnswer, undefined, Id, { readonly min_id: number }>;
  /** Multipart, with `files[]`. */
  readonly postMessage: Endpoint<chat.Message, chat.PostMessageBody, Id>;
  readonly muteChat: Endpoint<UnknownAnswer, undefined, Id>;
  readonly unmuteChat: Endpoint<UnknownAnswer, undefined, Id>;
  /** `{messageId}` is a message's id, not a chat's. */
  readonly messageAction: Endpoint<
    chat.MessageActionAnswer,
    chat.MessageActionBody,
    { readonly messageId: number }
  >;
  readonly alerts: Endpoint<content.AlertsAnswer, undefined, undefined, { readonly page: number }>;
  readonly courses: Endpoint<readonly content.Course[]>;
  readonly course: Endpoint<content.Course, undefined, { readonly courseId: number }>;
  readonly newsList: Endpoint<readonly content.NewsItem[]>;
  readonly tickers: Endpoint<market.TickersAnswer, undefined, undefined, { readonly q: string }>;
  readonly tickerDetails: Endpoint<market.TickerDetailsAnswer, undefined, { readonly ticker: string }>;
  readonly timeSale: Endpoint<market.TimeSaleAnswer, market.TimeSaleBody>;
  readonly candles: Endpoint<
    market.CandlesAnswer,
    undefined,
    { readonly ticker: string },
    {
      readonly interval?: string | undefined;
      readonly from?: number | undefined;
      readonly to?: number | undefined;
    }
  >;
}

export type EndpointName = keyof Endpoints;

const unknownAnswer: Schema<UnknownAnswer> = v.unknown();

function get<Answer, Params extends PathParams | undefined, Query extends QueryParams | undefined>(
  path: string,
  answer: Schema<Answer>,
  hasDataKey = false,
): Endpoint<Answer, undefined, Params, Query> {
  return { method: 'GET', path, bodyFormat: 'none', body: null, answer, hasDataKey };
}

/** A POST without a body. */
function act<Answer, Params extends PathParams | undefined>(
  path: string,
  answer: Schema<Answer>,
): Endpoint<Answer, undefined, Params> {
  return { method: 'POST', path, bodyFormat: 'none', body: null, answer, hasDataKey: false };
}

function post<Answer, Body, Params extends PathParams | undefined>(
  path: string,
  body: Schema<Body>,
  answer: Schema<Answer>,
  format: { readonly bodyFormat?: BodyFormat; readonly hasDataKey?: boolean } = {},
): Endpoint<Answer, Body, Params> {
  const { bodyFormat = 'json', hasDataKey = false } = format;
  return { method: 'POST', path, bodyFormat, body, answer, hasDataKey };
}

const { messageAnswerSchema } = accounts;
const multipart = { bodyFormat: 'multipart' } as const;
const dataKey = { hasDataKey: true } as const;

export const endpoints: Endpoints = {
  sendOtp: post('/web/send-otp', accounts.emailBodySchema, accounts.otpSentAnswerSchema),
  verifyOtp: post('/web/verify-otp', accounts.verifyOtpBodySchema, messageAnswerSchema),
  resetPassword: post('/web/reset-password', accounts.resetPasswordBodySchema, messageAnswerSchema),
  resendOtp: post('/web/resend-otp', accounts.emailBodySchema, accounts.otpSentAnswerSchema),
  login: post('/web/login', accounts.loginBodySchema, accounts.loginAnswerSchema),
  register: post('/web/register', accounts.registerBodySchema, messageAnswerSchema),
  profile: get('/web/profile', accounts.profileAnswerSchema),
  updateProfile: post(
    '/web/update-profile',
    accounts.updateProfileBodySchema,
    accounts.updateProfileAnswerSchema,
    multipart,
  ),
  logout: act('/web/logout', unknownAnswer),
  deleteAccount: post('/web/delete-account', accounts.deleteAccountBodySchema, messageAnswerSchema),
  programs: get('/web/program', billing.programsSchema),
  submitContactForm: post('/web/submit-contact-form', accounts.contactBodySchema, messageAnswerSchema),
  createPaymentIntent: post(
    '/web/create-payment-intent',
    billing.paymentIntentBodySchema,
    billing.paymentIntentAnswerSchema,
  ),
  createSubscription: post(
    '/web/create-subscription',
    billing.createSubscriptionBodySchema,
    billing.createSubscriptionAnswerSchema,
  ),
  userExpiration: get('/web/user-expiration', billing.expirationAnswerSchema),
  subscriptionInfo: get('/web/subscription-info/{id}', billing.subscriptionInfoAnswerSchema),
  cancelSubscription: act('/web/cancel-subscription/{id}', unknownAnswer),
  cancelSubscriptionRequest: act('/web/cancel-subscription-request', billing.cancelRequestAnswerSchema),
  alert: get('/web/alert/{code}', content.alertAnswerSchema),
  storeNotificationToken: post(
    '/web/store-notification-token',
    accounts.notificationTokenBodySchema,
    unknownAnswer,
  ),
  chats: get('/web/chats', chat.chatsAnswerSchema, true),
  chat: get('/web/chat/{id}', chat.chatAnswerSchema, true),
  olderMessages: get('/web/chat/{id}/more', chat.chatAnswerSchema, true),
  postMessage: post('/web/chat/{id}', chat.postMessageBodySchema, chat.messageSchema, multipart),
  muteChat: get('/web/chat/{id}/mute', unknownAnswer),
  unmuteChat: get('/web/chat/{id}/unmute', unknownAnswer),
  messageAction: post(
    '/web/chat/{messageId}/action',
    chat.messageActionBodySchema,
    chat.messageActionAnswerSchema,
    dataKey,
  ),
  alerts: get('/web/alerts', content.alertsAnswerSchema, true),
  courses: get('/app/courses', content.courseListSchema),
  course: get('/app/course/{courseId}', content.courseSchema),
  newsList: get('/app/news-list', content.newsListSchema),
  tickers: get('/app/marketdata/ticker', market.tickersAnswerSchema, true),
  tickerDetails: get('/app/marketdata/ticker-details/{ticker}', market.tickerDetailsAnswerSchema),
  timeSale: post(
    '/app/marketdata/time-sale',
    market.timeSaleBodySchema,
    market.timeSaleAnswerSchema,
    dataKey,
  ),
  candles: get('/app/marketdata/candles/{ticker}', market.candlesAnswerSchema, true),
};

/** What a call answers. */
export type AnswerOf<E> = E extends Endpoint<infer Answer, infer _B, infer _P, infer _Q> ? Answer : never;
/** What a call's body holds. */
export type BodyOf<E> = E extends Endpoint<infer _A, infer Body, infer _P, infer _Q> ? Body : never;
/** A call's path parameters. */
export type ParamsOf<E> = E extends Endpoint<infer _A, infer _B, infer Params, infer _Q> ? Params : never;
/** A call's query parameters. */
export type QueryOf<E> = E extends Endpoint<infer _A, infer _B, infer _P, infer Query> ? Query : never;
