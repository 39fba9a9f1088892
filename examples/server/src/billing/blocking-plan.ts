import { isSubscribed } from '@openbell/core/entitlement';
import { and, eq, notInArray } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { subscriptions } from '../db/schema/billing.ts';
import type { BillingContext } from './billing.types.ts';
import { callProvider } from './provider-errors.ts';
import { isUnpaid, OVER, type SubscriptionRow } from './subscription-state.ts';
import { providerOf, syncSubscription } from './sync.ts';

/**
 * Returns the plan that prevents a new purchase, or null. A plan without access is read from the provider first, as its
 * webhooks may be late. If it is unpaid, it is ended, so that the user can buy again.
 */
export async function findBlockingPlan(
  context: BillingContext,
  userId: number,
): Promise<SubscriptionRow | null> {
  const live = await findLive(context, userId);
  const providerId = live?.providerSubscriptionId ?? null;
  if (live === null || providerId === null || (await hasAccess(context, userId))) return live;
  const synced = await callProvider(() => syncSubscription(context, live.provider, providerId));
  if (synced === null || !isUnpaid(synced) || (await hasAccess(context, userId)))
    return findLive(context, userId);
  await callProvider(() => providerOf(context, live.provider).endSubscription(providerId));
  await callProvider(() => syncSubscription(context, live.provider, providerId));
  return findLive(context, userId);
}

/** Returns whether the user has access now. */
export async function hasAccess({ db, clock }: BillingContext, userId: number): Promise<boolean> {
  const [user] = await db.select({ expiredAt: users.expiredAt }).from(users).where(eq(users.id, userId));
  return isSubscribed({ expired_at: user?.expiredAt ?? null }, clock.now());
}

async function findLive({ db }: BillingContext, userId: number): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), notInArray(subscriptions.status, [...OVER])));
  return row ?? null;
}
