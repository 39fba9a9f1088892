// The authenticator app: time-based one-time passwords (RFC 6238) with SHA-1, 6 digits and 30 seconds, which every app knows.
import { and, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { authenticators } from '../db/schema/factors.ts';
import { HttpError } from '../http/http-error.ts';
import type { Caller } from '../routes.ts';
import { decryptSecret, encryptSecret } from './encrypt-secret.ts';

const ISSUER = 'Openbell';
const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** How long a secret waits for its first code. */
const PENDING_MS = 30 * 60_000;

type AuthenticatorRow = typeof authenticators.$inferSelect;
type AuthenticatorContext = Pick<ServerContext, 'db' | 'clock' | 'installationKey'>;

const encryptionKey = ({ installationKey }: AuthenticatorContext) => installationKey('authenticator');
const ownerOf = (userId: number) => `authenticator:${userId}`;
/** A pending secret belongs to the session that requested it, which has proved the member's identity. */
const pendingOwnerOf = ({ userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>) =>
  `${ownerOf(userId)}:${sessionId}`;
const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** Returns when the user added an authenticator app. Null without one; a pending secret does not count. */
export async function authenticatorSince(db: Db, userId: number): Promise<Date | null> {
  const [row] = await db
    .select({ confirmedAt: authenticators.confirmedAt })
    .from(authenticators)
    .where(eq(authenticators.userId, userId));
  return row?.confirmedAt ?? null;
}

/** Stores a new secret, which replaces a pending one. Throws 409 if the user has an app. */
export async function createSecret(
  context: AuthenticatorContext,
  caller: Pick<Caller, 'userId' | 'sessionId' | 'email'>,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { userId, email } = caller;
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const pending = {
    secret: encryptSecret(await encryptionKey(context), pendingOwnerOf(caller), secret),
    createdAt: new Date(context.clock.now()),
    lastStep: 0,
  };
  const stored = await context.db
    .insert(authenticators)
    .values({ userId, ...pending })
    .onConflictDoUpdate({
      target: authenticators.userId,
      set: pending,
      setWhere: isNull(authenticators.confirmedAt),
    })
    .returning({ userId: authenticators.userId });
  if (stored.length === 0) throw new HttpError(409, 'Your account already has an authenticator app.');
  return { secret, uri: totpOf(secret, email).toString() };
}

/** Returns the time step of a code at a time, or null for a wrong one. */
function stepOf(secret: string, code: string, timestamp: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, window: WINDOW, timestamp });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** Returns the pending secret of a session. Null for the secret of another session. */
function openPending(key: string, owner: string, row: AuthenticatorRow): string | null {
  try {
    return decryptSecret(key, owner, row.secret);
  } catch {
    return null;
  }
}

/**
 * Confirms the pending secret of the caller's session by a code, and stores what `andThen` adds in the same transaction.
 * Returns null for a wrong code. Throws 409 if no secret is pending.
 */
export async function confirmSecret<T>(
  context: AuthenticatorContext,
  { caller, code }: { readonly caller: Pick<Caller, 'userId' | 'sessionId'>; readonly code: string },
  andThen: (tx: Db) => Promise<T>,
): Promise<T | null> {
  const { userId } = caller;
  const key = await encryptionKey(context);
  const timestamp = context.clock.now();
  const begunAfter = new Date(timestamp - PENDING_MS);
  return context.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(authenticators)
      .where(
        and(
          eq(authenticators.userId, userId),
          isNull(authenticators.confirmedAt),
          gte(authenticators.createdAt, begunAfter),
        ),
      )
      .for('update');
    const pending = row === undefined ? null : openPending(key, pendingOwnerOf(caller), row);
    if (pending === null) throw new HttpError(409, 'Please begin to add the authenticator app again.');
    const step = stepOf(pending, code, timestamp);
    if (step === null) return null;
    const secret = encryptSecret(key, ownerOf(userId), pending);
    await tx
      .update(authenticators)
      .set({ secret, confirmedAt: new Date(timestamp), lastStep: step })
      .where(eq(authenticators.userId, userId));
    return andThen(tx);
  });
}

/** Returns whether a code of the user's app is right, and accepts it once. */
export async function useAppCode(
  context: AuthenticatorContext,
  userId: number,
  code: string,
): Promise<boolean> {
  const [row] = await context.db
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)));
  const key = await encryptionKey(context);
  const step =
    row === undefined
      ? null
      : stepOf(decryptSecret(key, ownerOf(userId), row.secret), code, context.clock.now());
  if (step === null) return false;
  // One statement, so that of parallel requests with the same code one is accepted.
  const accepted = await context.db
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId });
  return accepted.length === 1;
}
