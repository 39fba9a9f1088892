// All rate limits in one table (docs/decisions/0023-rate-limits.md).
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
 * Limits by action and subject: `account` is an e-mail address, known or not, `person` a signed-in user, `address` a
 * network address. Count `person` before `address`, to spare the neighbors' share, and `address` before `account`, so that
 * nobody can use up another's share from afar.
 */
export const limits = {
  /** Counted before the password is checked; cleared by a success and by a new password. */
  'sign-in.account': {
    limit: 5,
    windowMs: 15 * MINUTE,
    message: 'Too many failed sign-ins. Please try again later.',
  },
  'sign-in.address': { limit: 30, windowMs: 15 * MINUTE, message: signIns },
  /** Credentials cannot be guessed; far above the use of one office. */
  'social-sign-in.address': { limit: 100, windowMs: 15 * MINUTE, message: signIns },
  /** Replaces the captcha while reCAPTCHA is unavailable. */
  'captcha-outage.address': { limit: 5, windowMs: 15 * MINUTE, message: signIns },
  /** Cleared by a success. */
  'confirm.person': { limit: 5, windowMs: 15 * MINUTE, message: 'Too many tries. Please try again later.' },

  'otp-send.account': { limit: 1, windowMs: OTP_EVERY_SECONDS * SECOND },
  'otp-send-hour.account': { limit: 5, windowMs: HOUR },
  'otp-send-day.account': { limit: 10, windowMs: DAY },
  'otp-send.address': { limit: 20, windowMs: HOUR },
  /** Verifying and resetting, besides the five tries of each code. */
  'otp-try.account': { limit: 15, windowMs: HOUR },
  'otp-try.address': { limit: 30, windowMs: HOUR },

  /** Scoring a new password takes milliseconds. A reset counts by `otp-try` before it. */
  'password-check.person': { limit: 30, windowMs: HOUR, message: passwordChecks },
  'password-check.address': { limit: 60, windowMs: HOUR, message: passwordChecks },

  /** Limits the discovery of e-mail addresses in use. */
  'register.address': { limit: 5, windowMs: HOUR, message: accounts },
  'register-day.address': { limit: 20, windowMs: DAY, message: accounts },
  'contact.account': { limit: 3, windowMs: HOUR, message: questions },
  'contact.address': { limit: 5, windowMs: HOUR, message: questions },

  /** Against card testing. */
  'payment-intent.person': { limit: 10, windowMs: HOUR, message: payments },
  'payment-intent.address': { limit: 30, windowMs: HOUR, message: payments },
  /** Retries with the same `Idempotency-Key` do not count. */
  'create-subscription.person': { limit: 10, windowMs: HOUR, message: payments },
  'create-subscription.address': { limit: 30, windowMs: HOUR, message: payments },
  /** The poll asks once a second, possibly from two pages. */
  'expiration.person': { limit: 2, windowMs: SECOND, message: moment },
  'expiration.address': { limit: 600, windowMs: MINUTE, message: moment },

  'chat-post.person': { limit: 30, windowMs: MINUTE, message: messages },
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
  /** Each picture is re-encoded. */
  'update-profile.person': {
    limit: 120,
    windowMs: HOUR,
    message: 'Too many changes. Please try again later.',
  },
  /** Each change sends a mail. */
  'change-password.person': {
    limit: 10,
    windowMs: HOUR,
    message: 'Too many changes. Please try again later.',
  },
  /** Each request asks the card provider for a new link. */
  'invoice.person': { limit: 30, windowMs: MINUTE, message: moment },
  /** Each webhook costs a verification call; PayPal repeats refused ones. */
  'wallet-webhook.address': { limit: 300, windowMs: MINUTE, message: moment },
  /** Against guessing of codes. */
  'alert.address': { limit: 30, windowMs: MINUTE, message: laterText, refusal: alertRefusal },

  /** Each costs up to thirty calls to the provider. */
  'time-sale.person': { limit: 30, windowMs: MINUTE, message: moment },

  /** Counted in memory, per process. */
  'csp-report.address': { limit: 30, windowMs: MINUTE, message: moment },
  'csp-report.all': { limit: 300, windowMs: MINUTE, message: moment },

  /** Connections with a session; not by address, as an office opens hundreds after a restart. */
  'socket.person': { limit: 10, windowMs: MINUTE },
  /** Connections without a session; counted in memory, per process. */
  'socket-failed.address': { limit: 30, windowMs: MINUTE },

  /** All calls of signed-in users; counted in memory, per process. */
  'call.person': { limit: 300, windowMs: MINUTE, message: moment },
  'call.address': { limit: 1_200, windowMs: MINUTE, message: moment },

  /** Media requests, including ranges; counted in memory, per process. */
  'media.address': { limit: 1_200, windowMs: MINUTE, message: moment },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

/** Maximum number of member sockets per user; a further one replaces the oldest. */
export const OPEN_SOCKETS = 5;

/** Maximum number of concurrent calls per user, uploads separately; further ones wait. */
export const CALLS_AT_ONCE = 8;

/** Returns the key of a limit; network addresses count by their network. */
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
