import { isServerId, type Subscription } from '@openbell/core/contract';

/** The provider's id of a subscription, or else the server's; empty without both. */
export function subscriptionName({ provider_subscription_id, id }: Subscription): string {
  return provider_subscription_id || (isServerId(id) ? String(id) : '');
}
