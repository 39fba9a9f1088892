// What a handler gets and gives. The table of the contract types both, and a call without a handler does not compile.
import type { AnswerOf, BodyOf, EndpointName, Endpoints, FieldErrors } from '../../contract/index.ts';
import type { Person, World } from './world.ts';

/** Who may make a call: everyone, who is signed in, or who is subscribed (product.md 6). */
export type Access = 'visitor' | 'member' | 'subscriber';

/** What also a visitor may call. */
type VisitorCall =
  | 'sendOtp'
  | 'verifyOtp'
  | 'resetPassword'
  | 'resendOtp'
  | 'login'
  | 'register'
  | 'programs'
  | 'submitContactForm'
  | 'alert';

export const access: {
  readonly [N in EndpointName]: N extends VisitorCall ? 'visitor' : Exclude<Access, 'visitor'>;
} = {
  sendOtp: 'visitor',
  verifyOtp: 'visitor',
  resetPassword: 'visitor',
  resendOtp: 'visitor',
  login: 'visitor',
  register: 'visitor',
  profile: 'member',
  updateProfile: 'member',
  logout: 'member',
  deleteAccount: 'member',
  programs: 'visitor',
  submitContactForm: 'visitor',
  createPaymentIntent: 'member',
  createSubscription: 'member',
  userExpiration: 'member',
  subscriptionInfo: 'member',
  cancelSubscription: 'member',
  cancelSubscriptionRequest: 'member',
  alert: 'visitor',
  storeNotificationToken: 'member',
  chats: 'subscriber',
  chat: 'subscriber',
  olderMessages: 'subscriber',
  postMessage: 'subscriber',
  muteChat: 'subscriber',
  unmuteChat: 'subscriber',
  messageAction: 'subscriber',
  alerts: 'subscriber',
  courses: 'member',
  course: 'member',
  newsList: 'member',
  tickers: 'subscriber',
  tickerDetails: 'subscriber',
  timeSale: 'subscriber',
  candles: 'subscriber',
};

type CallerOf<N extends EndpointName> = N extends VisitorCall ? Person | null : Person;

export interface Call<N extends EndpointName> {
  readonly world: World;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly person: CallerOf<N>;
  readonly token: string;
  readonly body: BodyOf<Endpoints[N]>;
  readonly files: readonly File[];
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
}

export interface Reply<Answer> {
  readonly body: Answer;
  /** 200 by default. */
  readonly status?: number;
}

export type Handlers<N extends EndpointName> = {
  readonly [K in N]: (call: Call<K>) => Reply<AnswerOf<Endpoints[K]>>;
};

/** A refusal: thrown anywhere below a handler, answered as `{ message, errors?, error?, retry_after? }`. */
export class Refusal extends Error {
  readonly status: number;
  readonly parts: { readonly errors?: FieldErrors; readonly retryAfter?: number; readonly error?: string };

  constructor(status: number, message: string, parts: Refusal['parts'] = {}) {
    super(message);
    this.status = status;
    this.parts = parts;
  }
}

export const notFound = (): Refusal => new Refusal(404, 'Not found.');

export const fieldError = (field: string, message: string): Refusal =>
  new Refusal(422, message, { errors: { [field]: [message] } });

/** The integer that a path names something by; 404 for anything else. */
export function readId(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}
