import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { authenticators, recoveryCodes, secondStepWaiting } from '../db/schema/factors.ts';

/** Removes the user's authenticator app, pending or not, and the recovery codes. Returns whether there was an app. */
export async function removeAuthenticator(tx: Db, userId: number): Promise<boolean> {
  const removed = await tx
    .delete(authenticators)
    .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)))
    .returning({ userId: authenticators.userId });
  await tx.delete(authenticators).where(eq(authenticators.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondStepWaiting).where(eq(secondStepWaiting.userId, userId));
  return removed.length > 0;
}
