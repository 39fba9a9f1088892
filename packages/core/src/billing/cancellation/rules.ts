import { isServerId, type Subscription } from '../../contract/index.ts';
import { readSubscriptionStatus } from '../../entitlement/index.ts';
import type { StatusDisplay } from '../display.ts';
import type { CancelTarget } from './types.ts';

/** Parses the `{id}` of `/unsubscribe/{id}`; null when it is invalid. */
export function readSubscriptionId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** The status on the details page: `Trialing` in yellow, others as active. */
export function displayInfoStatus(status: string): StatusDisplay {
  const text = status.trim();
  if (text.toLowerCase() === 'trialing') return { text: 'Trialing', tone: 'caution' };
  return { text: text || 'Active', tone: 'positive' };
}

/** The path of the page that cancels a subscription. */
export function unsubscribePath(id: number): string {
  return `/unsubscribe/${id}`;
}

/** Where to cancel: the server's URL if it is allowed, else our own page; null without either. */
export function cancelTarget(
  allowed: string | null,
  displayed: Pick<Subscription, 'id'> | null,
): CancelTarget | null {
  if (allowed !== null) return { kind: 'left', url: allowed };
  return displayed === null || !isServerId(displayed.id)
    ? null
    : { kind: 'page', path: unsubscribePath(displayed.id) };
}

/** Whether the profile shows a subscription as canceled, also when it ends with its period. */
export function isCanceled(subscriptions: readonly Subscription[], id: number): boolean {
  const found = subscriptions.find((subscription) => subscription.id === id);
  if (found === undefined) return false;
  return found.cancel_at_period_end || readSubscriptionStatus(found.status) === 'canceled';
}
