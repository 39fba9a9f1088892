import type { ServerContext } from '../context.ts';
import { HttpError } from '../http/http-error.ts';
import { type RateLimit, takeRateLimit } from '../security/rate-limits.ts';

/** The poll asks once a second, perhaps from two pages (traps E5). */
const EXPIRATION: RateLimit = { limit: 2, windowMs: 1000 };
/** Each asks the provider (traps E19). */
const PAYMENT_INTENT: RateLimit = { limit: 20, windowMs: 600_000 };

const LIMITS = { expiration: EXPIRATION, 'payment-intent': PAYMENT_INTENT };

/** Counts a person's call; throws 429 with `Retry-After` beyond the limit. */
export async function throttle(
  { config, db, clock }: Pick<ServerContext, 'config' | 'db' | 'clock'>,
  what: keyof typeof LIMITS,
  userId: number,
): Promise<void> {
  if (!config.rateLimits) return;
  const share = await takeRateLimit(db, `${what}:${userId}`, LIMITS[what], clock.now());
  if (share.allowed) return;
  throw new HttpError(429, 'Too many requests. Please wait a moment.', { retryAfter: share.retryAfter });
}
