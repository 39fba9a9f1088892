// Stripe stores billing periods on subscription items, not on the subscription.
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readSubscription } from '../../../../../examples/server/src/providers/cards/stripe-read.ts';

type Item = Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'>;

/** Typed by the SDK, so that a renamed or removed field does not compile. */
function subscriptionOf(items: readonly Item[]): Stripe.Subscription {
  const fields = {
    id: 'sub_1',
    customer: 'cus_1',
    metadata: { subscription_id: '7' },
    status: 'active',
    trial_end: null,
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    cancellation_details: null,
    latest_invoice: null,
    pause_collection: null,
  } satisfies Partial<Stripe.Subscription>;
  return { ...fields, items: { data: items } } as unknown as Stripe.Subscription;
}

const item = (start: number, end: number): Item => ({
  current_period_start: start,
  current_period_end: end,
});

test('uses the earliest period end of the items [billing-server.item-periods]', () => {
  const read = readSubscription(subscriptionOf([item(200, 900), item(100, 700)]), null);
  expect(read).toMatchObject({
    currentPeriodStart: 100_000,
    currentPeriodEnd: 700_000,
    nextChargeAt: 700_000,
    amountCents: null,
    reference: 7,
  });
});

test('returns no period for a subscription without items', () => {
  expect(readSubscription(subscriptionOf([]), null)).toMatchObject({
    currentPeriodStart: null,
    currentPeriodEnd: null,
    nextChargeAt: null,
  });
});
