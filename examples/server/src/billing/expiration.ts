import type { ExpirationAnswer } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { desc, eq } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import type { BillingContext } from './billing.types.ts';
import { isOver, PENDING, shownStatus } from './subscription-state.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  incomplete_expired: 'Your first payment was not completed. Please enroll again.',
  past_due: 'Your last payment failed.',
  unpaid: 'Your last payment failed.',
};

/**
 * Whether the person may use what is for subscribers (product.md 7), with the newest plan's state beside it (traps E13).
 * A plan that ended earlier says nothing about one that is on its way, so it shows no state.
 */
export async function readExpiration(
  { db, clock }: BillingContext,
  userId: number,
  expiredAt: Date | null,
): Promise<ExpirationAnswer> {
  const [newest] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.id))
    .limit(1);
  const active = isSubscribed({ expired_at: expiredAt }, clock.now());
  const status = newest === undefined ? null : shownStatus(newest);
  const silent =
    status === null || status === PENDING || (!active && isOver(status) && status === 'canceled');
  if (silent) return { active, status: null, message: null };
  return { active, status, message: active ? null : (MESSAGES[status] ?? null) };
}
