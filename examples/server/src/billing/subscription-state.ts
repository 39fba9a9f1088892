import {
  isSubscribed,
  latestExpiredAt,
  readSubscriptionStatus,
  type SubscriptionPeriod,
} from '@openbell/core/entitlement';
import type { subscriptions } from '../db/schema/billing.ts';
import type { ProviderSubscription } from '../providers/payments.types.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Our own status of a purchase while the provider is being asked. */
export const PENDING = 'pending';

/** Final states; the index `subscriptions_one_live` counts all others as live. */
export const OVER: readonly string[] = ['canceled', 'incomplete_expired'];

export function isOver(status: string): boolean {
  return OVER.includes(status);
}

/** Whether the current period is unpaid: such a plan does not prevent a new one once its access has ended. */
export function isUnpaid(status: string): boolean {
  return ['past_due', 'unpaid', 'incomplete', 'paused'].includes(status);
}

/** Returns the status shown to the member: a plan that ends with its period is `canceled` at once. */
export function shownStatus(row: Pick<SubscriptionRow, 'status' | 'cancelAtPeriodEnd'>): string {
  const running = row.status === 'active' || row.status === 'trialing';
  return row.cancelAtPeriodEnd && running ? 'canceled' : row.status;
}

/** Returns the columns for a subscription that was read from the provider. */
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

/** A renewal fails at the start of its period; the date stays until it is paid, also when the plan ends unpaid. */
function pastDueSince(provider: ProviderSubscription, before: Date | null): Date | null {
  if (provider.status === 'active' || provider.status === 'trialing') return null;
  const failing =
    provider.status === 'past_due' || provider.status === 'unpaid' || provider.endedByFailedPayment;
  return before ?? (failing ? toDate(provider.failingSince ?? provider.currentPeriodStart) : null);
}

/** Converts a row for core's access rule. */
export function periodsOf(row: SubscriptionRow): SubscriptionPeriod {
  return {
    status: shownStatus(row),
    current_period_start: row.currentPeriodStart,
    current_period_end: row.currentPeriodEnd,
    past_due_since: row.pastDueSince,
  };
}

/**
 * Returns the end of access over all subscriptions of a user, by core's `deriveExpiredAt`. A user who once had a plan
 * keeps its end date: null means that there never was a plan.
 */
export function expiredAtOf(rows: readonly SubscriptionRow[], before: Date | null, now: number): Date | null {
  const latest = latestExpiredAt(rows.map(periodsOf));
  if (latest !== null) return new Date(latest);
  return isSubscribed({ expired_at: before }, now) ? new Date(now) : before;
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
