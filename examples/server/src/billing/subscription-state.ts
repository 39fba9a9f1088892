import {
  isSubscribed,
  latestExpiredAt,
  readSubscriptionStatus,
  type SubscriptionPeriod,
} from '@openbell/core/entitlement';
import { and, eq, type SQL } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import type { ProviderSubscription } from '../providers/payments.types.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Our status of a purchase until the provider responds. */
export const PENDING = 'pending';

/** A pending subscription. Each request that continues its purchase changes `updatedAt`; if missing, it is not compared. */
export interface PendingRow {
  readonly id: number;
  readonly updatedAt?: Date;
}

/** Returns the condition that a subscription is still pending and that no request has continued its purchase. */
export function stillPending({ id, updatedAt }: PendingRow): SQL | undefined {
  return and(
    eq(subscriptions.id, id),
    eq(subscriptions.status, PENDING),
    updatedAt === undefined ? undefined : eq(subscriptions.updatedAt, updatedAt),
  );
}

/** The final statuses. The index `subscriptions_one_live` counts all others as live. */
export const OVER: readonly string[] = ['canceled', 'incomplete_expired'];

export function isOver(status: string): boolean {
  return OVER.includes(status);
}

/** Returns whether the current period is unpaid. Such a plan does not prevent a new one after its access has ended. */
export function isUnpaid({
  status,
  paymentReversed,
}: Pick<SubscriptionRow, 'status' | 'paymentReversed'>): boolean {
  return paymentReversed || ['past_due', 'unpaid', 'incomplete', 'paused'].includes(status);
}

/** Returns the status that the member sees: a plan that ends with its period is `canceled` at once. */
export function shownStatus(row: Pick<SubscriptionRow, 'status' | 'cancelAtPeriodEnd'>): string {
  const isRunning = row.status === 'active' || row.status === 'trialing';
  return row.cancelAtPeriodEnd && isRunning ? 'canceled' : row.status;
}

/**
 * Returns the status in the profile. A running plan of the card provider without a next charge is `paused`: the provider
 * collects nothing, while access goes on.
 */
export function profileStatus(
  row: Pick<SubscriptionRow, 'status' | 'cancelAtPeriodEnd' | 'nextChargeAt' | 'provider'>,
): string {
  const status = shownStatus(row);
  const isRunning = status === 'active' || status === 'trialing';
  return isRunning && row.provider === 'stripe' && row.nextChargeAt === null ? 'paused' : status;
}

/** Returns the column values of a subscription that was read from the provider. */
export function stateOf(
  found: ProviderSubscription,
  before: Pick<SubscriptionRow, 'pastDueSince' | 'currentPeriodEnd' | 'amountCents' | 'trialEnd' | 'card'>,
  now: number,
) {
  const status = readSubscriptionStatus(found.status) === 'canceled' ? 'canceled' : found.status;
  return {
    providerSubscriptionId: found.id,
    status,
    currentPeriodStart: toDate(found.currentPeriodStart),
    currentPeriodEnd: toDate(found.currentPeriodEnd) ?? before.currentPeriodEnd,
    trialEnd: toDate(found.trialEnd) ?? before.trialEnd,
    amountCents: found.amountCents === undefined ? before.amountCents : found.amountCents,
    nextChargeAt: toDate(found.nextChargeAt),
    cancelAtPeriodEnd: found.cancelAtPeriodEnd,
    canceledAt: toDate(found.canceledAt),
    pastDueSince: pastDueSince(found, before.pastDueSince),
    card: found.card ?? before.card,
    updatedAt: new Date(now),
  };
}

/** A renewal fails at the start of its period. The date stays until it is paid, also when the plan ends unpaid. */
function pastDueSince(found: ProviderSubscription, before: Date | null): Date | null {
  if (found.status === 'active' || found.status === 'trialing') return null;
  const failing = found.status === 'past_due' || found.status === 'unpaid' || found.endedByFailedPayment;
  return before ?? (failing ? toDate(found.failingSince ?? found.currentPeriodStart) : null);
}

/** Converts a row to the input of core's access rules. */
export function periodsOf(row: SubscriptionRow): SubscriptionPeriod {
  return {
    // Without its payment, a period gives no access.
    status: row.paymentReversed ? 'unpaid' : shownStatus(row),
    current_period_start: row.currentPeriodStart,
    current_period_end: row.currentPeriodEnd,
    past_due_since: row.pastDueSince,
  };
}

/** Returns the end of access over all subscriptions of a user, by core's rules. Null if none of them gives access. */
export function endOfAccess(rows: readonly SubscriptionRow[]): Date | null {
  return toDate(latestExpiredAt(rows.map(periodsOf)));
}

/**
 * Returns the end of access over all subscriptions of a user. A user who once had a plan keeps its end
 * date; null means that there never was a plan.
 */
export function expiredAtOf(rows: readonly SubscriptionRow[], before: Date | null, now: number): Date | null {
  const end = endOfAccess(rows);
  if (end !== null) return end;
  return isSubscribed({ expired_at: before }, now) ? new Date(now) : before;
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
