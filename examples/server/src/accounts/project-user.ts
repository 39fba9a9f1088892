import type { Subscription, User } from '@openbell/core/contract';
import type { UserRow } from '../sessions/sessions.ts';

/** Converts a user's row to the contract's `User`. */
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

const rank: Readonly<Record<string, number>> = {
  active: 0,
  trialing: 1,
  paused: 2,
  past_due: 3,
  canceled: 4,
  cancelled: 4,
};

/** Returns the user's current plan: by status, then by the latest end. A canceled plan counts until its period ends. */
export function chooseActive(subscriptions: readonly Subscription[], now: number): Subscription | null {
  const end = (subscription: Subscription) => Date.parse(subscription.current_period_end ?? '') || 0;
  const stateOf = (subscription: Subscription) => rank[subscription.status.toLowerCase()];
  const [first] = subscriptions
    .filter((subscription) => {
      const state = stateOf(subscription);
      return state !== undefined && (state < 4 || end(subscription) > now);
    })
    .sort((a, b) => (stateOf(a) ?? 9) - (stateOf(b) ?? 9) || end(b) - end(a));
  return first ?? null;
}
