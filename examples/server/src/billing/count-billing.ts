import { and, between, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { subscriptions, webhookEvents } from '../db/schema/billing.ts';

/** Counts the trials that end until a time, and the plans whose payment failed and was not repeated. */
export async function countBilling(
  db: Db,
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<{ readonly trialsEnding: number; readonly failing: number }> {
  const isEnding = and(eq(subscriptions.status, 'trialing'), between(subscriptions.trialEnd, now, until));
  return {
    trialsEnding: await db.$count(subscriptions, isEnding),
    failing: await db.$count(subscriptions, inArray(subscriptions.status, ['past_due', 'unpaid'])),
  };
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
  const failed = await db.$count(
    webhookEvents,
    and(
      eq(webhookEvents.provider, provider),
      isNull(webhookEvents.handledAt),
      isNotNull(webhookEvents.lastError),
      gt(webhookEvents.receivedAt, since),
    ),
  );
  return { lastAt: last?.at ?? null, failed };
}
