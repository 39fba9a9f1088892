// The second step of a sign-in: a code of the authenticator app, or a recovery code.
import { and, eq, gt, lt } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { users } from '../db/schema/accounts.ts';
import { secondStepWaiting } from '../db/schema/factors.ts';
import { fieldError } from '../http/http-error.ts';
import { limitKey, throttle } from '../security/limits.ts';
import { clearRateLimit } from '../security/rate-limits.ts';
import { authenticatorSince, useAppCode } from './authenticator.ts';
import { useRecoveryCode } from './recovery-codes.ts';

/** Time to enter the code without a new captcha. */
const waitingMs = 15 * 60_000;

/** Counts an attempt. Call it before the check, so that parallel attempts cannot all pass. Throws 429. */
export async function countFactorCode(context: ServerContext, userId: number): Promise<void> {
  await throttle(context, 'factor-code.user', userId);
  await throttle(context, 'factor-code-day.user', userId);
}

/** Resets the counts after a success. */
export async function clearFactorCodes(db: Db, userId: number): Promise<void> {
  await clearRateLimit(db, limitKey('factor-code.user', userId));
  await clearRateLimit(db, limitKey('factor-code-day.user', userId));
}

/**
 * Accepts a code of the user's authenticator app, or a recovery code. Throws 422 with `errors.code` for a wrong or used
 * one, 429 after five failures in 15 minutes or twenty in a day.
 */
export async function acceptFactorCode(context: ServerContext, userId: number, code: string): Promise<void> {
  const { db, log } = context;
  await countFactorCode(context, userId);
  const typed = code.trim();
  const digits = typed.replaceAll(' ', '');
  const isAppCode = /^\d{6}$/.test(digits);
  const isValid = isAppCode
    ? await useAppCode(context, userId, digits)
    : await useRecoveryCode(context, userId, typed);
  if (!isValid) {
    log.warn('factor-code-rejected', { userId });
    throw fieldError('code', 'This code is wrong or was already used. Please enter a new one.');
  }
  await clearFactorCodes(db, userId);
  log.info('factor-code-accepted', { userId, factor: isAppCode ? 'authenticator' : 'recovery-code' });
}

/**
 * Completes a sign-in whose first step succeeded. Without an authenticator app nothing is needed. Throws 422 with
 * `errors.code` when the code is missing or wrong, 429.
 */
export async function checkSecondStep(
  context: ServerContext,
  userId: number,
  code: string | undefined,
): Promise<void> {
  const { db, clock } = context;
  if ((await authenticatorSince(db, userId)) === null) return;
  if (code === undefined) {
    const beganAt = new Date(clock.now());
    await db
      .insert(secondStepWaiting)
      .values({ userId, beganAt })
      .onConflictDoUpdate({ target: secondStepWaiting.userId, set: { beganAt } });
    throw fieldError('code', 'Enter the 6-digit code of your authenticator app, or a recovery code.');
  }
  await acceptFactorCode(context, userId, code);
  await db.delete(secondStepWaiting).where(eq(secondStepWaiting.userId, userId));
}

/** Returns whether a sign-in of this account solved its captcha within the last 15 minutes and waits for a code. */
export async function isSecondStepWaiting(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  email: string,
): Promise<boolean> {
  const rows = await db
    .select({ userId: users.id })
    .from(secondStepWaiting)
    .innerJoin(users, eq(users.id, secondStepWaiting.userId))
    .where(
      and(sameAddress(users.email, email), gt(secondStepWaiting.beganAt, new Date(clock.now() - waitingMs))),
    );
  return rows.length > 0;
}

/** Deletes sign-ins that no longer wait. */
export async function deleteOldSecondSteps({
  db,
  clock,
}: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  await db.delete(secondStepWaiting).where(lt(secondStepWaiting.beganAt, new Date(clock.now() - waitingMs)));
}
