import type { PaymentMethod, Subscription, SubscriptionHistory } from '@openbell/core/contract';
import { and, desc, eq, inArray, isNotNull, ne, notInArray } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { documentLinksOf } from './document-links.ts';
import { isOver, OVER, PENDING, profileStatus, type SubscriptionRow } from './subscription-state.ts';

/** Returns a user's subscriptions with their payments, newest first, as in `GET /web/profile`. */
export async function readSubscriptions(
  context: Pick<ServerContext, 'db' | 'installationKey' | 'clock'>,
  userId: number,
): Promise<Subscription[]> {
  const { db } = context;
  const rows = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        isNotNull(subscriptions.providerSubscriptionId),
        ne(subscriptions.status, PENDING),
      ),
    )
    .orderBy(desc(subscriptions.id));
  const links = await documentLinksOf(context);
  const payments = await readPayments(
    db,
    rows.map((row) => row.id),
    (invoiceId) => links.url(String(invoiceId), userId),
  );
  return rows.map((row) => ({
    id: row.id,
    status: profileStatus(row),
    provider: row.provider,
    provider_subscription_id: row.providerSubscriptionId ?? '',
    period: row.period,
    current_period_start: row.currentPeriodStart?.toISOString() ?? null,
    current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
    subscription_histories: payments.get(row.id) ?? [],
    trial_ends_at: row.status === 'trialing' ? (row.trialEnd?.toISOString() ?? null) : null,
    next_charge_at: row.nextChargeAt?.toISOString() ?? null,
    next_amount: row.nextChargeAt !== null && row.amountCents !== null ? row.amountCents / 100 : null,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    payment_method: paymentMethodOf(row),
  }));
}

/** Returns the payment method of a subscription; null after its end. */
function paymentMethodOf({ status, provider, card }: SubscriptionRow): PaymentMethod | null {
  if (isOver(status)) return null;
  if (provider === 'paypal') return { type: 'wallet', brand: 'paypal', last4: '', expires_at: null };
  const expires_at = card === null ? null : new Date(card.expiresAt).toISOString();
  return { type: 'card', brand: card?.brand ?? '', last4: card?.last4 ?? '', expires_at };
}

/** Returns the paid invoices by subscription, newest first. Links point to this server, which redirects to the provider. */
async function readPayments(
  db: Db,
  ids: readonly number[],
  linkTo: (invoiceId: number) => string,
): Promise<Map<number, SubscriptionHistory[]>> {
  const bySubscription = new Map<number, SubscriptionHistory[]>();
  if (ids.length === 0) return bySubscription;
  const rows = await db
    .select()
    .from(invoices)
    .where(and(inArray(invoices.subscriptionId, [...ids]), eq(invoices.status, 'paid')))
    .orderBy(desc(invoices.billedAt), desc(invoices.id));
  for (const row of rows) {
    const list = bySubscription.get(row.subscriptionId) ?? [];
    bySubscription.set(row.subscriptionId, list);
    list.push({
      id: row.id,
      billed_at: row.billedAt.toISOString(),
      amount: row.amountCents / 100,
      data: { data: { object: { invoice_pdf: row.invoicePdf === null ? null : linkTo(row.id) } } },
    });
  }
  return bySubscription;
}

/** Counts the live subscriptions at a provider. */
export function countLivePlans(db: Db, provider: SubscriptionRow['provider']): Promise<number> {
  return db.$count(
    subscriptions,
    and(eq(subscriptions.provider, provider), notInArray(subscriptions.status, [...OVER])),
  );
}
