// Background jobs of billing: they finish what a lost answer, a closed page or a lost webhook left incomplete.
import { and, eq, inArray, isNotNull, isNull, lt, notInArray } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { billingCustomers, billingSetupIntents, subscriptions } from '../db/schema/billing.ts';
import type { BillingContext } from './billing.types.ts';
import { claimNotice } from './notices.ts';
import { OVER, PENDING } from './subscription-state.ts';
import { applySubscription, nextReadNumber, providerOf, syncInvoices, syncSubscription } from './sync.ts';
import { releaseTrial } from './trials.ts';
import { settleAllApprovals } from './wallet-approvals.ts';

const HOUR = 3_600_000;
/** A charge without a webhook is requested from the provider this long after it was due. */
const NOTICE_LATE_MS = 6 * HOUR;
/** And then at most this often. */
const ASK_AGAIN_MS = HOUR;
const BATCH = 50;

/** Runs every job once; failures are logged, and the next run retries them. */
export async function runBillingJobs(context: BillingContext): Promise<void> {
  await settleAllApprovals(context);
  await closeAbandonedIntents(context);
  await settleLostPurchases(context);
  await askForLateNotices(context);
  await endUnpaid(context);
  await endPlansOfTheDeleted(context);
}

/** Cancels set-up intents at the provider that were not used within an hour. */
async function closeAbandonedIntents(context: BillingContext): Promise<void> {
  const { db, cards, clock } = context;
  const open = await db
    .select({ id: billingSetupIntents.providerSetupIntentId })
    .from(billingSetupIntents)
    .where(
      and(
        isNull(billingSetupIntents.closedAt),
        lt(billingSetupIntents.createdAt, new Date(clock.now() - HOUR)),
      ),
    )
    .limit(BATCH);
  for (const { id } of open) {
    await attempt(context, { job: 'set-up-intent', id }, async () => {
      const intent = await cards.findSetupIntent(id);
      if (intent?.status === 'open') await cards.cancelSetupIntent(id);
      await db
        .update(billingSetupIntents)
        .set({ closedAt: new Date(clock.now()) })
        .where(eq(billingSetupIntents.providerSetupIntentId, id));
    });
  }
}

/** Settles interrupted purchases: stores the provider's subscription, or deletes our row when there is none. */
async function settleLostPurchases(context: BillingContext): Promise<void> {
  const { db, cards, clock } = context;
  const lost = await db
    .select({ id: subscriptions.id, customerId: billingCustomers.providerCustomerId })
    .from(subscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.userId, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.provider, 'stripe'),
        eq(subscriptions.status, PENDING),
        lt(subscriptions.createdAt, new Date(clock.now() - HOUR)),
        lt(subscriptions.updatedAt, new Date(clock.now() - HOUR)),
      ),
    )
    .limit(BATCH);
  for (const { id, customerId } of lost) {
    await attempt(context, { job: 'purchase', id }, async () => {
      const readNumber = await nextReadNumber(db);
      const made = await cards.findSubscriptionByReference(customerId, id);
      if (made !== null) {
        const row = await applySubscription(context, { provider: 'stripe', subscription: made, readNumber });
        if (row !== null) await syncInvoices(context, row);
        return;
      }
      await releaseTrial(db, id);
      await db.delete(subscriptions).where(and(eq(subscriptions.id, id), eq(subscriptions.status, PENDING)));
    });
  }
}

/** Reads subscriptions whose charge was due hours ago: their webhook may be lost. */
async function askForLateNotices(context: BillingContext): Promise<void> {
  const { db, clock } = context;
  const silent = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.status, ['trialing', 'active', 'past_due']),
        isNotNull(subscriptions.providerSubscriptionId),
        lt(subscriptions.currentPeriodEnd, new Date(clock.now() - NOTICE_LATE_MS)),
        lt(subscriptions.updatedAt, new Date(clock.now() - ASK_AGAIN_MS)),
      ),
    )
    .limit(BATCH);
  for (const { id, provider, providerSubscriptionId } of silent) {
    if (providerSubscriptionId === null) continue;
    await attempt(context, { job: 'subscription', id }, async () => {
      const row = await syncSubscription(context, provider, providerSubscriptionId);
      if (row !== null) await syncInvoices(context, row);
    });
  }
}

/** Ends subscriptions at the provider that it has stopped collecting. */
async function endUnpaid(context: BillingContext): Promise<void> {
  const { db, clock } = context;
  const unpaid = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'unpaid'), isNotNull(subscriptions.providerSubscriptionId)))
    .limit(BATCH);
  for (const { id, provider, providerSubscriptionId } of unpaid) {
    if (providerSubscriptionId === null) continue;
    await attempt(context, { job: 'unpaid', id }, async () => {
      // The mail was sent when it became unpaid.
      await claimNotice(db, `cancelled:${id}`, clock.now());
      await providerOf(context, provider).endSubscription(providerSubscriptionId);
      await syncSubscription(context, provider, providerSubscriptionId);
    });
  }
}

/**
 * Ends subscriptions of deleted accounts at the provider. The deletion ends them first, but a webhook or an interrupted
 * purchase can still add one.
 */
async function endPlansOfTheDeleted(context: BillingContext): Promise<void> {
  const { db } = context;
  const left = await db
    .select({
      id: subscriptions.id,
      provider: subscriptions.provider,
      providerSubscriptionId: subscriptions.providerSubscriptionId,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        isNotNull(users.deletedAt),
        isNotNull(subscriptions.providerSubscriptionId),
        notInArray(subscriptions.status, [PENDING, ...OVER]),
      ),
    )
    .limit(BATCH);
  for (const { id, provider, providerSubscriptionId } of left) {
    if (providerSubscriptionId === null) continue;
    await attempt(context, { job: 'deleted', id }, async () => {
      await providerOf(context, provider).endSubscription(providerSubscriptionId);
      await syncSubscription(context, provider, providerSubscriptionId);
    });
  }
}

async function attempt(
  { log }: BillingContext,
  { job, id }: { readonly job: string; readonly id: string | number },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn('billing.job-failed', { job, id, error });
  }
}
