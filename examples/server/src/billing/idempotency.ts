import { createHash } from 'node:crypto';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/billing.ts';
import { HttpError } from '../http/http-error.ts';

/** After so long a request that never finished (a crash) no longer holds its key. */
const ABANDONED_MS = 60_000;
/** Keys are forgotten after a day, as the provider does. */
const LIFETIME_MS = 24 * 3_600_000;

export interface KeyedRequest {
  readonly userId: number;
  /** The `Idempotency-Key` header; null does the work without a promise. */
  readonly key: string | null;
  /** What must be the same under the same key. */
  readonly request: unknown;
}

export interface KeyedAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/**
 * Does the work once for a key of a person. The same key and request get the same answer; another request
 * is 422; while the first is at work, 409 with Retry-After. A refusal is not kept: nothing was made, and the person
 * may try again.
 */
export async function withIdempotency<T>(
  db: Db,
  now: () => number,
  { userId, key, request }: KeyedRequest,
  work: () => Promise<KeyedAnswer<T>>,
): Promise<KeyedAnswer<T>> {
  if (key === null) return work();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new HttpError(422, 'The Idempotency-Key is not valid.');
  const requestSha256 = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const claimedAt = new Date(now());
  const mine = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.claimedAt, new Date(now() - LIFETIME_MS)));
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ userId, key, requestSha256, claimedAt })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) {
    const [first] = await db.select().from(idempotencyKeys).where(mine);
    if (first === undefined) throw busy();
    if (first.requestSha256 !== requestSha256) {
      throw new HttpError(422, 'This Idempotency-Key was used for another request.');
    }
    if (first.status !== null) return { status: first.status, body: first.body as T };
    const taken = await db
      .update(idempotencyKeys)
      .set({ claimedAt })
      .where(
        and(
          mine,
          isNull(idempotencyKeys.status),
          lt(idempotencyKeys.claimedAt, new Date(now() - ABANDONED_MS)),
        ),
      )
      .returning();
    if (taken.length === 0) throw busy();
  }
  try {
    const answer = await work();
    await db.update(idempotencyKeys).set({ status: answer.status, body: answer.body }).where(mine);
    return answer;
  } catch (error) {
    await db.delete(idempotencyKeys).where(and(mine, isNull(idempotencyKeys.status)));
    throw error;
  }
}

function busy(): HttpError {
  return new HttpError(409, 'Your request is being worked on.', { retryAfter: 1 });
}
