// The types of endpoints, and the list of all endpoints.
import type * as accounts from './accounts.endpoints.ts';
import type * as billing from './billing.endpoints.ts';
import type * as chat from './chat.endpoints.ts';
import type * as content from './content.endpoints.ts';
import type * as market from './market.endpoints.ts';
import type { Schema } from './schema.ts';

/** The format of a body. */
export type BodyFormat = 'none' | 'json' | 'multipart';

/**
 * An endpoint. `Body`, `Params` (the `{…}` of the path) and `Query` are its input, `Answer` its result.
 */
export interface Endpoint<
  Answer,
  Body = undefined,
  Params extends PathParams | undefined = undefined,
  Query extends QueryParams | undefined = undefined,
> {
  readonly method: 'GET' | 'POST';
  /** Path below the API prefix, for example `/web/chat/{id}`. */
  readonly path: string;
  readonly bodyFormat: BodyFormat;
  /** Schema of a successful answer. */
  readonly answer: Schema<Answer>;
  /** Whether the canonical answer itself has the key `data` (both forms are read). */
  readonly hasDataKey: boolean;
  /** Maximum size of an answer in bytes, when it can be longer than 5 MiB. */
  readonly maxAnswerBytes?: number;
  /** Phantom property for the input types; never present at run time. */
  readonly input?: { readonly body: Body; readonly params: Params; readonly query: Query };
}

/**
 * The access that an endpoint requires. `visitor`: none; `member`: signed in; `subscriber`: signed in with unexpired
 * access. Objects of other users (subscriptions, chats) are 404.
 */
export type Access = 'visitor' | 'member' | 'subscriber';

/** One row of the contract: an endpoint and its access. */
export interface ContractCall<
  Who extends Access,
  Answer,
  Body = undefined,
  Params extends PathParams | undefined = undefined,
  Query extends QueryParams | undefined = undefined,
> extends Endpoint<Answer, Body, Params, Query> {
  readonly access: Who;
}

export type PathParams = Readonly<Record<string, string | number>>;
export type QueryParams = Readonly<Record<string, string | number | undefined>>;

/** Parameters of a path with one id. */
export type Id = { readonly id: number };

/** An answer whose body is unspecified: only its status is read. */
export type UnknownAnswer = unknown;

/** All endpoints by name. */
export interface Endpoints {
  readonly sendOtp: typeof accounts.sendOtpEndpoint;
  readonly verifyOtp: typeof accounts.verifyOtpEndpoint;
  readonly resetPassword: typeof accounts.resetPasswordEndpoint;
  readonly resendOtp: typeof accounts.resendOtpEndpoint;
  readonly login: typeof accounts.loginEndpoint;
  readonly register: typeof accounts.registerEndpoint;
  readonly profile: typeof accounts.profileEndpoint;
  readonly updateProfile: typeof accounts.updateProfileEndpoint;
  readonly logout: typeof accounts.logoutEndpoint;
  readonly changePassword: typeof accounts.changePasswordEndpoint;
  readonly deleteAccount: typeof accounts.deleteAccountEndpoint;
  readonly sessions: typeof accounts.sessionsEndpoint;
  readonly endSession: typeof accounts.endSessionEndpoint;
  readonly endOtherSessions: typeof accounts.endOtherSessionsEndpoint;
  readonly programs: typeof billing.programsEndpoint;
  readonly submitContactForm: typeof content.submitContactFormEndpoint;
  readonly createPaymentIntent: typeof billing.createPaymentIntentEndpoint;
  readonly createSubscription: typeof billing.createSubscriptionEndpoint;
  readonly userExpiration: typeof billing.userExpirationEndpoint;
  readonly subscriptionInfo: typeof billing.subscriptionInfoEndpoint;
  readonly cancelSubscription: typeof billing.cancelSubscriptionEndpoint;
  readonly cancelSubscriptionRequest: typeof billing.cancelSubscriptionRequestEndpoint;
  readonly alert: typeof content.alertEndpoint;
  readonly storeNotificationToken: typeof accounts.storeNotificationTokenEndpoint;
  readonly chats: typeof chat.chatsEndpoint;
  readonly chat: typeof chat.chatEndpoint;
  readonly olderMessages: typeof chat.olderMessagesEndpoint;
  readonly postMessage: typeof chat.postMessageEndpoint;
  readonly muteChat: typeof chat.muteChatEndpoint;
  readonly unmuteChat: typeof chat.unmuteChatEndpoint;
  readonly messageAction: typeof chat.messageActionEndpoint;
  readonly alerts: typeof content.alertsEndpoint;
  readonly courses: typeof content.coursesEndpoint;
  readonly course: typeof content.courseEndpoint;
  readonly newsList: typeof content.newsListEndpoint;
  readonly tickers: typeof market.tickersEndpoint;
  readonly tickerDetails: typeof market.tickerDetailsEndpoint;
  readonly timeSale: typeof market.timeSaleEndpoint;
  readonly candles: typeof market.candlesEndpoint;
}

export type EndpointName = keyof Endpoints;

/** The access of an endpoint. */
export type AccessOf<Name extends EndpointName> = Endpoints[Name]['access'];

/** An endpoint with the schema of its body, for servers. Clients do not need body schemas. */
export type ServedEndpoint<E> = E & {
  /** Null for an endpoint without a body. */
  readonly body: Schema<BodyOf<E>> | null;
};

/** All endpoints, for servers, checkers and documents. */
export type ServedEndpoints = { readonly [Name in EndpointName]: ServedEndpoint<Endpoints[Name]> };

/** The answer of an endpoint. */
export type AnswerOf<E> = E extends Endpoint<infer Answer, infer _B, infer _P, infer _Q> ? Answer : never;
/** The body of an endpoint. */
export type BodyOf<E> = E extends Endpoint<infer _A, infer Body, infer _P, infer _Q> ? Body : never;
/** The path parameters of an endpoint. */
export type ParamsOf<E> = E extends Endpoint<infer _A, infer _B, infer Params, infer _Q> ? Params : never;
/** The query parameters of an endpoint. */
export type QueryOf<E> = E extends Endpoint<infer _A, infer _B, infer _P, infer Query> ? Query : never;
