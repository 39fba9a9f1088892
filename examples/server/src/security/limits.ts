// All rate limits in one table (docs/decisions/0023-rate-limits.md).
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { networkOf } from '../http/client/network-of.ts';
import { HttpError, type HttpErrorParts } from '../http/http-error.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { hitRateLimit, type RateLimit, type RateLimitResult } from './rate-limits.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds between two codes for one account, in every response to a request for a code. */
export const OTP_EVERY_SECONDS = 60;

/** A limit with its error message. The default message says how long to wait. */
interface Limit extends RateLimit {
  readonly message?: string;
  /** Other parts of the 429. */
  readonly response?: HttpErrorParts;
}

const laterText = 'Too many requests. Please try again later.';
/** The contract requires `error`. The URL contains a code, so it must not be cached or sent as a referrer. */
const alertResponse = {
  error: laterText,
  headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
};
const moment = 'Too many requests. Please wait a moment.';
const signIns = 'Too many sign-ins. Please try again later.';
const accounts = 'Too many accounts from here. Please try again later.';
const passwordChecks = 'You have tried many passwords. Please try again later.';
const questions = 'Too many messages. Please try again later.';
const payments = 'Too many payment attempts. Please try again later.';
const changes = 'Too many changes. Please try again later.';
const messages = 'You are sending messages too fast.';

/**
 * Limits by action and subject: `account` is an e-mail address, known or not, `identity` an account at Google or Facebook,
 * `user` a signed-in user, `address` an IP address. Count `user` before `address`, to spare others at the same address, and `address` before `account`, so that
 * clients elsewhere cannot use up an account's limit.
 */
export const limits = {
  /** Counted before the password is checked. Cleared by a success and by a new password. */
  'sign-in.account': {
    limit: 5,
    windowMs: 15 * MINUTE,
    message: 'Too many failed sign-ins. Please try again later.',
  },
  /** The same for an account on a network of an earlier sign-in, where failures elsewhere do not count. */
  'sign-in-known.account': {
    limit: 5,
    windowMs: 15 * MINUTE,
    message: 'Too many failed sign-ins. Please try again later.',
  },
  'sign-in.address': { limit: 30, windowMs: 15 * MINUTE, message: signIns },
  /** Credentials cannot be guessed, so this allows a large office. */
  'social-sign-in.address': { limit: 100, windowMs: 15 * MINUTE, message: signIns },
  'passkey-sign-in.address': { limit: 100, windowMs: 15 * MINUTE, message: signIns },
  /** Each sign-in page requests a challenge when it opens, and again every few minutes. */
  'passkey-options.address': { limit: 600, windowMs: 15 * MINUTE, message: moment },
  /** Replaces the captcha while reCAPTCHA is unavailable. */
  'captcha-outage.address': { limit: 5, windowMs: 15 * MINUTE, message: signIns },
  /** Cleared by a success. */
  'reauthenticate.user': {
    limit: 5,
    windowMs: 15 * MINUTE,
    message: 'Too many attempts. Please try again later.',
  },

  /** Codes of an authenticator app and recovery codes. Cleared by a success. */
  'factor-code.user': {
    limit: 5,
    windowMs: 15 * MINUTE,
    message: 'Too many wrong codes. Please try again later.',
  },
  'factor-code-day.user': {
    limit: 20,
    windowMs: DAY,
    message: 'Too many wrong codes. Please try again tomorrow.',
  },

  'otp-send.account': { limit: 1, windowMs: OTP_EVERY_SECONDS * SECOND },
  'otp-send-hour.account': { limit: 5, windowMs: HOUR },
  'otp-send-day.account': { limit: 10, windowMs: DAY },
  'otp-send.address': { limit: 20, windowMs: HOUR },
  /** Codes that confirm an address which a social account did not share. Its addresses may belong to anyone. */
  'social-code.identity': { limit: 10, windowMs: DAY },
  /** Verifying and resetting, in addition to the five attempts of each code. For an account on a network. */
  'otp-try.account': { limit: 15, windowMs: HOUR },
  'otp-try.address': { limit: 30, windowMs: HOUR },

  /** Scoring a new password takes milliseconds. A reset counts by `otp-try` before it. */
  'password-check.user': { limit: 30, windowMs: HOUR, message: passwordChecks },
  'password-check.address': { limit: 60, windowMs: HOUR, message: passwordChecks },

  /** Limits the discovery of e-mail addresses in use. */
  'register.address': { limit: 5, windowMs: HOUR, message: accounts },
  'register-day.address': { limit: 20, windowMs: DAY, message: accounts },
  /** Mails to the owner of an address that is registered again. Beyond it the response is the same, without a mail. */
  'registered-mail.account': { limit: 3, windowMs: DAY },
  'contact.account': { limit: 3, windowMs: HOUR, message: questions },
  'contact.address': { limit: 5, windowMs: HOUR, message: questions },

  /** Against card testing. */
  'payment-intent.user': { limit: 10, windowMs: HOUR, message: payments },
  'payment-intent.address': { limit: 30, windowMs: HOUR, message: payments },
  /** Retries with the same `Idempotency-Key` do not count. */
  'create-subscription.user': { limit: 10, windowMs: HOUR, message: payments },
  'create-subscription.address': { limit: 30, windowMs: HOUR, message: payments },
  /** A page polls once a second, and a user may have two pages open. */
  'expiration.user': { limit: 2, windowMs: SECOND, message: moment },
  'expiration.address': { limit: 600, windowMs: MINUTE, message: moment },

  'chat-post.user': { limit: 30, windowMs: MINUTE, message: messages },
  'chat-burst.user': { limit: 8, windowMs: 2 * SECOND, message: messages },
  'chat-files.user': { limit: 20, windowMs: 10 * MINUTE, message: 'You are sending files too fast.' },
  'chat-action.user': { limit: 60, windowMs: MINUTE, message: moment },
  'chat-report.user': {
    limit: 10,
    windowMs: DAY,
    message: 'You have reported many messages today. Please try again later.',
  },
  /** Each picture is re-encoded. */
  'update-profile.user': { limit: 120, windowMs: HOUR, message: changes },
  /** Each change sends a mail. */
  'change-password.user': { limit: 10, windowMs: HOUR, message: changes },
  /** New recovery codes, and removing an authenticator app. Each sends a mail. */
  'factor-change.user': { limit: 10, windowMs: HOUR, message: changes },
  /** Each reads everything that is stored about the user. Cleared by a failed export. */
  'data-export.user': {
    limit: 1,
    windowMs: DAY,
    message: 'You can request your data once a day. Please try again later.',
  },
  /** Each request calls the card provider. */
  'invoice.user': { limit: 30, windowMs: MINUTE, message: moment },
  /** Each webhook costs a verification call. PayPal repeats rejected ones. */
  'wallet-webhook.address': { limit: 300, windowMs: MINUTE, message: moment },
  /** Against guessing of codes. */
  'alert.address': { limit: 30, windowMs: MINUTE, message: laterText, response: alertResponse },

  /** Each costs up to thirty calls to the provider. */
  'time-sale.user': { limit: 30, windowMs: MINUTE, message: moment },

  /** Counted in memory, per process. */
  'csp-report.address': { limit: 30, windowMs: MINUTE, message: moment },
  'csp-report.all': { limit: 300, windowMs: MINUTE, message: moment },

  /** Connections with a session; not by address, as an office opens hundreds after a restart. */
  'socket.user': { limit: 10, windowMs: MINUTE },
  /** Connections without a session; counted in memory, per process. */
  'socket-failed.address': { limit: 30, windowMs: MINUTE },

  /** All calls of signed-in users; processes report theirs in batches (shared-limits.ts). */
  'call.user': { limit: 300, windowMs: MINUTE, message: moment },
  'call.address': { limit: 1_200, windowMs: MINUTE, message: moment },

  /** Media requests, including ranges; counted in memory, per process. */
  'media.address': { limit: 1_200, windowMs: MINUTE, message: moment },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

/** Maximum number of member sockets per user. A further one replaces the oldest. */
export const OPEN_SOCKETS = 5;

/** Maximum number of concurrent calls per user, with uploads counted separately. Further ones wait. */
export const CALLS_AT_ONCE = 8;

/** Returns the key of a limit. IP addresses are counted by network. */
export function limitKey(name: LimitName, subject: string | number): string {
  const isAddress = name.endsWith('.address') && typeof subject === 'string';
  return `${name}:${isAddress ? networkOf(subject) : subject}`;
}

/** What limits need of the server. */
export interface LimitContext {
  readonly config: Pick<Config, 'rateLimits'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'limited'>;
}

async function hit(
  { config, db, clock, log, metrics }: LimitContext,
  name: LimitName,
  subject: string | number,
): Promise<RateLimitResult> {
  if (!config.rateLimits) return { allowed: true };
  const result = await hitRateLimit(db, limitKey(name, subject), { ...limits[name], now: clock.now() });
  if (!result.allowed) {
    metrics.limited(name);
    log.warn('throttled', { limit: name, subject });
  }
  return result;
}

/** Counts a hit. Throws 429 with `Retry-After` beyond the limit. */
export async function throttle(
  context: LimitContext,
  name: LimitName,
  subject: string | number,
): Promise<void> {
  const result = await hit(context, name, subject);
  if (!result.allowed) throw tooManyRequests(name, result.retryAfter);
}

/** Counts a hit and returns whether it is within the limit. */
export async function isWithin(
  context: LimitContext,
  name: LimitName,
  subject: string | number,
): Promise<boolean> {
  return (await hit(context, name, subject)).allowed;
}

/** Returns the 429 of a limit. `retryAfter` in seconds. */
export function tooManyRequests(name: LimitName, retryAfter: number): HttpError {
  const { message = `Please wait ${inWords(retryAfter)} and try again.`, response }: Limit = limits[name];
  return new HttpError(429, message, { ...response, retryAfter });
}

function inWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}
