import { and, eq, ne } from 'drizzle-orm';
import { sessions, users } from '../db/schema/accounts.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import type { Handler } from '../http/route.ts';
import { queueMail } from '../mail/outbox.ts';
import { passwordChangedMail } from '../mail/templates.ts';
import { limitKey, throttle } from '../security/limits.ts';
import { requireStrongPassword } from '../security/password-rules.ts';
import { hashPassword, verifyPassword } from '../security/passwords.ts';
import { clearRateLimit } from '../security/rate-limits.ts';
import { clearFailedSignIns } from './check-password.ts';
import { dropOtpCodes } from './otp-codes.ts';

/**
 * Changes the password of a user who knows the current one, signs out the other devices and sends a mail. Throws 422 by
 * field, 429 after five wrong tries within 15 minutes.
 */
export const changePassword: Handler<'changePassword'> = async (context, { caller, body }) => {
  const { config, db, clock, bus, log } = context;
  const { userId, sessionId } = caller;
  await throttle(context, 'change-password.person', userId);
  // Counted first, so that parallel tries cannot all pass.
  await throttle(context, 'confirm.person', userId);
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new HttpError(401, 'Please sign in.');
  if (user.passwordHash === null) {
    const way = "Your account has no password yet. 'Forgot password?' gives it one.";
    throw fieldError('current_password', way);
  }
  if (!(await verifyPassword(user.passwordHash, body.current_password))) {
    log.warn('confirmation-failed', { userId });
    throw fieldError('current_password', 'The password is wrong.');
  }
  await clearRateLimit(db, limitKey('confirm.person', userId));
  await throttle(context, 'password-check.person', userId);
  requireStrongPassword(body.password, user);
  const passwordHash = await hashPassword(body.password);
  const now = clock.now();
  const before = user.passwordHash;
  const ended = await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: new Date(now) })
      .where(and(eq(users.id, userId), eq(users.passwordHash, before)))
      .returning({ id: users.id });
    if (changed === undefined)
      throw new HttpError(409, 'The account has just been changed. Please try again.');
    await clearFailedSignIns(tx, user.email);
    await dropOtpCodes(tx, userId);
    await queueMail(
      tx,
      passwordChangedMail(user.email, { siteUrl: config.publicUrl, at: now, way: 'password' }),
      now,
    );
    return tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
      .returning({ id: sessions.id });
  });
  for (const { id } of ended) bus.publish('session-ended', { userId, sessionId: id });
  log.info('password-changed', { userId, devices: ended.length });
  return { body: { message: 'Your password has been changed. Your other devices are signed out.' } };
};
