import type { Subscription } from '../../contract/index.ts';
import { readSubscriptionStatus } from '../../entitlement/index.ts';
import type { StatusDisplay } from '../display.ts';
import { type PaymentRedirectOptions, paymentRedirect } from '../redirects.ts';
import type { CancelTarget } from './types.ts';

/** Reads the `{id}` of `/unsubscribe/{id}`; null for what is no subscription's id. */
export function readSubscriptionId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** How the details page shows a status: `Trialing` in yellow, anything else as active. */
export function displayInfoStatus(status: string): StatusDisplay {
  const text = status.trim();
  if (text.toLowerCase() === 'trialing') return { text: 'Trialing', tone: 'caution' };
  return { text: text || 'Active', tone: 'positive' };
}

/** The page on which a subscription's cancelling begins. */
export function unsubscribePath(id: number): string {
  return `/unsubscribe/${id}`;
}

/** Where to cancel: the server's `url` if it may be followed, else our own page; null without either. */
export function cancelTarget(
  url: string | null,
  displayed: Pick<Subscription, 'id'> | null,
  options: PaymentRedirectOptions,
): CancelTarget | null {
  const allowed = url === null ? null : paymentRedirect(url, options);
  if (allowed !== null) return { kind: 'left', url: allowed };
  return displayed === null ? null : { kind: 'page', path: unsubscribePath(displayed.id) };
}

/** Whether a subscription has been cancelled, as the profile tells it; also when it only ends with its period. */
export function isCanceled(subscriptions: readonly Subscription[], id: number): boolean {
  const found = subscriptions.find((subscription) => subscription.id === id);
  if (found === undefined) return false;
  return found.cancel_at_period_end || readSubscriptionStatus(found.status) === 'canceled';
}
