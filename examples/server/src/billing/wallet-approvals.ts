// Activates the PayPal subscriptions that users approve on PayPal's page. Their state is always read from PayPal, never
// from the returning browser.
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import { subscriptions, walletApprovals } from '../db/schema/billing.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';
import type { BillingContext } from './billing.types.ts';
import { findBlockingPlan } from './blocking-plan.ts';
import { insertSubscription } from './insert-subscription.ts';
import { PENDING } from './subscription-state.ts';
import { applySubscription, nextReadNumber, syncInvoices, syncSubscription } from './sync.ts';
import { claimTrial, releaseTrial } from './trials.ts';

type Approval = typeof walletApprovals.$inferSelect;

/** PayPal's approval pages are valid for three hours; later approvals are ignored. */
const LIFETIME_MS = 3 * 3_600_000 + 600_000;
/** Minimum interval at which polls ask the provider about an approval. */
const ASK_EVERY_MS = 2_000;

/** Settles the user's open approvals, for the poll: asks the provider at most every two seconds. */
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
      // The next poll, webhook or job retries it.
      log.warn('billing.approval-not-settled', { error, userId });
    }
  }
}

/** Settles every open approval and abandons expired ones, for users who closed the page. */
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

/** Finds an approval by the provider's id; null when it is not ours. */
async function findApproval({ db }: BillingContext, providerId: string): Promise<Approval | null> {
  const [row] = await db
    .select()
    .from(walletApprovals)
    .where(eq(walletApprovals.providerSubscriptionId, providerId));
  return row ?? null;
}

/** Returns the user's newest approval that has not expired; null when there is none. */
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

/** Advances an approval to the provider's state and returns whether it is settled. Idempotent, also in parallel. */
async function settleApproval(context: BillingContext, approval: Approval): Promise<boolean> {
  const { wallet } = context;
  const { providerSubscriptionId: id } = approval;
  if (approval.outcome !== null) return true;
  const found = await wallet.findSubscription(id);
  if (found === null || found.phase === 'waiting') return false;
  const place = await reserveOrReplace(context, approval);
  if (place === null) {
    // The user has another plan: this one is ended before its first payment.
    await wallet.endSubscription(id);
    await close(context, approval, 'superseded');
    return true;
  }
  if (
    approval.trial &&
    !(await claimPayersTrial(context, approval, { subscriptionId: place, payerId: found.payerId }))
  ) {
    await wallet.endSubscription(id);
    await release(context, place);
    await close(context, approval, 'trial-used');
    return true;
  }
  if (found.phase === 'approved') {
    try {
      await wallet.activateSubscription(id);
    } catch (error) {
      if (!(error instanceof PaymentProviderError && error.code === 'rejected')) throw error;
      await release(context, place);
      await close(context, approval, 'refused');
      return true;
    }
  }
  return finish(context, approval);
}

/** Reserves the user's subscription; an unpaid plan is ended first. */
async function reserveOrReplace(context: BillingContext, approval: Approval): Promise<number | null> {
  const place = await reserve(context, approval);
  if (place !== null || (await findBlockingPlan(context, approval.userId)) !== null) return place;
  return reserve(context, approval);
}

/** Inserts the pending row. Null when there is another plan, or when the account has been deleted. */
async function reserve(
  { db, clock }: BillingContext,
  { userId, programId, term, providerSubscriptionId }: Approval,
): Promise<number | null> {
  const at = new Date(clock.now());
  const mine = eq(subscriptions.providerSubscriptionId, providerSubscriptionId);
  const place = await insertSubscription(db, {
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

async function release({ db }: BillingContext, place: number): Promise<void> {
  await releaseTrial(db, place);
  await db.delete(subscriptions).where(and(eq(subscriptions.id, place), eq(subscriptions.status, PENDING)));
}

/** Claims the free trial: one per user and one per PayPal payer. */
async function claimPayersTrial(
  { db, clock }: BillingContext,
  { userId }: Approval,
  { subscriptionId, payerId }: { readonly subscriptionId: number; readonly payerId: string | null },
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
  const row = await applySubscription(context, { provider: 'paypal', subscription: active, readNumber });
  if (row === null) return false;
  await close(context, approval, 'subscribed');
  try {
    await syncInvoices(context, row);
  } catch (error) {
    // The payment's webhook reads them as well.
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

/** Reads the subject of a PayPal webhook: an open approval, or a plan with its payments. False when it is not ours. */
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
