import type { Subscription, User } from '../contract/index.ts';

/**
 * The subscription that the profile page shows: the first whose status is active (ignoring case), otherwise the
 * user's `active_subscription`.
 */
export function displayedSubscription(
  subscriptions: readonly Subscription[],
  user: Pick<User, 'active_subscription'> | null,
): Subscription | null {
  return (
    subscriptions.find(({ status }) => status.trim().toLowerCase() === 'active') ??
    user?.active_subscription ??
    null
  );
}
