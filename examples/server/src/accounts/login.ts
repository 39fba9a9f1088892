import type { LoginAnswer, LoginBody, ManualLoginBody } from '@openbell/core/contract';
import { eq } from 'drizzle-orm';
import { readSubscriptions } from '../billing/index.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { HttpError } from '../http/http-error.ts';
import { throttle } from '../security/limits.ts';
import { beginSession, type UserRow } from '../sessions/sessions.ts';
import { checkPassword } from './check-password.ts';
import { projectUser } from './project-user.ts';
import { socialLogin } from './social-login.ts';

/**
 * Signs a user in. Throws 422 for a wrong address or password (the same answer in the same time) and for an invalid social
 * credential, 429 after too many tries, 503 when the provider is unavailable.
 */
export async function login(
  context: ServerContext,
  body: LoginBody,
  { address, userAgent }: { readonly address: string; readonly userAgent: string },
): Promise<LoginAnswer> {
  const { db, clock, log } = context;
  const user =
    body.type === 'manual'
      ? await manualLogin(context, body, address)
      : await socialLogin(context, body, address);
  const now = clock.now();
  const access = await db.transaction(async (tx) => {
    // A parallel password reset ends all sessions, so it must prevent this one as well. The lock serializes the two.
    const [current] = await tx
      .select({ passwordHash: users.passwordHash, deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.id, user.id))
      .for('share');
    // The hash of an account without a password does not change on deletion.
    const isSame = current?.passwordHash === user.passwordHash && current.deletedAt === null;
    if (!isSame) {
      throw new HttpError(422, 'The account has just been changed. Please sign in again.');
    }
    return beginSession(tx, { userId: user.id, remember: body.remember ?? false, userAgent }, now);
  });
  log.info('signed-in', { userId: user.id, type: body.type });
  const subscriptions = await readSubscriptions(context, user.id);
  return { access, user: projectUser(user, subscriptions, now), message: 'You are signed in.' };
}

async function manualLogin(context: ServerContext, body: ManualLoginBody, address: string): Promise<UserRow> {
  await throttle(context, 'sign-in.address', address);
  await requireCaptcha(context, body.captcha, { action: 'sign-in', address });
  return checkPassword(context, body.username, body.password);
}
