import { and, eq } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { requireFactorProof } from '../factors/index.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import { passwordChangedMail } from '../mail/templates.ts';
import type { Handler } from '../routes.ts';
import { limitKey, throttle } from '../security/limits.ts';
import { requireStrongPassword } from '../security/password-rules.ts';
import { hashPassword, verifyPassword } from '../security/passwords.ts';
import { clearRateLimit } from '../security/rate-limits.ts';
import { requireUser } from '../sessions/sessions.ts';
import { clearFailedSignIns } from './check-password.ts';
import { endOtherSessions } from './devices.ts';
import { networkHmacOf } from './known-networks.ts';
import { deleteOtpCodes } from './otp-codes.ts';

/**
 * Changes the password, signs out the user's other devices and sends a mail. Throws 422 by field, 429 after five wrong
 * passwords within 15 minutes.
 */
export const changePassword: Handler<'changePassword'> = async (context, { caller, body, address }) => {
  const { config, db, clock, bus, log } = context;
  const { userId } = caller;
  await throttle(context, 'change-password.user', userId);
  await requireFactorProof(context, caller);
  // Count before the check, so that parallel attempts cannot all pass.
  await throttle(context, 'reauthenticate.user', userId);
  const user = await requireUser(db, userId);
  if (user.passwordHash === null) {
    const message =
      'Your account has no password yet. To set one, choose "Forgot password?" on the sign-in page.';
    throw fieldError('current_password', message);
  }
  if (!(await verifyPassword(user.passwordHash, body.current_password))) {
    log.warn('reauthentication-failed', { userId });
    throw fieldError('current_password', 'The password is wrong.');
  }
  await clearRateLimit(db, limitKey('reauthenticate.user', userId));
  await throttle(context, 'password-check.user', userId);
  requireStrongPassword(body.password, user);
  const passwordHash = await hashPassword(body.password);
  const networkHmac = await networkHmacOf(context, user.email, address);
  const now = clock.now();
  const previousHash = user.passwordHash;
  const devices = await bus.transact(async (tx, publish) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: new Date(now) })
      .where(and(eq(users.id, userId), eq(users.passwordHash, previousHash)))
      .returning({ id: users.id });
    if (changed === undefined)
      throw new HttpError(409, 'Your account was changed at the same time. Please try again.');
    await clearFailedSignIns(tx, user.email, networkHmac);
    await deleteOtpCodes(tx, userId);
    await queueMail(
      tx,
      passwordChangedMail(user.email, { siteUrl: config.publicUrl, at: now, method: 'settings' }),
      now,
    );
    return endOtherSessions(tx, publish, caller);
  });
  log.info('password-changed', { userId, devices });
  return { body: { message: 'Your password has been changed. Your other devices are signed out.' } };
};
