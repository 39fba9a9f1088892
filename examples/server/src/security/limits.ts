// All rate limits in one table (docs/decisions/0028-limits.md).
import type { ServerContext } from '../context.ts';
import { HttpError, type HttpErrorParts } from '../http/http-error.ts';
import { networkOf } from './network-of.ts';
import { type RateLimit, type RateLimitAnswer, takeRateLimit } from './rate-limits.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds between two codes for one account; every answer to 'send' says so. */
export const OTP_EVERY_SECONDS = 60;

/** A limit and its error message; the default message says how long to wait. */
interface Limit extends RateLimit {
  readonly message?: string;
  /** Other parts of the refusal. */
  readonly refusal?: HttpErrorParts;
}

const laterText = 'Too many requests. Please try again later.';
/** The contract wants `error` beside `message`; the response must not be cached, nor its address passed on. */
const alertRefusal = {
  error: laterText,
  headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
};
const moment = 'Too many requests. Please wait a moment.';
const signIns = 'Too many sign-ins. Please try again later.';
const accounts = 'Too many accounts from here. Please try again later.';
const passwordChecks = 'You have tried many passwords. Please try again later.';
const questions = 'Too many messages. Please try again later.';
const payments = 'Too many payments were begun. Please try again later.';
const messages = 'You are sending messages too fast.';

/**
 * By what is done and for whom it is counted: `account` is an e-mail address, whether somebody has it or not, `person`
 * who is signed in, `address` the network address. Where two count, a person's own comes first, so that who is beyond it
 * uses up nothing of their neighbours'; before an account comes the address, so that nobody uses up another's from afar.
 */
export const limits = {
  /** Counted before the password is looked at; a success and a new password clear it. */
  'sign-in.account': {
    limit: 5,
    windowMs: 15 * MINUTE,
    message: 'Too many failed sign-ins. Please try again later.',
  },
  'sign-in.address': { limit: 30, windowMs: 15 * MINUTE, message: signIns },
  /** Guessing a provider's credential gets nowhere; far above what people behind one address do. */
  'social-sign-in.address': { limit: 100, windowMs: 15 * MINUTE, message: signIns },
  /** Instead of the captcha, while reCAPTCHA does not answer. */
  'captcha-outage.address': { limit: 5, windowMs: 15 * MINUTE, message: signIns },
  /** Like failed sign-ins; a success clears it. */
  'confirm.person': { limit: 5, windowMs: 15 * MINUTE, message: 'Too many tries. Please try again later.' },

  'otp-send.account': { limit: 1, windowMs: OTP_EVERY_SECONDS * SECOND },
  'otp-send-hour.account': { limit: 5, windowMs: HOUR },
  'otp-send-day.account': { limit: 10, windowMs: DAY },
  'otp-send.address': { limit: 20, windowMs: HOUR },
  /** Verifying and resetting; the five tries of a code are the code's own matter, and stay without limits. */
  'otp-try.account': { limit: 15, windowMs: HOUR },
  'otp-try.address': { limit: 30, windowMs: HOUR },

  /** Scoring a new password takes milliseconds. A reset counts by `otp-try` before it. */
  'password-check.person': { limit: 30, windowMs: HOUR, message: passwordChecks },
  'password-check.address': { limit: 60, windowMs: HOUR, message: passwordChecks },

  /** Answers that tell which e-mail addresses are in use are few. */
  'register.address': { limit: 5, windowMs: HOUR, message: accounts },
  'register-day.address': { limit: 20, windowMs: DAY, message: accounts },
  'contact.account': { limit: 3, windowMs: HOUR, message: questions },
  'contact.address': { limit: 5, windowMs: HOUR, message: questions },

  /** Against who tries cards one after another. */
  'payment-intent.person': { limit: 10, windowMs: HOUR, message: payments },
  'payment-intent.address': { limit: 30, windowMs: HOUR, message: payments },
  /** A retry under the same `Idempotency-Key` that is answered from memory does not count. */
  'create-subscription.person': { limit: 10, windowMs: HOUR, message: payments },
  'create-subscription.address': { limit: 30, windowMs: HOUR, message: payments },
  /** 120 a minute, evenly: the poll asks once a second, perhaps from two pages. */
  'expiration.person': { limit: 2, windowMs: SECOND, message: moment },
  'expiration.address': { limit: 600, windowMs: MINUTE, message: moment },

  'chat-post.person': { limit: 30, windowMs: MINUTE, message: messages },
  /** Eight at once, in the time in which the minute's share grows by one. */
  'chat-burst.person': { limit: 8, windowMs: 2 * SECOND, message: messages },
  'chat-files.person': {
    limit: 20,
    windowMs: 10 * MINUTE,
    message: 'You are sending files too fast.',
  },
  'chat-action.person': { limit: 60, windowMs: MINUTE, message: moment },
  'chat-report.person': {
    limit: 10,
    windowMs: DAY,
    message: 'You have reported many messages today. Please try again later.',
  },
  /** Each picture is decoded and drawn anew. */
  'update-profile.person': {
    limit: 120,
    windowMs: HOUR,
    message: 'Too many changes. Please try again later.',
  },
  /** Each change sends a mail, to an address that may be somebody else's. */
  'change-password.person': {
    limit: 10,
    windowMs: HOUR,
    message: 'Too many changes. Please try again later.',
  },
  /** Each document asks the card provider for a fresh link. */
  'invoice.person': { limit: 30, windowMs: MINUTE, message: moment },
  /** PayPal verifies each webhook by a call of ours; it sends again what is refused. */
  'wallet-webhook.address': { limit: 300, windowMs: MINUTE, message: moment },
  /** Codes cannot be guessed; this is against those who try. */
  'alert.address': { limit: 30, windowMs: MINUTE, message: laterText, refusal: alertRefusal },

  /** A tape costs the provider up to some thirty calls: one in two seconds, several at once where somebody looks round. */
  'time-sale.person': { limit: 30, windowMs: MINUTE, message: moment },

  /** What browsers report of the policy; counted in memory, by each process. */
  'csp-report.address': { limit: 30, windowMs: MINUTE, message: moment },
  'csp-report.all': { limit: 300, windowMs: MINUTE, message: moment },

  /** The member socket's openings with a session, whatever the address: an office opens hundreds after a restart. */
  'socket.person': { limit: 10, windowMs: MINUTE },
  /** Those without one; counted in memory, by each process. */
  'socket-failed.address': { limit: 30, windowMs: MINUTE },

  /** Every call of somebody signed in, whatever it is; counted in memory, by each process. */
  'call.person': { limit: 300, windowMs: MINUTE, message: moment },
  'call.address': { limit: 1_200, windowMs: MINUTE, message: moment },

  /** Pictures, films and documents, each range request of a player too; counted in memory, by each process. */
  'media.address': { limit: 1_200, windowMs: MINUTE, message: moment },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

/** Member sockets of one person that are open at once; a further one takes the place of the oldest. */
export const OPEN_SOCKETS = 5;

/** Calls of one person that run at the same time, uploads counted apart; further ones wait. */
export const CALLS_AT_ONCE = 8;

/** Under what the hits of a limit are counted; of a network address, its network. */
export function limitKey(name: LimitName, who: string | number): string {
  const counted = name.endsWith('.address') && typeof who === 'string' ? networkOf(who) : who;
  return `${name}:${counted}`;
}

type LimitContext = Pick<ServerContext, 'config' | 'db' | 'clock' | 'log'>;

async function take(
  { config, db, clock, log }: LimitContext,
  name: LimitName,
  who: string | number,
): Promise<RateLimitAnswer> {
  if (!config.rateLimits) return { allowed: true };
  const share = await takeRateLimit(db, limitKey(name, who), { ...limits[name], now: clock.now() });
  if (!share.allowed) log.warn('throttled', { limit: name, who });
  return share;
}

/** Counts a hit of a limit. Throws 429 with `Retry-After` beyond it. */
export async function throttle(context: LimitContext, name: LimitName, who: string | number): Promise<void> {
  const share = await take(context, name, who);
  if (!share.allowed) throw tooMany(name, share.retryAfter);
}

/** Counts a hit of a limit and returns whether it is within it. */
export async function isWithin(
  context: LimitContext,
  name: LimitName,
  who: string | number,
): Promise<boolean> {
  return (await take(context, name, who)).allowed;
}

/** Returns the error for a caller beyond a limit. `retryAfter` in seconds. */
export function tooMany(name: LimitName, retryAfter: number): HttpError {
  const { message = `Please wait ${inWords(retryAfter)} and try again.`, refusal }: Limit = limits[name];
  return new HttpError(429, message, { ...refusal, retryAfter });
}

function inWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}
