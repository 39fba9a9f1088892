import type { Subscription, User } from '@openbell/core/contract';
import type { UserRow } from '../sessions/sessions.ts';

/** A person as the contract shows them to themselves: these fields and no others. */
export function projectUser(row: UserRow, subscriptions: readonly Subscription[], now: number): User {
  return {
    id: row.id,
    first_name: row.firstName,
    email: row.email,
    phone: row.phone ?? '',
    about: row.about,
    dp: row.dp,
    push_notification: row.pushNotification,
    email_notification: row.emailNotification,
    expired_at: row.expiredAt?.toISOString() ?? null,
    active_subscription: chooseActive(subscriptions, now),
  };
}

// What a person would call their plan comes first.
const rank: Readonly<Record<string, number>> = {
  active: 0,
  trialing: 1,
  past_due: 2,
  canceled: 3,
  cancelled: 3,
};

/**
 * The subscription that stands for the person's plan when none in the list is active: the first by state, then the
 * one that runs longest. A cancelled one counts until its paid time is over.
 */
export function chooseActive(subscriptions: readonly Subscription[], now: number): Subscription | null {
  const end = (subscription: Subscription) => Date.parse(subscription.current_period_end ?? '') || 0;
  const stateOf = (subscription: Subscription) => rank[subscription.status.toLowerCase()];
  const [first] = subscriptions
    .filter((subscription) => {
      const state = stateOf(subscription);
      return state !== undefined && (state < 3 || end(subscription) > now);
    })
    .sort((a, b) => (stateOf(a) ?? 9) - (stateOf(b) ?? 9) || end(b) - end(a));
  return first ?? null;
}
