import { and, asc, eq, isNotNull, ne } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';
import type { BillingContext, ProviderName } from './billing.types.ts';
import { syncInvoices, syncSubscription } from './sync.ts';

interface ResyncedPlans {
  /** The number of plans that were read. */
  readonly read: number;
  readonly failed: readonly {
    readonly id: number;
    readonly provider: ProviderName;
    readonly reason: string;
  }[];
}

/** Reads all plans and payments of a user from their providers, also when one of them fails. */
export async function resyncUser(context: BillingContext, userId: number): Promise<ResyncedPlans> {
  const rows = await context.db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        ne(subscriptions.provider, 'manual'),
        isNotNull(subscriptions.providerSubscriptionId),
      ),
    )
    .orderBy(asc(subscriptions.id));
  const failed: ResyncedPlans['failed'][number][] = [];
  for (const row of rows) {
    const { id, provider, providerSubscriptionId } = row;
    if (providerSubscriptionId === null) continue;
    try {
      await syncSubscription(context, provider, providerSubscriptionId);
      await syncInvoices(context, row);
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      context.log.warn('billing.plan-not-read', { subscriptionId: id, error });
      failed.push({ id, provider, reason: error.code });
    }
  }
  return { read: rows.length - failed.length, failed };
}
