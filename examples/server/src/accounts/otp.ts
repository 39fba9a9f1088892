// Resets a forgotten password with a one-time code (OTP) that is sent by mail.
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { identities } from '../db/schema/identities.ts';
import { fieldError, type HttpError } from '../http/http-error.ts';
import { queueMail, simulateQueueMail } from '../mail/outbox.ts';
import { otpMail, passwordChangedMail } from '../mail/templates.ts';
import type { Handler } from '../routes.ts';
import { OTP_EVERY_SECONDS } from '../security/limits.ts';
import { requireStrongPassword } from '../security/password-rules.ts';
import { hashPassword } from '../security/passwords.ts';
import { clearFailedSignIns } from './check-password.ts';
import { deleteNetworks, networkHmacOf, storeNetwork } from './known-networks.ts';
import {
  checkResetProof,
  consumeOtpCode,
  deleteOtpCodes,
  newOtp,
  otpCodeOf,
  resetProofOf,
  storeOtpCode,
  unguessableOtpCode,
  verifyOtpCode,
} from './otp-codes.ts';
import { throttleOtpAttempts, throttleOtpRequests } from './otp-throttle.ts';
import { confirmEmail } from './verified-email.ts';

/**
 * Mails a code to the stored address of the account, never to the posted one. An unknown address gets the same response
 * after the same work. Throws 429.
 */
export const sendOtp: Handler<'sendOtp'> = async (context, { body: { email }, address }) => {
  const { db, clock, log } = context;
  await throttleOtpRequests(context, email, address);
  const key = await context.installationKey('otp');
  const client = { email, address };
  const otp = newOtp();
  const now = clock.now();
  const userId = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(sameAddress(users.email, email));
    const code = user === undefined ? unguessableOtpCode(key, client) : otpCodeOf(key, client, otp);
    await storeOtpCode(tx, code, { userId: user?.id ?? null, now });
    if (user === undefined) await simulateQueueMail(tx);
    else await queueMail(tx, otpMail(user.email, otp), now);
    return user?.id;
  });
  log.info('reset-code-requested', { userId });
  const message = 'If an account exists, a code has been sent.';
  return { body: { message, retry_after: OTP_EVERY_SECONDS } };
};

/** Verifies a code. The reset accepts the code or the returned token. Throws 422 for a wrong code, 429. */
export const verifyOtp: Handler<'verifyOtp'> = async (context, { body: { email, otp }, address }) => {
  const { db, clock, log } = context;
  await throttleOtpAttempts(context, email, address);
  const code = otpCodeOf(await context.installationKey('otp'), { email, address }, otp);
  const resetToken = await verifyOtpCode(db, code, clock.now());
  if (resetToken === null) {
    log.warn('reset-code-rejected', { step: 'verify', account: code.addressKey });
    throw invalidCode();
  }
  return { body: { message: 'Your code is verified. Choose a new password.', reset_token: resetToken } };
};

/**
 * Sets a new password with a verified code, ends all sessions of the user and disconnects social accounts. Throws 422 for a code that is wrong, not
 * verified, expired or used, or that has no attempts left, 422 for a weak password, 429.
 */
export const resetPassword: Handler<'resetPassword'> = async (context, { body, address }) => {
  const { config, db, clock, bus, log } = context;
  const { email, otp = '', reset_token, password } = body;
  await throttleOtpAttempts(context, email, address);
  // Before the code is checked, so that a weak password does not use up an attempt.
  requireStrongPassword(password, { email });
  const code = otpCodeOf(await context.installationKey('otp'), { email, address }, otp);
  const proof = resetProofOf(code, reset_token);
  const reject = (): never => {
    log.warn('reset-code-rejected', { step: 'reset', account: proof.addressKey });
    throw invalidCode();
  };
  const { userId: ownerId } = (await checkResetProof(db, proof, clock.now())) ?? reject();
  // After the code is checked: the error messages reveal the user's name and phone number.
  requireStrongPassword(password, { email, ...(await readNameAndPhone(db, ownerId)) });
  // Hashing is slow: outside the transaction, and only for a valid code.
  const passwordHash = await hashPassword(password);
  const networkHmac = await networkHmacOf(context, email, address);
  const now = clock.now();
  const owner = await bus.transact(async (tx, publish) => {
    const userId = (await consumeOtpCode(tx, proof, now))?.userId ?? null;
    if (userId === null) return null;
    const [user] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: new Date(now) })
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .returning({ id: users.id, email: users.email });
    if (user === undefined) return null;
    await confirmEmail(tx, user.id, now);
    await deleteOtpCodes(tx, user.id);
    // The owner of the mailbox connects their own again by signing in with it.
    await tx.delete(identities).where(eq(identities.userId, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    publish('session-ended', { userId: user.id, sessionId: 'all' });
    // The owner of the mailbox can sign in here, whatever is tried elsewhere.
    await deleteNetworks(tx, user.id);
    await storeNetwork(tx, { networkHmac, userId: user.id, now });
    await clearFailedSignIns(tx, user.email, networkHmac);
    await queueMail(
      tx,
      passwordChangedMail(user.email, { siteUrl: config.publicUrl, at: now, method: 'code' }),
      now,
    );
    return user;
  });
  if (owner === null) return reject();
  log.info('password-reset', { userId: owner.id });
  return { body: { message: 'Password reset successfully' } };
};

async function readNameAndPhone(db: Db, userId: number | null) {
  if (userId === null) return {};
  const [user] = await db
    .select({ firstName: users.firstName, phone: users.phone })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? {};
}

/** The same error for every reason, so that it reveals nothing about the address or the code. */
export function invalidCode(): HttpError {
  return fieldError('otp', 'This code is wrong or no longer valid. Check it, or ask for a new one.');
}
