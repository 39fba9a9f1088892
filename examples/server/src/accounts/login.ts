import type { LoginAnswer, LoginBody } from '@openbell/core/contract';
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
import { beginSession } from './sessions.ts';

/** Failed sign-ins of one account (decisions.md 11). */
const failures = { limit: 5, windowMs: 15 * 60_000 };

/**
 * Signs a person in. Throws 422 for a wrong address or password (the same answer in the same time for both) and for
 * a social sign-in, whose credential this server does not verify yet; 429 after five failures within 15 minutes.
 */
export async function login(context: ServerContext, body: LoginBody): Promise<LoginAnswer> {
  const { config, db, clock, log } = context;
  if (body.type !== 'manual') {
    // The posted id, e-mail and name prove nothing: without a verified credential nobody is signed in.
    log.warn('social-sign-in-refused', { type: body.type });
    throw new HttpError(422, 'This sign-in could not be verified. Please sign in with your e-mail address.');
  }
  await requireCaptcha(context, body.captcha);
  const email = body.username.toLowerCase();
  const account = `login:${sha256Hex(email)}`;
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
  const now = clock.now();
  const access = await beginSession(db, { userId: user.id, remember: body.remember }, now);
  log.info('signed-in', { userId: user.id });
  const subscriptions = await readSubscriptions(db, user.id);
  return { access, user: projectUser(user, subscriptions, now), message: 'You are signed in.' };
}
