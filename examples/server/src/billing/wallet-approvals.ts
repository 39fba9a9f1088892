// Paying by wallet: what a person has approved on the wallet's page is activated by us. Nothing that their
// browser brings back counts: what became of an approval is read from the provider.
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import { subscriptions, walletApprovals } from '../db/schema/billing.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';
import type { WalletSubscription } from '../providers/wallet/wallet.types.ts';
import type { BillingContext } from './billing.types.ts';
import { findStanding } from './blocking-plan.ts';
import { insertPlace } from './insert-subscription.ts';
import { PENDING } from './subscription-state.ts';
import { applySubscription, nextReadNumber, syncInvoices, syncSubscription } from './sync.ts';
import { claimTrial, releaseTrial } from './trials.ts';

type Approval = typeof walletApprovals.$inferSelect;

/** PayPal's approve pages are good for three hours; what is approved by then is activated. */
const LIFETIME_MS = 3 * 3_600_000 + 600_000;
/** A poll asks the provider at most this often about an approval. */
const ASK_EVERY_MS = 2_000;

/** Goes on with what the person has approved, asking the provider at most every two seconds: for the poll. */
export async function settleOpenApprovals(context: BillingContext, userId: number): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  const due = await db
    .update(walletApprovals)
    .set({ checkedAt: new Date(now) })
    .where(
      and(
        eq(walletApprovals.userId, userId),
        isNull(walletApprovals.outcome),
        gt(walletApprovals.createdAt, new Date(now - LIFETIME_MS)),
        lt(walletApprovals.checkedAt, new Date(now - ASK_EVERY_MS)),
      ),
    )
    .returning();
  for (const approval of due) {
    try {
      await settleApproval(context, approval);
    } catch (error) {
      // The next poll, the provider's webhook or the job goes on with it.
      log.warn('billing.approval-not-settled', { error, userId });
    }
  }
}

/** Goes on with every approval that waits, and gives up the old ones: a person may have closed the page. */
export async function settleAllApprovals(context: BillingContext): Promise<void> {
  const { db, clock, log } = context;
  const open = await db.select().from(walletApprovals).where(isNull(walletApprovals.outcome)).limit(200);
  for (const approval of open) {
    try {
      const settled = await settleApproval(context, approval);
      const old = approval.createdAt.getTime() < clock.now() - LIFETIME_MS;
      if (!settled && old) await close(context, approval, 'abandoned');
    } catch (error) {
      log.warn('billing.approval-not-settled', { error, userId: approval.userId });
    }
  }
}

/** The approval by the provider's id, null when it is not one of ours. */
async function findApproval({ db }: BillingContext, providerId: string): Promise<Approval | null> {
  const [row] = await db
    .select()
    .from(walletApprovals)
    .where(eq(walletApprovals.providerSubscriptionId, providerId));
  return row ?? null;
}

/** The newest approval of the last hours, for who waits for what it comes to; null when there is none. */
export async function newestApproval(
  { db, clock }: BillingContext,
  userId: number,
): Promise<Pick<Approval, 'outcome' | 'createdAt'> | null> {
  const [row] = await db
    .select({ outcome: walletApprovals.outcome, createdAt: walletApprovals.createdAt })
    .from(walletApprovals)
    .where(
      and(
        eq(walletApprovals.userId, userId),
        gt(walletApprovals.createdAt, new Date(clock.now() - LIFETIME_MS)),
      ),
    )
    .orderBy(desc(walletApprovals.createdAt))
    .limit(1);
  return row ?? null;
}

/**
 * Goes on with one approval as far as the provider says it has come; safe to repeat and to run twice at once. Returns
 * whether it has come to an end.
 */
async function settleApproval(context: BillingContext, approval: Approval): Promise<boolean> {
  const { wallet } = context;
  const { providerSubscriptionId: id } = approval;
  if (approval.outcome !== null) return true;
  const found = await wallet.findSubscription(id);
  if (found === null || found.phase === 'waiting') return false;
  const place = await findPlace(context, approval);
  if (place === null) {
    // Somebody who has a plan does not get a second one: it is ended before it is paid.
    await wallet.endSubscription(id);
    await close(context, approval, 'superseded');
    return true;
  }
  if (approval.trial && !(await claimPayersTrial(context, approval, place, found))) {
    await wallet.endSubscription(id);
    await leavePlace(context, place);
    await close(context, approval, 'trial-used');
    return true;
  }
  if (found.phase === 'approved') {
    try {
      await wallet.activateSubscription(id);
    } catch (error) {
      if (!(error instanceof PaymentProviderError && error.code === 'rejected')) throw error;
      await leavePlace(context, place);
      await close(context, approval, 'refused');
      return true;
    }
  }
  return finish(context, approval);
}

/** A place, also where an unpaid plan has to give way first. */
async function findPlace(context: BillingContext, approval: Approval): Promise<number | null> {
  const place = await takePlace(context, approval);
  if (place !== null || (await findStanding(context, approval.userId)) !== null) return place;
  return takePlace(context, approval);
}

/** The person's one place. Null when another plan has it, or when the account has been deleted. */
async function takePlace(
  { db, clock }: BillingContext,
  { userId, programId, term, providerSubscriptionId }: Approval,
): Promise<number | null> {
  const at = new Date(clock.now());
  const mine = eq(subscriptions.providerSubscriptionId, providerSubscriptionId);
  const place = await insertPlace(db, {
    userId,
    programId,
    provider: 'paypal',
    providerSubscriptionId,
    status: PENDING,
    period: term,
    createdAt: at,
    updatedAt: at,
  });
  if (place === 'no-account') return null;
  if (place !== 'taken') return place.id;
  const [own] = await db.select({ id: subscriptions.id }).from(subscriptions).where(mine);
  return own?.id ?? null;
}

async function leavePlace({ db }: BillingContext, place: number): Promise<void> {
  await releaseTrial(db, place);
  await db.delete(subscriptions).where(and(eq(subscriptions.id, place), eq(subscriptions.status, PENDING)));
}

/** One free trial a person, and one a payer, whichever member they pay for. */
async function claimPayersTrial(
  { db, clock }: BillingContext,
  { userId }: Approval,
  subscriptionId: number,
  { payerId }: WalletSubscription,
): Promise<boolean> {
  return claimTrial(db, {
    userId,
    source: payerId === null ? null : { kind: 'payer', value: payerId },
    subscriptionId,
    now: clock.now(),
  });
}

async function finish(context: BillingContext, approval: Approval): Promise<boolean> {
  const { db, wallet, log } = context;
  const readNumber = await nextReadNumber(db);
  const active = await wallet.findSubscription(approval.providerSubscriptionId);
  if (active === null || active.phase !== 'begun') return false;
  const row = await applySubscription(context, 'paypal', active, readNumber);
  if (row === null) return false;
  await close(context, approval, 'subscribed');
  try {
    await syncInvoices(context, row);
  } catch (error) {
    // The payment's webhook brings it as well.
    log.warn('billing.invoices-not-read', { error, subscriptionId: row.id });
  }
  return true;
}

async function close(
  { db }: BillingContext,
  { providerSubscriptionId }: Approval,
  outcome: NonNullable<Approval['outcome']>,
): Promise<void> {
  await db
    .update(walletApprovals)
    .set({ outcome })
    .where(
      and(
        eq(walletApprovals.providerSubscriptionId, providerSubscriptionId),
        isNull(walletApprovals.outcome),
      ),
    );
}

/** What a wallet's webhook is about is read again: an approval that waits, or a plan with its payments. */
export async function syncWallet(context: BillingContext, providerId: string): Promise<boolean> {
  const approval = await findApproval(context, providerId);
  if (approval !== null && approval.outcome === null) {
    await settleApproval(context, approval);
    return true;
  }
  const row = await syncSubscription(context, 'paypal', providerId);
  if (row === null) return approval !== null;
  await syncInvoices(context, row);
  return true;
}
