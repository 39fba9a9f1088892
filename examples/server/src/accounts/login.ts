import type { LoginAnswer, LoginBody, ManualLoginBody } from '@openbell/core/contract';
import { eq, sql } from 'drizzle-orm';
import { readSubscriptions } from '../billing/read-subscriptions.ts';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { HttpError } from '../http/http-error.ts';
import { verifyPassword } from '../security/passwords.ts';
import { clearRateLimit, takeRateLimit } from '../security/rate-limits.ts';
import { sha256Hex } from '../security/tokens.ts';
import { projectUser } from './project-user.ts';
import { requireCaptcha } from './require-captcha.ts';
import { beginSession, type UserRow } from './sessions.ts';
import { socialLogin } from './social-login.ts';

/** Failed sign-ins of one account (decisions.md 11). */
const failures = { limit: 5, windowMs: 15 * 60_000 };

/** Under what the failed sign-ins of an account are counted; a success and a new password clear it. */
export function failedSignInsKey(email: string): string {
  return `login:${sha256Hex(email.toLowerCase())}`;
}

/**
 * Signs a person in. Throws 422 for a wrong address or password (the same answer in the same time for both) and for a
 * social credential that proves nothing; 429 after too many tries; 503 when the provider cannot be asked.
 */
export async function login(context: ServerContext, body: LoginBody, address: string): Promise<LoginAnswer> {
  const { db, clock, log } = context;
  await requireCaptcha(context, body.captcha, { action: 'sign-in', address });
  const user =
    body.type === 'manual' ? await checkPassword(context, body) : await socialLogin(context, body, address);
  const now = clock.now();
  const access = await db.transaction(async (tx) => {
    // What was proven above must still hold: a reset in the meantime has ended every session, this one too. The lock
    // makes one of the two wait for the other.
    const [current] = await tx
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, user.id))
      .for('share');
    if (current?.passwordHash !== user.passwordHash) {
      throw new HttpError(422, 'The account has just been changed. Please sign in again.');
    }
    return beginSession(tx, { userId: user.id, remember: body.remember ?? false }, now);
  });
  log.info('signed-in', { userId: user.id, type: body.type });
  const subscriptions = await readSubscriptions(db, user.id);
  return { access, user: projectUser(user, subscriptions, now), message: 'You are signed in.' };
}

async function checkPassword(context: ServerContext, body: ManualLoginBody): Promise<UserRow> {
  const { config, db, clock, log } = context;
  const email = body.username.toLowerCase();
  const account = failedSignInsKey(email);
  if (config.rateLimits) {
    // Counted before the password is looked at, so that tries in parallel cannot all pass; a success clears it.
    const share = await takeRateLimit(db, account, failures, clock.now());
    if (!share.allowed) {
      log.warn('sign-in-throttled', { account });
      throw new HttpError(429, 'Too many failed sign-ins. Please try again later.', share);
    }
  }
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  if (!(await verifyPassword(user?.passwordHash ?? null, body.password)) || user === undefined) {
    log.warn('sign-in-failed', { account });
    throw new HttpError(422, 'The e-mail address or the password is wrong.');
  }
  await clearRateLimit(db, account);
  return user;
}
