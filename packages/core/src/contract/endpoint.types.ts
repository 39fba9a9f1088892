// The type of a call, and the request and response of each call of the contract.
import type * as accounts from './accounts.ts';
import type * as billing from './billing.ts';
import type * as chat from './chat.ts';
import type * as content from './content.ts';
import type * as market from './market.ts';
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
  /** What the client reads from a successful answer. */
  readonly answer: Schema<Answer>;
  /** True where the canonical answer itself has the key `data` (both forms are read). */
  readonly hasDataKey: boolean;
  /** The longest answer that is read, in bytes, where the call promises longer ones than 5 MiB. */
  readonly maxAnswerBytes?: number;
  /** Phantom: never present at run time; carries the types of what the caller gives. */
  readonly input?: { readonly body: Body; readonly params: Params; readonly query: Query };
}

export type PathParams = Readonly<Record<string, string | number>>;
export type QueryParams = Readonly<Record<string, string | number | undefined>>;

type Id = { readonly id: number };

/** An answer whose shape the contract leaves open: only its status is read. */
export type UnknownAnswer = unknown;

export interface Endpoints {
  readonly sendOtp: Endpoint<accounts.OtpSentAnswer, accounts.EmailBody>;
  readonly verifyOtp: Endpoint<accounts.OtpVerifiedAnswer, accounts.VerifyOtpBody>;
  readonly resetPassword: Endpoint<accounts.MessageAnswer, accounts.ResetPasswordBody>;
  readonly resendOtp: Endpoint<accounts.OtpSentAnswer, accounts.EmailBody>;
  readonly login: Endpoint<accounts.LoginAnswer, accounts.LoginBody>;
  /** 201 is success. */
  readonly register: Endpoint<accounts.RegisterAnswer, accounts.RegisterBody>;
  readonly profile: Endpoint<accounts.ProfileAnswer>;
  /** Multipart, with an optional file `profile_image`. */
  readonly updateProfile: Endpoint<accounts.UpdateProfileAnswer, accounts.UpdateProfileBody>;
  readonly logout: Endpoint<UnknownAnswer>;
  /** Signs the person's other devices out. */
  readonly changePassword: Endpoint<accounts.MessageAnswer, accounts.ChangePasswordBody>;
  readonly deleteAccount: Endpoint<accounts.MessageAnswer, accounts.DeleteAccountBody>;
  /** Where the person is signed in. */
  readonly sessions: Endpoint<readonly accounts.DeviceSession[]>;
  readonly endSession: Endpoint<UnknownAnswer, undefined, Id>;
  readonly endOtherSessions: Endpoint<UnknownAnswer>;
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

/** A call with what a server accepts in it. A client sends bodies as their types say, so it carries no schemas of them. */
export type ServedEndpoint<E> = E & {
  /** Null where the call has no body. */
  readonly body: Schema<BodyOf<E>> | null;
};

/** Every call, for whoever serves, checks or documents them. */
export type ServedEndpoints = { readonly [Name in EndpointName]: ServedEndpoint<Endpoints[Name]> };

/** What a call answers. */
export type AnswerOf<E> = E extends Endpoint<infer Answer, infer _B, infer _P, infer _Q> ? Answer : never;
/** What a call's body holds. */
export type BodyOf<E> = E extends Endpoint<infer _A, infer Body, infer _P, infer _Q> ? Body : never;
/** A call's path parameters. */
export type ParamsOf<E> = E extends Endpoint<infer _A, infer _B, infer Params, infer _Q> ? Params : never;
/** A call's query parameters. */
export type QueryOf<E> = E extends Endpoint<infer _A, infer _B, infer _P, infer Query> ? Query : never;
