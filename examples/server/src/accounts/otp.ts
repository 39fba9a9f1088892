import type {
  EmailBody,
  MessageAnswer,
  OtpSentAnswer,
  OtpVerifiedAnswer,
  ResetPasswordBody,
  VerifyOtpBody,
} from '@openbell/core/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { fieldError, type HttpError } from '../http/http-error.ts';
import { queueMail, queueNothing } from '../mail/outbox.ts';
import { otpMail, passwordChangedMail } from '../mail/templates.ts';
import { OTP_EVERY_SECONDS } from '../security/limits.ts';
import { requireStrongPassword } from '../security/password-rules.ts';
import { hashPassword } from '../security/passwords.ts';
import { clearFailedSignIns } from './check-password.ts';
import {
  consumeOtpCode,
  newOtp,
  otpCodeOf,
  resetProofOf,
  storeOtpCode,
  tryReset,
  unguessableOtpCode,
  verifyOtpCode,
} from './otp-codes.ts';
import { throttleOtpCodes, throttleOtpTries } from './otp-throttle.ts';
import { confirmEmail } from './verified-email.ts';

/**
 * Mails a code to the stored address of the account, never to the posted one. The answer, and the work done for it, are
 * the same for an unknown address. Throws 429.
 */
export async function sendOtp(
  context: ServerContext,
  { email }: EmailBody,
  address: string,
): Promise<OtpSentAnswer> {
  const { db, clock, log } = context;
  await throttleOtpCodes(context, email, address);
  const key = await context.installationKey('otp');
  const otp = newOtp();
  const now = clock.now();
  const userId = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
    const code = user === undefined ? unguessableOtpCode(key, email) : otpCodeOf(key, email, otp);
    await storeOtpCode(tx, code, { userId: user?.id ?? null, now });
    if (user === undefined) await queueNothing(tx);
    else await queueMail(tx, otpMail(user.email, otp), now);
    return user?.id;
  });
  log.info('reset-code-asked-for', { userId });
  return { message: 'If an account exists, a code has been sent.', retry_after: OTP_EVERY_SECONDS };
}

/** Verifies a code; the reset takes it, or the returned token. Throws 422 for a wrong code, 429. */
export async function verifyOtp(
  context: ServerContext,
  { email, otp }: VerifyOtpBody,
  address: string,
): Promise<OtpVerifiedAnswer> {
  const { db, clock, log } = context;
  await throttleOtpTries(context, email, address);
  const code = otpCodeOf(await context.installationKey('otp'), email, otp);
  const resetToken = await verifyOtpCode(db, code, clock.now());
  if (resetToken === null) {
    log.warn('reset-code-refused', { step: 'verify', account: code.addressKey });
    throw refused();
  }
  return { message: 'The code is right. Choose a new password.', reset_token: resetToken };
}

/**
 * Sets a new password with a verified code and ends all sessions of the user. Throws 422 for a code that is wrong, not
 * verified, expired, used or tried too often, 422 for a weak password, 429.
 */
export async function resetPassword(
  context: ServerContext,
  { email, otp = '', reset_token, password }: ResetPasswordBody,
  address: string,
): Promise<MessageAnswer> {
  const { config, db, clock, bus, log } = context;
  await throttleOtpTries(context, email, address);
  // Before the code is tried, so that a weak password does not use it up.
  requireStrongPassword(password, { email });
  const code = resetProofOf(otpCodeOf(await context.installationKey('otp'), email, otp), reset_token);
  const refuse = (): never => {
    log.warn('reset-code-refused', { step: 'reset', account: code.addressKey });
    throw refused();
  };
  const proven = (await tryReset(db, code, clock.now())) ?? refuse();
  // The owner's data only now: without the code, the error messages would reveal them.
  requireStrongPassword(password, { email, ...(await ownerOf(db, proven.userId)) });
  // Outside the transaction, and only for a right code: hashing is slow.
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  const person = await db.transaction(async (tx) => {
    const userId = (await consumeOtpCode(tx, code, now))?.userId ?? null;
    if (userId === null) return null;
    const [user] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: new Date(now) })
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .returning({ id: users.id, email: users.email });
    if (user === undefined) return null;
    await confirmEmail(tx, user.id, now);
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await clearFailedSignIns(tx, user.email);
    await queueMail(
      tx,
      passwordChangedMail(user.email, { siteUrl: config.publicUrl, at: now, way: 'code' }),
      now,
    );
    return user;
  });
  if (person === null) return refuse();
  bus.publish('session-ended', { userId: person.id, sessionId: 'all' });
  log.info('password-reset', { userId: person.id });
  return { message: 'Password reset successfully' };
}

async function ownerOf(db: Db, userId: number | null) {
  if (userId === null) return {};
  const [user] = await db
    .select({ firstName: users.firstName, phone: users.phone })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? {};
}

/** The same error for every reason, so that it reveals nothing about the address or the code. */
function refused(): HttpError {
  return fieldError('otp', 'This code is wrong or no longer valid. Check it, or ask for a new one.');
}
