import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import type { BillingContext } from './billing.types.ts';
import { callProvider } from './provider-errors.ts';
import { syncInvoices, syncSubscription } from './sync.ts';

/** Reads all plans and payments of a user from their providers and returns the number of plans. */
export async function resyncUser(context: BillingContext, userId: number): Promise<number> {
  const rows = await context.db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        ne(subscriptions.provider, 'manual'),
        isNotNull(subscriptions.providerSubscriptionId),
      ),
    );
  for (const row of rows) {
    const { provider, providerSubscriptionId } = row;
    if (providerSubscriptionId === null) continue;
    await callProvider(() => syncSubscription(context, provider, providerSubscriptionId));
    await callProvider(() => syncInvoices(context, row));
  }
  return rows.length;
}
