import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { trialClaims, walletApprovals } from '../db/schema/billing.ts';

interface TrialRequest {
  readonly userId: number;
  /** What pays: a card by its fingerprint, a wallet by its payer. Null when the provider tells none: then only the person counts. */
  readonly source: { readonly kind: 'card' | 'payer'; readonly value: string } | null;
  readonly subscriptionId: number;
  readonly now: number;
}

/**
 * Takes the free trial for this subscription: one a person, one a card, one a payer. All or none: the
 * claim is the check, so of many at once one gets it. True again when this subscription has taken it before.
 */
export async function claimTrial(
  db: Db,
  { userId, source, subscriptionId, now }: TrialRequest,
): Promise<boolean> {
  const [own] = await db
    .select()
    .from(trialClaims)
    .where(eq(trialClaims.subscriptionId, subscriptionId))
    .limit(1);
  if (own !== undefined) return true;
  const wanted = [{ kind: 'user' as const, value: String(userId) }, ...(source === null ? [] : [source])].map(
    (claim) => ({ ...claim, subscriptionId, claimedAt: new Date(now) }),
  );
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

/**
 * Whether the person may still be offered the trial where the offer is made before it is known what pays: not after
 * they have had it, nor after their wallet turned out to have had it.
 */
export async function hasTrial(db: Db, userId: number): Promise<boolean> {
  const [claimed] = await db
    .select()
    .from(trialClaims)
    .where(and(eq(trialClaims.kind, 'user'), eq(trialClaims.value, String(userId))));
  if (claimed !== undefined) return false;
  const [refused] = await db
    .select()
    .from(walletApprovals)
    .where(and(eq(walletApprovals.userId, userId), eq(walletApprovals.outcome, 'trial-used')))
    .limit(1);
  return refused === undefined;
}
