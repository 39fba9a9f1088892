import { and, between, count, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { subscriptions, webhookEvents } from '../db/schema/billing.ts';

/** Counts the trials that end until a time, and the plans whose payment failed and was not repeated. */
export async function countBilling(
  db: Db,
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<{ readonly trialsEnding: number; readonly failing: number }> {
  const [trials] = await db
    .select({ count: count() })
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'trialing'), between(subscriptions.trialEnd, now, until)));
  const [failing] = await db
    .select({ count: count() })
    .from(subscriptions)
    .where(inArray(subscriptions.status, ['past_due', 'unpaid']));
  return { trialsEnding: trials?.count ?? 0, failing: failing?.count ?? 0 };
}

/** Returns when a provider's last webhook arrived, and how many of the last days have failed. */
export async function readWebhookHealth(
  db: Db,
  provider: 'stripe' | 'paypal',
  since: Date,
): Promise<{ readonly lastAt: Date | null; readonly failed: number }> {
  const [last] = await db
    .select({ at: webhookEvents.receivedAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.provider, provider))
    .orderBy(desc(webhookEvents.receivedAt))
    .limit(1);
  const [failed] = await db
    .select({ count: count() })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.provider, provider),
        isNull(webhookEvents.handledAt),
        isNotNull(webhookEvents.lastError),
        gt(webhookEvents.receivedAt, since),
      ),
    );
  return { lastAt: last?.at ?? null, failed: failed?.count ?? 0 };
}
