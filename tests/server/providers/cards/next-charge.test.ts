// What the next charge takes is read from the provider's preview, never computed from the price.
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { signWebhook } from '../../../../examples/sandbox/src/cards/webhook-signature.ts';
import { createStripeCards } from '../../../../examples/server/src/providers/cards/stripe-cards.ts';

const END = 1_800_000_000;
const at = (seconds: number) => seconds * 1000;
const START = END - 30 * 86_400;

/** Typed by the SDK, so that a renamed or removed field does not compile. A plan of $50. */
const running = {
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  metadata: {},
  status: 'active',
  trial_end: null,
  cancel_at_period_end: false,
  cancel_at: null,
  canceled_at: null,
  cancellation_details: null,
  latest_invoice: null,
  default_payment_method: null,
  pause_collection: null,
} satisfies Partial<Stripe.Subscription>;
const items = {
  data: [
    { current_period_start: START, current_period_end: END, quantity: 1, price: { unit_amount: 5_000 } },
  ],
};
const upcoming = {
  amount_due: 5_000,
  next_payment_attempt: END + 3_600,
} satisfies Partial<Stripe.Invoice>;
const failed = { amount_due: 2_500, amount_remaining: 2_500, next_payment_attempt: END + 86_400 };

type Parts = { readonly [name in keyof Stripe.Subscription]?: unknown };
type Preview = Partial<Stripe.Invoice> | number | 'no answer';

/** A stand-in of Stripe with one subscription, and a preview or the status of its refusal. */
function cardsOf(parts: Parts, preview: Preview) {
  const requests: string[] = [];
  const cards = createStripeCards({
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_1'],
    retries: 0,
    fetch: async (url, init) => {
      const { pathname } = new URL(url);
      requests.push(`${init.method} ${pathname} ${String(init.body ?? '')}`.trim());
      if (pathname === '/v1/subscriptions/sub_1') return Response.json({ ...running, items, ...parts });
      if (preview === 'no answer') throw new TypeError('fetch failed');
      if (typeof preview === 'number')
        return Response.json({ error: { type: 'api_error', message: 'No preview.' } }, { status: preview });
      return Response.json({ object: 'invoice', ...upcoming, ...preview });
    },
  });
  return { cards, requests };
}

const renewal = (amountCents: number | null, nextChargeAt = at(END + 3_600)) => ({
  amountCents,
  nextChargeAt,
});
const nothing = { amountCents: undefined, nextChargeAt: null };

it.each<[string, Parts, Preview, object]>([
  ['a plan without a discount', {}, {}, renewal(5_000)],
  ['a coupon of 50 %', {}, { subtotal: 5_000, amount_due: 2_500 }, renewal(2_500)],
  ['a coupon of 100 %', {}, { amount_due: 0 }, renewal(0)],
  ['credit of the customer', {}, { starting_balance: -1_250, amount_due: 3_750 }, renewal(3_750)],
  ['debt of the customer', {}, { starting_balance: 300, amount_due: 5_300 }, renewal(5_300)],
  ['tax', {}, { total: 5_445, amount_due: 5_445 }, renewal(5_445)],
  ['a scheduled change of the price', {}, { amount_due: 6_500 }, renewal(6_500)],
  ['a trial with a coupon', { status: 'trialing', trial_end: END }, { amount_due: 2_500 }, renewal(2_500)],
  ['a preview without a time', {}, { next_payment_attempt: null }, renewal(5_000, at(END))],
  ['a paused collection', { pause_collection: { behavior: 'void', resumes_at: null } }, {}, nothing],
  [
    'a collection paused beyond the period',
    { pause_collection: { behavior: 'void', resumes_at: END + 1 } },
    {},
    nothing,
  ],
  [
    'a pause within the period',
    { pause_collection: { behavior: 'void', resumes_at: END - 1 } },
    {},
    renewal(5_000),
  ],
  [
    'a paused trial',
    { status: 'trialing', pause_collection: { behavior: 'void', resumes_at: null } },
    {},
    nothing,
  ],
  ['a plan that ends with its period', { cancel_at_period_end: true }, {}, nothing],
  ['a plan that ends at the end of its period', { cancel_at: END }, {}, nothing],
  ['a plan that ends within its period', { cancel_at: END - 1 }, {}, nothing],
  ['a plan that ends after its period', { cancel_at: END + 1 }, {}, renewal(5_000)],
  [
    'a plan that ends in a year, with a coupon',
    { cancel_at: END + 365 * 86_400 },
    { amount_due: 2_500 },
    renewal(2_500),
  ],
  [
    'a plan that ends with its period, and had a later end',
    { cancel_at: END + 365 * 86_400, cancel_at_period_end: true },
    {},
    nothing,
  ],
  [
    'a trial that ends a month after it',
    { status: 'trialing', trial_end: END, cancel_at: END + 30 * 86_400 },
    {},
    renewal(5_000),
  ],
  ['an ended plan', { status: 'canceled' }, {}, nothing],
  ['a preview that is refused', {}, 400, renewal(null, at(END))],
  ['a preview that fails', {}, 500, renewal(null, at(END))],
  ['a preview without an answer', {}, 'no answer', renewal(null, at(END))],
  [
    'a failed payment with a coupon',
    { status: 'past_due', latest_invoice: failed },
    {},
    { amountCents: 2_500, nextChargeAt: at(END + 86_400) },
  ],
  [
    'a plan that ended unpaid',
    { status: 'canceled', latest_invoice: failed, cancellation_details: { reason: 'payment_failed' } },
    {},
    { amountCents: 2_500, nextChargeAt: null },
  ],
])('reads the next charge of %s [billing-server.next-charge]', async (_, parts, preview, expected) => {
  const found = await cardsOf(parts, preview).cards.findSubscription('sub_1');
  expect({ amountCents: found?.amountCents, nextChargeAt: found?.nextChargeAt }).toEqual(expected);
});

it.each<[string, Parts, boolean]>([
  ['without an end', {}, false],
  ['with its period', { cancel_at_period_end: true }, true],
  ['within its period', { cancel_at: END - 1 }, true],
  ['at the end of its period', { cancel_at: END }, true],
  ['after its period', { cancel_at: END + 1 }, false],
])(
  'reads a plan %s as one that does not renew: %j is %s [billing-server.next-charge]',
  async (_, parts, ends) => {
    const found = await cardsOf(parts, {}).cards.findSubscription('sub_1');
    expect(found?.cancelAtPeriodEnd).toBe(ends);
  },
);

it('asks for a preview of a renewing plan only [billing-server.next-charge]', async () => {
  const renewing = cardsOf({}, {});
  await renewing.cards.findSubscription('sub_1');
  expect(renewing.requests[1]).toBe('POST /v1/invoices/create_preview subscription=sub_1');
  const ending = cardsOf({ cancel_at_period_end: true }, {});
  await ending.cards.findSubscription('sub_1');
  expect(ending.requests).toHaveLength(1);
});

it.each([
  [
    'invoice.upcoming',
    { object: 'invoice', parent: { subscription_details: { subscription: 'sub_1' } } },
    'sub_1',
  ],
  ['invoice.upcoming', { object: 'invoice', parent: null }, null],
  ['customer.discount.created', { id: 'di_1', object: 'discount', subscription: 'sub_1' }, 'sub_1'],
  ['customer.discount.deleted', { id: 'di_1', object: 'discount', subscription: null }, null],
])('reads a plan again after %s of %j [billing-server.next-charge]', (type, object, subscription) => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const { about } = cardsOf({}, {}).cards.readWebhook(body, signWebhook(body, 'whsec_1', END), at(END));
  expect(about).toEqual(subscription === null ? null : { kind: 'subscription', id: subscription });
});
