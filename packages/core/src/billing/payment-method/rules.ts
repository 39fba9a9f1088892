// When to warn about a card's expiry. Pure.
import type { Subscription } from '../../contract/index.ts';
import { readInstant } from '../../entitlement/index.ts';
import { formatLocale } from '../../shared/formats.ts';
import type { PaymentMethodUpdateState } from './types.ts';

/** Milliseconds before a card's expiry from which on its owner is warned: 30 days. */
export const cardWarningMs: number = 30 * 86_400_000;

/**
 * Returns when the subscription's card expires, in milliseconds since the epoch, from 30 days before that and as long as
 * it would be charged again; else null. `now` is the server's time.
 */
export function cardExpiry(
  subscription: Pick<Subscription, 'payment_method' | 'cancel_at_period_end'> | null,
  now: number,
): number | null {
  if (subscription === null || subscription.cancel_at_period_end) return null;
  const expiresAt = readInstant(subscription.payment_method?.expires_at);
  return expiresAt === null || expiresAt - cardWarningMs > now ? null : expiresAt;
}

const month: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric', timeZone: 'UTC' };

/** Formats the last month of a card: `December 2034` for the first instant of 2035; empty when it is not an instant. */
export function formatExpiryMonth(expiresAt: string | number | null): string {
  const instant = readInstant(expiresAt);
  return instant === null ? '' : new Intl.DateTimeFormat(formatLocale(), month).format(instant - 1);
}

/** Whether a new update can start. */
export function canOpen({ step }: PaymentMethodUpdateState): boolean {
  return step === 'idle' || step === 'saved';
}
