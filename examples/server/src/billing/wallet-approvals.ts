// Activates the PayPal subscriptions that users approve on PayPal's page. Reads their state from PayPal, never from the
// returning browser.
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { invoices, subscriptions, walletApprovals } from '../db/schema/billing.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';
import type { BillingContext } from './billing.types.ts';
import { findBlockingPlan } from './blocking-plan.ts';
import { insertSubscription } from './insert-subscription.ts';
import { PENDING } from './subscription-state.ts';
import {
  applySubscription,
  nextReadNumber,
  syncInvoices,
  syncSubscription,
  trySyncInvoices,
} from './sync.ts';
import { claimTrial, discardPending } from './trials.ts';

type Approval = typeof walletApprovals.$inferSelect;

/** PayPal's approval pages are valid for three hours. Later approvals are ignored. */
const LIFETIME_MS = 3 * 3_600_000 + 600_000;
/** An expired approval is retried this long after errors, as the user may have approved it in time. */
const OUTAGE_MS = 24 * 3_600_000;
/** Minimum interval between two reads of an approval by polls. */
const POLL_INTERVAL_MS = 2_000;

/** Settles the user's open approvals, for the poll. Calls the provider at most every two seconds. */
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
        lt(walletApprovals.checkedAt, new Date(now - POLL_INTERVAL_MS)),
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

/** Settles all open approvals, for users who closed the page, and abandons expired ones. */
export async function settleAllApprovals(context: BillingContext): Promise<void> {
  const { db, clock, log } = context;
  const open = await db
    .select()
    .from(walletApprovals)
    .where(isNull(walletApprovals.outcome))
    // Approvals that fail stay open. In a fixed order they could fill every run.
    .orderBy(sql`random()`)
    .limit(200);
  for (const approval of open) {
    const age = clock.now() - approval.createdAt.getTime();
    try {
      const settled = await settleApproval(context, approval);
      if (!settled && age > LIFETIME_MS) await close(context, approval, 'abandoned');
    } catch (error) {
      log.warn('billing.approval-not-settled', { error, userId: approval.userId });
      if (age > LIFETIME_MS + OUTAGE_MS) await abandonFailing(context, approval);
    }
  }
}

/** Abandons an approval that cannot be settled. One with a plan stays open: PayPal may have activated it. */
async function abandonFailing(context: BillingContext, approval: Approval): Promise<void> {
  const { providerSubscriptionId } = approval;
  const plans = await context.db.$count(
    subscriptions,
    eq(subscriptions.providerSubscriptionId, providerSubscriptionId),
  );
  if (plans === 0) await close(context, approval, 'abandoned');
}

/** Returns the approval with the provider's id, or null if it is not ours. */
async function findApproval({ db }: BillingContext, providerId: string): Promise<Approval | null> {
  const [row] = await db
    .select()
    .from(walletApprovals)
    .where(eq(walletApprovals.providerSubscriptionId, providerId));
  return row ?? null;
}

/** Returns the user's newest approval that has not expired, or null. */
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

/** Updates an approval to the provider's state and returns whether it is settled. Idempotent, also in parallel. */
async function settleApproval(context: BillingContext, approval: Approval): Promise<boolean> {
  const { wallet } = context;
  const { providerSubscriptionId: id } = approval;
  if (approval.outcome !== null) return true;
  const found = await wallet.findSubscription(id);
  if (found === null || found.phase === 'waiting') return false;
  const subscriptionId = await insertOrReplace(context, approval);
  if (subscriptionId === null) {
    // The user has another plan. End this one before its first payment.
    await wallet.endSubscription(id);
    await close(context, approval, 'superseded');
    return true;
  }
  if (
    approval.trial &&
    !(await claimPayerTrial(context, approval, { subscriptionId, payerId: found.payerId }))
  ) {
    await wallet.endSubscription(id);
    await discardPending(context.db, { id: subscriptionId });
    await close(context, approval, 'trial-used');
    return true;
  }
  if (found.phase === 'approved') {
    try {
      await wallet.activateSubscription(id);
    } catch (error) {
      if (!(error instanceof PaymentProviderError && error.code === 'rejected')) throw error;
      await discardPending(context.db, { id: subscriptionId });
      await close(context, approval, 'refused');
      return true;
    }
  }
  return finish(context, approval);
}

/** Inserts the pending row. Ends an unpaid plan that prevents it. */
async function insertOrReplace(context: BillingContext, approval: Approval): Promise<number | null> {
  const id = await insertPending(context, approval);
  if (id !== null || (await findBlockingPlan(context, approval.userId)) !== null) return id;
  return insertPending(context, approval);
}

/** Inserts the pending row and returns its id. Null if there is another plan or the account is deleted or banned. */
async function insertPending(
  { db, clock }: BillingContext,
  { userId, programId, term, providerSubscriptionId }: Approval,
): Promise<number | null> {
  const at = new Date(clock.now());
  const row = await insertSubscription(db, {
    userId,
    programId,
    provider: 'paypal',
    providerSubscriptionId,
    status: PENDING,
    period: term,
    createdAt: at,
    updatedAt: at,
  });
  if (row === 'no-account') return null;
  if (row !== 'conflict') return row.id;
  const [existing] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.providerSubscriptionId, providerSubscriptionId));
  return existing?.id ?? null;
}

/** Claims the free trial: one per user and one per PayPal payer. */
async function claimPayerTrial(
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
  const { db, wallet } = context;
  const readNumber = await nextReadNumber(db);
  const found = await wallet.findSubscription(approval.providerSubscriptionId);
  if (found === null || found.phase !== 'started') return false;
  const row = await applySubscription(context, { provider: 'paypal', found, readNumber });
  if (row === null) return false;
  await close(context, approval, 'subscribed');
  await trySyncInvoices(context, row);
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

/** Syncs the subject of a PayPal webhook: an open approval, or a plan with its payments. Returns false if it is not ours. */
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

/** Syncs the plan of a refunded or reversed payment. Returns false if the payment is not ours, or not yet stored. */
export async function syncWalletPayment(context: BillingContext, paymentId: string): Promise<boolean> {
  const [plan] = await context.db
    .select({ providerId: subscriptions.providerSubscriptionId })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(and(eq(invoices.providerInvoiceId, paymentId), eq(subscriptions.provider, 'paypal')));
  return plan?.providerId == null ? false : syncWallet(context, plan.providerId);
}
