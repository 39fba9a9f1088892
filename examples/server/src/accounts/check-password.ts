import { and, eq, sql } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { HttpError } from '../http/http-error.ts';
import { limitKey, throttle } from '../security/limits.ts';
import { hashPassword, isWeakHash, verifyPassword } from '../security/passwords.ts';
import { clearRateLimit } from '../security/rate-limits.ts';
import { sha256Hex } from '../security/tokens.ts';
import type { UserRow } from '../sessions/sessions.ts';

/** Resets the count of failed sign-ins of an account. */
export function clearFailedSignIns(db: Db, email: string): Promise<void> {
  return clearRateLimit(db, limitKey('sign-in.account', sha256Hex(email.toLowerCase())));
}

/**
 * Returns the user with this e-mail address and password. Throws 422 if either is wrong (same response, same duration),
 * 429 after too many attempts.
 */
export async function checkPassword(
  context: ServerContext,
  username: string,
  password: string,
): Promise<UserRow> {
  const { db, log } = context;
  const email = username.toLowerCase();
  const account = sha256Hex(email);
  // Count before the check, so that parallel attempts cannot all pass.
  await throttle(context, 'sign-in.account', account);
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  if (!(await verifyPassword(user?.passwordHash ?? null, password)) || user === undefined) {
    log.warn('sign-in-failed', { account });
    throw new HttpError(422, 'The e-mail address or the password is wrong.');
  }
  await clearFailedSignIns(db, email);
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
