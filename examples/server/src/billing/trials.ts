import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { trialClaims } from '../db/schema/billing.ts';

/** Free days before the first charge (product.md 9; the terms' 3 days stand beside it, traps E1). */
export const TRIAL_DAYS = 7;

interface TrialRequest {
  readonly userId: number;
  /** Null when the provider tells none: then only the person counts. */
  readonly fingerprint: string | null;
  readonly subscriptionId: number;
  readonly now: number;
}

/**
 * Takes the free trial for this subscription: one a person and one a card (traps E17). Both or neither: the claim is
 * the check, so of many at once one gets it. True again when this subscription has taken it before.
 */
export async function claimTrial(
  db: Db,
  { userId, fingerprint, subscriptionId, now }: TrialRequest,
): Promise<boolean> {
  const [own] = await db
    .select()
    .from(trialClaims)
    .where(eq(trialClaims.subscriptionId, subscriptionId))
    .limit(1);
  if (own !== undefined) return true;
  const wanted = [
    { kind: 'user' as const, value: String(userId) },
    ...(fingerprint === null ? [] : [{ kind: 'card' as const, value: fingerprint }]),
  ].map((claim) => ({ ...claim, subscriptionId, claimedAt: new Date(now) }));
  return db.transaction(async (tx) => {
    const taken = await tx.insert(trialClaims).values(wanted).onConflictDoNothing().returning();
    if (taken.length === wanted.length) return true;
    await tx.delete(trialClaims).where(eq(trialClaims.subscriptionId, subscriptionId));
    return false;
  });
}

/** Gives the trial back when no subscription came of it. */
export async function releaseTrial(db: Db, subscriptionId: number): Promise<void> {
  await db.delete(trialClaims).where(eq(trialClaims.subscriptionId, subscriptionId));
}
