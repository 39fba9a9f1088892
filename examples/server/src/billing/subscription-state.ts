import {
  isSubscribed,
  latestExpiredAt,
  readSubscriptionStatus,
  type SubscriptionPeriod,
} from '@openbell/core/entitlement';
import type { subscriptions } from '../db/schema/billing.ts';
import type { ProviderSubscription } from '../providers/payments.types.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Our own word for a place that is taken while the provider is being asked. */
export const PENDING = 'pending';

/** States that a subscription never leaves: `subscriptions_one_live` counts all others as live. */
export const OVER: readonly string[] = ['canceled', 'incomplete_expired'];

export function isOver(status: string): boolean {
  return OVER.includes(status);
}

/** States in which nothing was paid for what runs now: such a plan gives way to a new one once it gives no access. */
export function isUnpaid(status: string): boolean {
  return ['past_due', 'unpaid', 'incomplete', 'paused'].includes(status);
}

/**
 * The state as the member sees it and as access follows from it: one that ends with its period is canceled at once,
 * and access lasts until `expired_at`.
 */
export function shownStatus(row: Pick<SubscriptionRow, 'status' | 'cancelAtPeriodEnd'>): string {
  const running = row.status === 'active' || row.status === 'trialing';
  return row.cancelAtPeriodEnd && running ? 'canceled' : row.status;
}

/** What a row becomes when the provider's subscription is read. */
export function stateOf(
  provider: ProviderSubscription,
  before: Pick<SubscriptionRow, 'pastDueSince' | 'currentPeriodEnd' | 'amountCents' | 'trialEnd'>,
  now: number,
) {
  const status = readSubscriptionStatus(provider.status) === 'canceled' ? 'canceled' : provider.status;
  return {
    providerSubscriptionId: provider.id,
    status,
    currentPeriodStart: toDate(provider.currentPeriodStart),
    currentPeriodEnd: toDate(provider.currentPeriodEnd) ?? before.currentPeriodEnd,
    trialEnd: toDate(provider.trialEnd) ?? before.trialEnd,
    amountCents: provider.amountCents ?? before.amountCents,
    nextChargeAt: toDate(provider.nextChargeAt),
    cancelAtPeriodEnd: provider.cancelAtPeriodEnd,
    canceledAt: toDate(provider.canceledAt),
    pastDueSince: pastDueSince(provider, before.pastDueSince),
    updatedAt: new Date(now),
  };
}

/** A renewal fails when its period begins; the mark stays until it is paid, also when the plan ended unpaid. */
function pastDueSince(provider: ProviderSubscription, before: Date | null): Date | null {
  if (provider.status === 'active' || provider.status === 'trialing') return null;
  const failing =
    provider.status === 'past_due' || provider.status === 'unpaid' || provider.endedByFailedPayment;
  return before ?? (failing ? toDate(provider.failingSince ?? provider.currentPeriodStart) : null);
}

/** A row as core's rule about access reads it. */
export function periodsOf(row: SubscriptionRow): SubscriptionPeriod {
  return {
    status: shownStatus(row),
    current_period_start: row.currentPeriodStart,
    current_period_end: row.currentPeriodEnd,
    past_due_since: row.pastDueSince,
  };
}

/**
 * End of access over all subscriptions of a person (the rule is core's `deriveExpiredAt`). A person who once had a
 * plan keeps the moment at which it ended: what gives no access any more never becomes 'never had a plan'.
 */
export function expiredAtOf(rows: readonly SubscriptionRow[], before: Date | null, now: number): Date | null {
  const latest = latestExpiredAt(rows.map(periodsOf));
  if (latest !== null) return new Date(latest);
  return isSubscribed({ expired_at: before }, now) ? new Date(now) : before;
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
