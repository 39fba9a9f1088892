import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { rateLimits } from '../db/schema/accounts.ts';

/** At most `limit` hits in any `windowMs` milliseconds. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

export type RateLimitResult =
  | { readonly allowed: true }
  /** `retryAfter`: whole seconds until the next hit is allowed, at least 1. */
  | { readonly allowed: false; readonly retryAfter: number };

/**
 * Counts a hit of `key` in a sliding window if the limit allows it. A rejected hit is not counted. One statement, so that
 * parallel requests cannot exceed the limit.
 */
export async function hitRateLimit(
  db: Db,
  key: string,
  { limit, windowMs, now }: RateLimit & { readonly now: number },
): Promise<RateLimitResult> {
  const recent = sql`array(select hit from unnest(${rateLimits.hits}) as hit where hit > ${now - windowMs}::bigint order by hit)`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, hits: [now], allowed: true, expiresAt: new Date(now + windowMs) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when cardinality(${recent}) < ${limit}::int then ${recent} || ${now}::bigint else ${recent} end`,
        allowed: sql`cardinality(${recent}) < ${limit}::int`,
        expiresAt: new Date(now + windowMs),
      },
    })
    .returning({ hits: rateLimits.hits, allowed: rateLimits.allowed });
  if (row === undefined || row.allowed) return { allowed: true };
  const oldest = row.hits.at(-limit) ?? now;
  return { allowed: false, retryAfter: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)) };
}

/** Deletes the hits of a key, for example failed sign-ins after a successful one. */
export async function clearRateLimit(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Deletes expired windows. */
export async function deleteExpiredRateLimits(db: Db, now: number): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expiresAt, new Date(now)));
}
