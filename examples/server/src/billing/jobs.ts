// Background jobs of billing. They complete what an interrupted request or a lost webhook left incomplete.
import { and, eq, inArray, isNotNull, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import {
  billingCustomers,
  billingNotices,
  billingSetupIntents,
  subscriptions,
} from '../db/schema/billing.ts';
import type { BillingContext, ProviderName } from './billing.types.ts';
import { claimNotice, queueCardExpiryMail } from './notices.ts';
import { OVER, PENDING } from './subscription-state.ts';
import { applySubscription, nextReadNumber, providerOf, syncInvoices, syncSubscription } from './sync.ts';
import { discardPending } from './trials.ts';
import { settleAllApprovals } from './wallet-approvals.ts';

const HOUR = 3_600_000;
/** A subscription is overdue if no webhook has reported its charge for this long. */
const OVERDUE_MS = 6 * HOUR;
/** Minimum interval between two reads of an overdue subscription. */
const REREAD_MS = HOUR;
/** How long before a card expires its owner gets a mail. */
const CARD_WARNING_MS = 30 * 24 * HOUR;
const BATCH = 50;
/** Rows whose work fails stay due. In a fixed order they could fill every batch. */
const anyOrder = sql`random()`;

/** Runs every job once. Logs failures; the next run retries them. */
export async function runBillingJobs(context: BillingContext): Promise<void> {
  await settleAllApprovals(context);
  await cancelUnusedSetupIntents(context);
  await completeInterruptedPurchases(context);
  await syncOverdueSubscriptions(context);
  await endUnpaidSubscriptions(context);
  await endSubscriptionsOfDeletedUsers(context);
  await warnAboutExpiringCards(context);
}

/** Cancels set-up intents at the provider that were not used within an hour. */
async function cancelUnusedSetupIntents(context: BillingContext): Promise<void> {
  const { db, cards, clock } = context;
  const unused = await db
    .select({ id: billingSetupIntents.providerSetupIntentId })
    .from(billingSetupIntents)
    .where(and(isNull(billingSetupIntents.closedAt), lt(billingSetupIntents.createdAt, ago(context, HOUR))))
    .orderBy(anyOrder)
    .limit(BATCH);
  await runEach(context, { job: 'set-up-intent', rows: unused }, async ({ id }) => {
    const intent = await cards.findSetupIntent(id);
    if (intent?.status === 'open') await cards.cancelSetupIntent(id);
    await db
      .update(billingSetupIntents)
      .set({ closedAt: new Date(clock.now()) })
      .where(eq(billingSetupIntents.providerSetupIntentId, id));
  });
}

/** Stores the provider's subscription of each interrupted purchase, or deletes our pending row if there is none. */
async function completeInterruptedPurchases(context: BillingContext): Promise<void> {
  const { db, cards } = context;
  const interrupted = await db
    .select({
      id: subscriptions.id,
      updatedAt: subscriptions.updatedAt,
      customerId: billingCustomers.providerCustomerId,
    })
    .from(subscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.userId, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.provider, 'stripe'),
        eq(subscriptions.status, PENDING),
        lt(subscriptions.createdAt, ago(context, HOUR)),
        lt(subscriptions.updatedAt, ago(context, HOUR)),
      ),
    )
    .orderBy(anyOrder)
    .limit(BATCH);
  await runEach(context, { job: 'purchase', rows: interrupted }, async ({ id, updatedAt, customerId }) => {
    const readNumber = await nextReadNumber(db);
    const found = await cards.findSubscriptionByReference(customerId, id);
    if (found !== null) {
      const row = await applySubscription(context, { provider: 'stripe', found, readNumber });
      if (row !== null) await syncInvoices(context, row);
      return;
    }
    await discardPending(db, { id, updatedAt });
  });
}

/** Reads subscriptions whose charge was due hours ago: their webhook may be lost. */
async function syncOverdueSubscriptions(context: BillingContext): Promise<void> {
  const overdue = await findSubscriptions(
    context,
    inArray(subscriptions.status, ['trialing', 'active', 'past_due']),
    lt(subscriptions.currentPeriodEnd, ago(context, OVERDUE_MS)),
    lt(subscriptions.updatedAt, ago(context, REREAD_MS)),
  );
  await runEach(context, { job: 'subscription', rows: overdue }, async ({ provider, providerId }) => {
    const row = await syncSubscription(context, provider, providerId);
    if (row !== null) await syncInvoices(context, row);
  });
}

/** Ends subscriptions that the provider no longer tries to collect. */
async function endUnpaidSubscriptions(context: BillingContext): Promise<void> {
  const unpaid = await findSubscriptions(context, eq(subscriptions.status, 'unpaid'));
  await runEach(context, { job: 'unpaid', rows: unpaid }, async (subscription) => {
    // The mail was sent when the subscription became unpaid.
    await claimNotice(context.db, `cancelled:${subscription.id}`, context.clock.now());
    await endSubscription(context, subscription);
  });
}

/**
 * Ends subscriptions of deleted accounts. The deletion ends them first, but a webhook or an interrupted purchase can still
 * add one.
 */
async function endSubscriptionsOfDeletedUsers(context: BillingContext): Promise<void> {
  const remaining = await findSubscriptions(
    context,
    isNotNull(users.deletedAt),
    notInArray(subscriptions.status, [PENDING, ...OVER]),
  );
  await runEach(context, { job: 'deleted', rows: remaining }, (subscription) =>
    endSubscription(context, subscription),
  );
}

/** Queues one mail for each card that expires within 30 days and would be charged again. */
async function warnAboutExpiringCards(context: BillingContext): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  const expiresAt = sql`(${subscriptions.card} ->> 'expiresAt')::bigint`;
  const key = sql`'card-expires:' || ${subscriptions.id} || ':' || ${expiresAt}`;
  const expiring = await db
    .select({ row: subscriptions, user: users })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(billingNotices, eq(billingNotices.key, key))
    .where(
      and(
        inArray(subscriptions.status, ['trialing', 'active', 'past_due']),
        eq(subscriptions.cancelAtPeriodEnd, false),
        isNull(users.deletedAt),
        isNull(billingNotices.key),
        lt(expiresAt, now + CARD_WARNING_MS),
      ),
    )
    .orderBy(anyOrder)
    .limit(BATCH);
  const rows = expiring.map(({ row, user }) => ({ id: row.id, row, user }));
  await runEach(context, { job: 'card-expiry', rows }, ({ row, user }) =>
    db.transaction((tx) => queueCardExpiryMail(tx, { row, recipient: user, now, siteUrl: config.publicUrl })),
  );
}

interface StoredSubscription {
  readonly id: number;
  readonly provider: ProviderName;
  readonly providerId: string;
}

/** Finds subscriptions that exist at their provider and meet all conditions. */
function findSubscriptions(
  { db }: BillingContext,
  ...conditions: readonly SQL[]
): Promise<StoredSubscription[]> {
  const { id, provider, providerSubscriptionId } = subscriptions;
  return db
    .select({ id, provider, providerId: sql<string>`${providerSubscriptionId}` })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(isNotNull(providerSubscriptionId), ...conditions))
    .orderBy(anyOrder)
    .limit(BATCH);
}

async function endSubscription(
  context: BillingContext,
  { provider, providerId }: StoredSubscription,
): Promise<void> {
  await providerOf(context, provider).endSubscription(providerId);
  await syncSubscription(context, provider, providerId);
}

function ago({ clock }: BillingContext, ms: number): Date {
  return new Date(clock.now() - ms);
}

async function runEach<Row extends { readonly id: string | number }>(
  { log }: BillingContext,
  { job, rows }: { readonly job: string; readonly rows: readonly Row[] },
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      log.warn('billing.job-failed', { job, id: row.id, error });
    }
  }
}
