import type { Subscription, SubscriptionHistory } from '@openbell/core/contract';
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';

/** A person's subscriptions with their payments, newest first, as `GET /web/profile` shows them. */
export async function readSubscriptions(db: Db, userId: number): Promise<Subscription[]> {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.providerSubscriptionId)))
    .orderBy(desc(subscriptions.id));
  const payments = rows.length === 0 ? [] : await readPayments(db, rows.map((row) => row.id));
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    provider: row.provider,
    provider_subscription_id: row.providerSubscriptionId ?? '',
    period: row.period,
    current_period_start: row.currentPeriodStart?.toISOString() ?? null,
    current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
    subscription_histories: payments.filter(({ subscriptionId }) => subscriptionId === row.id).map(({ entry }) => entry),
  }));
}

async function readPayments(
  db: Db,
  subscriptionIds: readonly number[],
): Promise<{ readonly subscriptionId: number; readonly entry: SubscriptionHistory }[]> {
  const rows = await db
    .select()
    .from(invoices)
    .where(inArray(invoices.subscriptionId, [...subscriptionIds]))
    .orderBy(desc(invoices.billedAt), desc(invoices.id));
  return rows.map((row) => ({
    subscriptionId: row.subscriptionId,
    entry: {
      id: row.id,
      billed_at: row.billedAt.toISOString(),
      amount: row.amountCents / 100,
      data: { data: { object: { invoice_pdf: row.invoicePdf } } },
    },
  }));
}
