import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CardSandbox,
  startCardSandbox,
} from '../../../examples/sandbox/src/cards/create-card-sandbox.ts';
import { serveLocally } from '../../support/serve-locally.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { openSeeded } from '../../support/test-server.ts';
import { confirmCard, DAY, silentLog, stripeFor, type TestClock, testClock } from '../billing/support.ts';

interface Delivery {
  readonly body: string;
  readonly signature: string;
}

let deliveries: Delivery[] = [];
let answerWith: () => number = () => 200;
let clock: TestClock;
let sandbox: CardSandbox;
let stripe: Stripe;

const database = sharedByTests(openSeeded);
const receiver = sharedByTests(() =>
  serveLocally((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({
        body: Buffer.concat(chunks).toString('utf8'),
        signature: String(request.headers['stripe-signature']),
      });
      response.writeHead(answerWith()).end();
    });
  }),
);

async function open(): Promise<void> {
  sandbox = await startCardSandbox({
    db: database.db,
    clock,
    log: silentLog,
    webhookUrl: () => `${receiver.url}/hook`,
    background: false,
  });
  stripe = stripeFor(sandbox.access);
}

beforeEach(async () => {
  await database.db.execute(
    'truncate sandbox_card_objects, sandbox_card_requests, sandbox_card_deliveries cascade',
  );
  deliveries = [];
  answerWith = () => 200;
  clock = testClock();
  await open();
});

afterEach(() => sandbox.stop());

async function aPrice(interval: 'month' | 'year' = 'month', amount = 5000): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: 'Trade Ideas' });
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval },
    lookup_key: `trade-ideas-${interval}`,
  });
}

async function aSavedCard(number: string): Promise<{ customer: string; card: string }> {
  const customer = await stripe.customers.create({ email: 'ada@openbell.test' });
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['card'],
  });
  const confirmed = await confirmCard(sandbox.access, intent.client_secret ?? '', number);
  expect(confirmed.status).toBe(200);
  return { customer: customer.id, card: String(confirmed.body.payment_method) };
}

const typesDelivered = () => deliveries.map((delivery) => JSON.parse(delivery.body).type as string);

describe('the card sandbox, called with the real SDK', () => {
  it('stores customers with their metadata', async () => {
    const customer = await stripe.customers.create({
      email: 'ada@openbell.test',
      metadata: { user_id: '7' },
    });
    expect(customer.id).toMatch(/^cus_\w{14}$/);
    const again = await stripe.customers.retrieve(customer.id);
    expect(again).toMatchObject({ email: 'ada@openbell.test', metadata: { user_id: '7' }, livemode: false });
  });

  it('returns the same object for the same key, and idempotency_error for another body', async () => {
    const first = await stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'k1' });
    const second = await stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'k1' });
    expect(second.id).toBe(first.id);
    await expect(
      stripe.customers.create({ email: 'c@d.co' }, { idempotencyKey: 'k1' }),
    ).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  it('creates one object when twenty calls with one key arrive at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        stripe.customers.create({ email: 'a@b.co' }, { idempotencyKey: 'k20' }),
      ),
    );
    expect(new Set(made.map((customer) => customer.id)).size).toBe(1);
  });

  it('returns the errors of the real API for unknown ids and parameters and for wrong keys', async () => {
    await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
    });
    await expect(stripe.rawRequest('POST', '/v1/customers', { surname: 'x' })).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'surname',
    });
    await expect(
      stripeFor(sandbox.access, 'sk_test_wrong').customers.retrieve('cus_x'),
    ).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    });
    await expect(
      stripeFor(sandbox.access, sandbox.access.publishableKey).customers.create({}),
    ).rejects.toMatchObject({ type: 'StripePermissionError' });
  });

  it('rejects a browser that does not have the client secret of the set-up intent', async () => {
    const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
    const refused = await confirmCard(sandbox.access, `${intent.id}_secret_guess`, '4242424242424242');
    expect(refused.status).toBe(400);
    expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    ['4242424242424241', 'incorrect_number', undefined, 'Your card number is incorrect.'],
    [
      '5454545454545454',
      'card_declined',
      'live_mode_test_card',
      expect.stringContaining('non test (live) card'),
    ],
  ])('refuses to save %s as documented: %s', async (number, code, decline, message) => {
    const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
    const response = await confirmCard(sandbox.access, intent.client_secret ?? '', number);
    expect(response.status).toBe(402);
    expect(response.body.error?.code).toBe(code);
    expect(response.body.error?.decline_code).toBe(decline);
    expect(response.body.error?.message).toEqual(message);
    const after = await stripe.setupIntents.retrieve(intent.id);
    expect(after.status).toBe('requires_payment_method');
    expect(after.last_setup_error?.code).toBe(code);
  });

  it('requires authentication for 4000002500003155 once', async () => {
    const customer = await stripe.customers.create({});
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['card'],
    });
    const confirmed = await confirmCard(sandbox.access, intent.client_secret ?? '', '4000 0025 0000 3155');
    expect(confirmed.body.status).toBe('requires_action');
    const done = await fetch(
      `http://127.0.0.1:${sandbox.access.port}/v1/setup_intents/${intent.id}/sandbox_authenticate`,
      {
        method: 'POST',
        body: new URLSearchParams({
          key: sandbox.access.publishableKey,
          client_secret: intent.client_secret ?? '',
        }),
      },
    );
    expect(done.status).toBe(200);
    const after = await stripe.setupIntents.retrieve(intent.id);
    expect(after.status).toBe('succeeded');
    const price = await aPrice();
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: String(after.payment_method),
      payment_behavior: 'error_if_incomplete',
    });
    expect(subscription.status).toBe('active');
  });

  it('stores no card number', async () => {
    await aSavedCard('4242424242424242');
    const rows = await database.transaction((run) =>
      run(
        `select concat(body, hidden) as text from sandbox_card_objects union all
         select concat(key, body) from sandbox_card_requests`,
      ),
    );
    expect(rows).not.toEqual([]);
    for (const { text } of rows) expect(text).not.toContain('4242424242');
  });

  it('starts a trial without a charge and with its period on the item', async () => {
    const { customer, card } = await aSavedCard('4242424242424242');
    const price = await aPrice();
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: card,
      trial_period_days: 7,
      expand: ['latest_invoice'],
    });
    expect(subscription.status).toBe('trialing');
    expect(subscription.items.data[0]?.current_period_end).toBe(clock.now() / 1000 + 7 * 86_400);
    expect(subscription.latest_invoice).toMatchObject({ amount_due: 0, status: 'paid' });
    expect(subscription).not.toHaveProperty('current_period_end');
  });

  it('declines the charge of 4000000000000341 after saving it, and keeps no subscription', async () => {
    const { customer, card } = await aSavedCard('4000000000000341');
    const price = await aPrice();
    await expect(
      stripe.subscriptions.create({
        customer,
        items: [{ price: price.id }],
        default_payment_method: card,
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  });

  it('rejects the card of another customer', async () => {
    const mine = await aSavedCard('4242424242424242');
    const theirs = await aSavedCard('5555555555554444');
    const price = await aPrice();
    await expect(
      stripe.subscriptions.create({
        customer: mine.customer,
        items: [{ price: price.id }],
        default_payment_method: theirs.card,
      }),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'default_payment_method' });
  });

  it('renews at the end of the trial and then each month on the same day', async () => {
    const { customer, card } = await aSavedCard('4242424242424242');
    const price = await aPrice();
    const { id } = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: card,
      trial_period_days: 7,
    });
    clock.advance(7 * DAY);
    await sandbox.tick();
    const active = await stripe.subscriptions.retrieve(id);
    expect(active.status).toBe('active');
    expect(new Date((active.items.data[0]?.current_period_end ?? 0) * 1000).toISOString()).toBe(
      '2026-12-28T15:00:00.000Z',
    );
    clock.advance(90 * DAY);
    await sandbox.tick();
    const invoices = await stripe.invoices.list({ subscription: id });
    expect(
      invoices.data.map((invoice) => [invoice.amount_paid, new Date(invoice.created * 1000).toISOString()]),
    ).toEqual([
      [5000, '2027-01-28T15:00:00.000Z'],
      [5000, '2026-12-28T15:00:00.000Z'],
      [5000, '2026-11-28T15:00:00.000Z'],
      [0, '2026-11-21T15:00:00.000Z'],
    ]);
    expect(invoices.data[0]?.parent?.subscription_details?.subscription).toBe(id);
  });

  it('marks a failed renewal past due, retries three times, then cancels', async () => {
    const { customer, card } = await aSavedCard('4000000000000341');
    const price = await aPrice();
    const { id } = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: card,
      trial_period_days: 7,
    });
    clock.advance(7 * DAY);
    await sandbox.tick();
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    clock.advance(8 * DAY);
    await sandbox.tick();
    const ended = await stripe.subscriptions.retrieve(id);
    expect(ended.status).toBe('canceled');
    expect(ended.cancellation_details?.reason).toBe('payment_failed');
    const [invoice] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data;
    expect(invoice).toMatchObject({ status: 'uncollectible', attempt_count: 4 });
  });

  it('cancels at the end of the period, and immediately', async () => {
    const { customer, card } = await aSavedCard('4242424242424242');
    const price = await aPrice('year', 45_000);
    const make = () =>
      stripe.subscriptions.create({ customer, items: [{ price: price.id }], default_payment_method: card });
    const later = await make();
    await stripe.subscriptions.update(later.id, { cancel_at_period_end: true });
    clock.advance(366 * DAY);
    await sandbox.tick();
    expect((await stripe.subscriptions.retrieve(later.id)).status).toBe('canceled');
    const now = await make();
    expect((await stripe.subscriptions.cancel(now.id)).status).toBe('canceled');
    await expect(stripe.subscriptions.cancel(now.id)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('signs its webhooks for the SDK and resends a failed one', async () => {
    answerWith = () => (deliveries.length === 1 ? 500 : 200);
    await stripe.customers.create({ email: 'a@b.co' });
    await sandbox.tick();
    expect(typesDelivered()).toEqual(['customer.created']);
    clock.advance(1000);
    await sandbox.tick();
    expect(typesDelivered()).toEqual(['customer.created', 'customer.created']);
    clock.advance(60_000);
    await sandbox.tick();
    expect(deliveries).toHaveLength(2);
    const { body, signature } = deliveries[1] ?? { body: '', signature: '' };
    const at = clock.now();
    const event = Stripe.webhooks.constructEvent(
      body,
      signature,
      sandbox.access.webhookSecret,
      300,
      undefined,
      at,
    );
    expect(event.type).toBe('customer.created');
    expect(() =>
      Stripe.webhooks.constructEvent(
        body.replace('a@b.co', 'x@b.co'),
        signature,
        sandbox.access.webhookSecret,
        300,
        undefined,
        at,
      ),
    ).toThrow(/signature/);
  });

  it('keeps its state after a restart', async () => {
    const { customer, card } = await aSavedCard('4242424242424242');
    const price = await aPrice();
    const { id } = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: card,
    });
    await sandbox.stop();
    await open();
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    await sandbox.tick();
    expect(typesDelivered()).toContain('invoice.paid');
  });
});
