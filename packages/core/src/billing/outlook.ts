import type { Subscription, User } from '../contract/index.ts';
import { readInstant, readSubscriptionStatus } from '../entitlement/index.ts';

/**
 * The next event of a member's subscription. Instants are milliseconds since the epoch, amounts dollars; null where the
 * backend does not say.
 *
 * - `trial`: free until `endsAt`; cancelling before it costs nothing. `renews`: charged again at `at`.
 * - `past-due`: the last payment failed; it is tried again at `retryAt`, and access lasts until `accessUntil`.
 * - `ends`: cancelled, nothing more is charged, access until `at`. `ended`: access is over since `at`.
 * - `pending`: the provider has not confirmed it yet. `none`: there is no plan.
 */
export type BillingOutlook =
  | {
      readonly kind: 'trial';
      readonly endsAt: number | null;
      readonly chargeAt: number | null;
      readonly amount: number | null;
    }
  | { readonly kind: 'renews'; readonly at: number | null; readonly amount: number | null }
  | {
      readonly kind: 'past-due';
      readonly retryAt: number | null;
      readonly amount: number | null;
      readonly accessUntil: number | null;
    }
  | { readonly kind: 'ends' | 'ended'; readonly at: number | null }
  | { readonly kind: 'pending' | 'none' };

/** Reads the outlook of the displayed subscription; `now` is the server's time. */
export function billingOutlook(
  subscription: Subscription | null,
  user: Pick<User, 'expired_at'>,
  now: number,
): BillingOutlook {
  const access = readInstant(user.expired_at);
  const open = access !== null && access > now;
  if (subscription === null) {
    return access === null ? { kind: 'none' } : { kind: open ? 'ends' : 'ended', at: access };
  }
  const periodEnd = readInstant(subscription.current_period_end);
  const charge = readInstant(subscription.next_charge_at);
  const amount = subscription.next_amount;
  const status = readSubscriptionStatus(subscription.status);
  const canceled =
    status === 'canceled' ||
    (subscription.cancel_at_period_end && (status === 'active' || status === 'trialing'));
  if (canceled) return { kind: open ? 'ends' : 'ended', at: access ?? periodEnd };
  switch (status) {
    case 'trialing': {
      const endsAt = readInstant(subscription.trial_ends_at) ?? periodEnd;
      return { kind: 'trial', endsAt, chargeAt: charge ?? endsAt, amount };
    }
    case 'active':
      return { kind: 'renews', at: charge ?? periodEnd, amount };
    case 'past_due':
    case 'unpaid':
      return { kind: 'past-due', retryAt: charge, amount, accessUntil: open ? access : null };
    case 'incomplete':
      return { kind: 'pending' };
    case 'paused':
      // The provider collects nothing until the pause ends, at a time that nobody knows.
      return open ? { kind: 'renews', at: null, amount: null } : { kind: 'ended', at: access ?? periodEnd };
    default:
      return open ? { kind: 'ends', at: access } : { kind: 'ended', at: access ?? periodEnd };
  }
}

/**
 * When access ends after a cancellation, in milliseconds since the epoch; null when it is not known or the last payment
 * failed. `expired_at` of an active subscription may be later, because a renewal may be late.
 */
export function keptUntil(
  subscription: Pick<Subscription, 'status' | 'current_period_end'>,
  user: Pick<User, 'expired_at'>,
): number | null {
  if (['past_due', 'unpaid'].includes(readSubscriptionStatus(subscription.status))) return null;
  const periodEnd = readInstant(subscription.current_period_end);
  const access = readInstant(user.expired_at);
  return periodEnd === null || access === null ? (periodEnd ?? access) : Math.min(periodEnd, access);
}
