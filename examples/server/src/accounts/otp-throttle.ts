import type { ServerContext } from '../context.ts';
import { HttpError } from '../http/http-error.ts';
import { type RateLimit, takeRateLimit } from '../security/rate-limits.ts';
import { sha256Hex } from '../security/tokens.ts';

/** Seconds between two codes for one account (decisions.md 11); every answer to 'send' says so. */
export const otpEverySeconds = 60;

const hour = 3_600_000;
/** Of one account (traps C1): what a person needs, and few enough that guessing gets nowhere. */
const codesOfAccount: readonly RateLimit[] = [
  { limit: 1, windowMs: otpEverySeconds * 1_000 },
  { limit: 5, windowMs: hour },
  { limit: 10, windowMs: 24 * hour },
];
/** From one network address, whoever they are for (traps C1). */
const codesFromAddress: RateLimit = { limit: 20, windowMs: hour };
/** A brake on scripts, far above what people behind one address do. */
const triesFromAddress: RateLimit = { limit: 600, windowMs: hour };

/** Counts the request for a code. Throws 429, for known and unknown e-mail addresses alike. */
export async function throttleOtpCodes(
  context: ServerContext,
  email: string,
  address: string,
): Promise<void> {
  await throttle(context, `otp-from:${address}`, codesFromAddress);
  const account = `otp:${sha256Hex(email.toLowerCase())}`;
  for (const limit of codesOfAccount) await throttle(context, `${account}:${limit.windowMs}`, limit);
}

/** Counts a try of a code by where it comes from; the five tries of the code itself are the code's own matter. */
export function throttleOtpTries(context: ServerContext, address: string): Promise<void> {
  return throttle(context, `otp-try-from:${address}`, triesFromAddress);
}

async function throttle(
  { config, db, clock, log }: ServerContext,
  key: string,
  limit: RateLimit,
): Promise<void> {
  if (!config.rateLimits) return;
  const share = await takeRateLimit(db, key, limit, clock.now());
  if (share.allowed) return;
  log.warn('reset-code-throttled', { key });
  throw new HttpError(429, `Please wait ${inWords(share.retryAfter)} and try again.`, share);
}

function inWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}
