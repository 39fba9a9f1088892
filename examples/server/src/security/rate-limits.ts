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
  { now, ...limit }: RateLimit & { readonly now: number },
): Promise<RateLimitResult> {
  const expiresAt = new Date(now + limit.windowMs);
  const recent = sql`array(select hit from unnest(${rateLimits.hits}) as hit where hit > ${now - limit.windowMs}::bigint order by hit)`;
  const isFree = sql`cardinality(${recent}) < ${limit.limit}::int`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, hits: [now], allowed: true, expiresAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${isFree} then ${recent} || ${now}::bigint else ${recent} end`,
        allowed: isFree,
        expiresAt,
      },
    })
    .returning({ hits: rateLimits.hits, allowed: rateLimits.allowed });
  return row === undefined || row.allowed ? { allowed: true } : rejected(row.hits, limit, now);
}

/** The result of a hit beyond the limit. `hits`: the earlier ones, ascending. */
export function rejected(
  hits: readonly number[],
  { limit, windowMs }: RateLimit,
  now: number,
): RateLimitResult {
  const oldest = hits.at(-limit) ?? now;
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
