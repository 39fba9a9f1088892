import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/billing.ts';
import { HttpError } from '../http/http-error.ts';
import { sha256Hex } from '../security/tokens.ts';

/** An interrupted request releases its key after this time. */
const ABANDONED_MS = 60_000;
const LIFETIME_MS = 24 * 3_600_000;

interface KeyedRequest {
  readonly userId: number;
  /** The `Idempotency-Key` header. Null: the work is always done. */
  readonly key: string | null;
  /** Must be the same for the same key. */
  readonly request: unknown;
}

export interface KeyedResponse<T> {
  readonly status: number;
  readonly body: T;
}

/**
 * Does the work once per user and key. The same key and request return the stored response. Throws 422 for another request
 * with the key, 409 with Retry-After for a parallel one. Errors are not stored, so the client may retry.
 */
export async function withIdempotency<T>(
  { db, now }: { readonly db: Db; readonly now: () => number },
  { userId, key, request }: KeyedRequest,
  work: () => Promise<KeyedResponse<T>>,
): Promise<KeyedResponse<T>> {
  if (key === null) return work();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new HttpError(422, 'The Idempotency-Key is not valid.');
  const requestSha256 = sha256Hex(JSON.stringify(request));
  const claimedAt = new Date(now());
  const ownKey = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
  // Another request may reclaim the key while this one still runs.
  const ownClaim = and(ownKey, eq(idempotencyKeys.claimedAt, claimedAt));

  await deleteOldIdempotencyKeys(db, now());
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ userId, key, requestSha256, claimedAt })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) {
    const [first] = await db.select().from(idempotencyKeys).where(ownKey);
    if (first === undefined) throw inProgress();
    if (first.requestSha256 !== requestSha256) {
      throw new HttpError(422, 'This Idempotency-Key was used for another request.');
    }
    if (first.status !== null) return { status: first.status, body: first.body as T };
    const reclaimed = await db
      .update(idempotencyKeys)
      .set({ claimedAt })
      .where(
        and(
          ownKey,
          isNull(idempotencyKeys.status),
          lt(idempotencyKeys.claimedAt, new Date(now() - ABANDONED_MS)),
        ),
      )
      .returning();
    if (reclaimed.length === 0) throw inProgress();
  }
  try {
    const { status, body } = await work();
    await db.update(idempotencyKeys).set({ status, body }).where(ownClaim);
    return { status, body };
  } catch (error) {
    await db.delete(idempotencyKeys).where(and(ownClaim, isNull(idempotencyKeys.status)));
    throw error;
  }
}

/** Deletes the keys and responses of requests that are older than a day. `now` in milliseconds since the epoch. */
export async function deleteOldIdempotencyKeys(db: Db, now: number): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.claimedAt, new Date(now - LIFETIME_MS)));
}

function inProgress(): HttpError {
  return new HttpError(409, 'Your request is still being processed.', { retryAfter: 1 });
}
