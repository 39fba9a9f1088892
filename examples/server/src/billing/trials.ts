import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { subscriptions, trialClaims, walletApprovals } from '../db/schema/billing.ts';
import { type PendingRow, stillPending } from './subscription-state.ts';

interface TrialClaim {
  readonly userId: number;
  /** The card's fingerprint or the PayPal payer; null when unknown. */
  readonly source: { readonly kind: 'card' | 'payer'; readonly value: string } | null;
  readonly subscriptionId: number;
  readonly now: number;
}

/**
 * Claims the free trial for a subscription: one per user, card and PayPal payer. Of parallel claims for
 * different subscriptions one succeeds. Returns true if this subscription has claimed it before.
 */
export async function claimTrial(
  db: Db,
  { userId, source, subscriptionId, now }: TrialClaim,
): Promise<boolean> {
  if (await hasClaim(db, subscriptionId)) return true;
  const claims = [{ kind: 'user' as const, value: String(userId) }, ...(source === null ? [] : [source])].map(
    (claim) => ({ ...claim, subscriptionId, claimedAt: new Date(now) }),
  );
  return db.transaction(async (tx) => {
    const inserted = await tx.insert(trialClaims).values(claims).onConflictDoNothing().returning();
    if (inserted.length === claims.length) return true;
    for (const { kind, value } of inserted)
      await tx.delete(trialClaims).where(and(eq(trialClaims.kind, kind), eq(trialClaims.value, value)));
    // A parallel request may have claimed it for this subscription.
    return hasClaim(tx, subscriptionId);
  });
}

async function hasClaim(db: Db, subscriptionId: number): Promise<boolean> {
  const [claim] = await db
    .select({ kind: trialClaims.kind })
    .from(trialClaims)
    .where(eq(trialClaims.subscriptionId, subscriptionId))
    .limit(1);
  return claim !== undefined;
}

/**
 * Deletes a pending subscription that was not created at its provider, with its trial claim. Does nothing if it is no
 * longer pending, or if a request has continued the purchase since the row was read.
 */
export async function discardPending(db: Db, row: PendingRow): Promise<void> {
  await db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(stillPending(row))
      .for('update');
    if (own === undefined) return;
    // Deleted first: without their subscription, the claims would stay.
    await tx.delete(trialClaims).where(eq(trialClaims.subscriptionId, own.id));
    await tx.delete(subscriptions).where(eq(subscriptions.id, own.id));
  });
}

/** Returns whether to offer the trial to a user. Their card is not known yet; `claimTrial` checks it later. */
export async function hasTrial(db: Db, userId: number): Promise<boolean> {
  const [claimed] = await db
    .select()
    .from(trialClaims)
    .where(and(eq(trialClaims.kind, 'user'), eq(trialClaims.value, String(userId))));
  if (claimed !== undefined) return false;
  const [usedByPayer] = await db
    .select()
    .from(walletApprovals)
    .where(and(eq(walletApprovals.userId, userId), eq(walletApprovals.outcome, 'trial-used')))
    .limit(1);
  return usedByPayer === undefined;
}
