import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { users } from '../db/schema/accounts.ts';
import { HttpError } from '../http/http-error.ts';
import { limitKey, throttle } from '../security/limits.ts';
import { hashPassword, isWeakHash, verifyPassword } from '../security/passwords.ts';
import { clearRateLimit } from '../security/rate-limits.ts';
import { sha256Hex } from '../security/tokens.ts';
import type { UserRow } from '../sessions/sessions.ts';
import { isKnownNetwork, networkHmacOf } from './known-networks.ts';

/** Resets the counts of failed sign-ins of an account, for other networks and for this one. */
export async function clearFailedSignIns(db: Db, email: string, networkHmac: string): Promise<void> {
  await clearRateLimit(db, limitKey('sign-in.account', sha256Hex(email.toLowerCase())));
  await clearRateLimit(db, limitKey('sign-in-known.account', networkHmac));
}

interface GivenPassword {
  readonly username: string;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
}

/**
 * Returns the user with this e-mail address and password. Throws 422 if either is wrong (same response, same duration),
 * 429 after too many attempts. Attempts from a network of an earlier sign-in are counted apart from all others.
 */
export async function checkPassword(
  context: ServerContext,
  { username, password, address }: GivenPassword,
): Promise<UserRow> {
  const { db, log } = context;
  const email = username.toLowerCase();
  const account = sha256Hex(email);
  const networkHmac = await networkHmacOf(context, email, address);
  const isKnown = await isKnownNetwork(context, networkHmac);
  const [limit, subject] = isKnown
    ? (['sign-in-known.account', networkHmac] as const)
    : (['sign-in.account', account] as const);
  // Count before the check, so that parallel attempts cannot all pass.
  await throttle(context, limit, subject);
  const [user] = await db.select().from(users).where(sameAddress(users.email, email));
  if (!(await verifyPassword(user?.passwordHash ?? null, password)) || user === undefined) {
    log.warn('sign-in-failed', { account });
    throw new HttpError(422, 'The e-mail address or the password is wrong.');
  }
  await clearRateLimit(db, limitKey(limit, subject));
  return upgradeHash(context, user, password);
}

/** Replaces a hash with outdated cost parameters and returns the user's row. */
async function upgradeHash({ db, log }: ServerContext, user: UserRow, password: string): Promise<UserRow> {
  if (user.passwordHash === null || !isWeakHash(user.passwordHash)) return user;
  const [row] = await db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
    .returning();
  if (row !== undefined) {
    log.info('password-hash-upgraded', { userId: user.id });
    return row;
  }
  // A parallel sign-in or password change won: the stored hash decides.
  const [current] = await db.select().from(users).where(eq(users.id, user.id));
  const isStillValid = current !== undefined && (await verifyPassword(current.passwordHash, password));
  return isStillValid ? current : user;
}
