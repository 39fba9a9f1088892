import { describe, expect, it } from 'vitest';
import { openInProcessCards } from '../../../examples/sandbox/src/cards/in-process.ts';
import type { BillingContext } from '../../../examples/server/src/billing/billing.types.ts';
import { subscribe } from '../../../examples/server/src/billing/subscribe.ts';
import { eq } from '../../../examples/server/src/db/query.ts';
import { subscriptions } from '../../../examples/server/src/db/schema/billing.ts';
import { PaymentProviderError } from '../../../examples/server/src/providers/payments.types.ts';
import { pdfText } from '../../support/pdf-text.ts';
import {
  buy,
  confirm,
  create,
  expiration,
  newSubscriber,
  newUser,
  paymentIntent,
  saveCard,
  sharedBillingServer,
  subscriptionsOf,
} from './billing-support.ts';
import { stripeFor } from './support.ts';

const DAY = 86_400_000;

const server = sharedBillingServer({ frozen: true });

/** Lets the provider renew the due subscriptions, and drops its webhooks. */
async function advanceWithoutWebhooks(): Promise<void> {
  const cards = openInProcessCards(server.context.db, server.clock);
  await cards.advance();
  await cards.dropWebhooks();
}

// First, as the other tests move the clock.
describe('demo accounts', () => {
  it.each([
    ['mentor', true, 2],
    ['subscriber', true, 1],
    ['other', true, 1],
  ] as const)('%s is subscribed and has paid', async (who, active, period) => {
    const token = await server.signIn(who);
    expect((await expiration(server, token)).body).toMatchObject({ active });
    const [subscription] = await subscriptionsOf(server, token);
    expect(subscription).toMatchObject({ status: 'active', period });
    expect(subscription?.subscription_histories?.[0]?.amount).toBeGreaterThan(0);
  });

  it('lapsed has an expired plan, member never had one', async () => {
    const lapsed = await server.signIn('lapsed');
    expect((await expiration(server, lapsed)).body.active).toBe(false);
    const profile = await server.call('GET', '/api/web/profile', { token: lapsed });
    expect(Date.parse(String(profile.body.user?.expired_at))).toBeLessThan(server.clock.now());
    expect(profile.body.subscriptions?.[0]).toMatchObject({ status: 'canceled' });
    const member = await server.call('GET', '/api/web/profile', { token: await server.signIn('member') });
    expect(member.body.user?.expired_at).toBeNull();
    expect(member.body.subscriptions).toEqual([]);
  });
});

describe('programs', () => {
  it('lists plans with prices in dollars and trial days to a visitor', async () => {
    const { status, body } = await server.call('GET', '/api/web/program');
    expect(status).toBe(200);
    expect(body).toEqual([
      { id: 1, name: 'Trade Ideas', monthly_price: 50, yearly_price: 450, trial_days: 7 },
      { id: 2, name: '6-Month Mentorship', monthly_price: 149, yearly_price: 1349, trial_days: 7 },
    ]);
  });
});

describe('payment intents', () => {
  it('reuses the open set-up intent for 30 minutes, also for parallel requests', async () => {
    const { token } = await newUser(server);
    const [one, two] = await Promise.all([paymentIntent(server, token), paymentIntent(server, token)]);
    expect(one.body.setupIntentClientSecret).toMatch(/^seti_\w+_secret_\w+$/);
    expect(two.body).toEqual(one.body);
    expect((await paymentIntent(server, token, { term: 2 })).body).toEqual(one.body);
    server.clock.advance(1_799_000);
    expect((await paymentIntent(server, token)).body).toEqual(one.body);
    server.clock.advance(1_000);
    expect((await paymentIntent(server, token)).body).not.toEqual(one.body);
  });

  it('returns the saved card in a second tab of the sandbox form, and 409 for a canceled intent [billing.set-up-elsewhere]', async () => {
    const { token } = await newUser(server);
    const secret = String((await paymentIntent(server, token)).body.setupIntentClientSecret);
    const first = await confirm(server, secret, '4242424242424242');
    const second = await confirm(server, secret, '4242424242424242');
    expect([second.status, second.body]).toEqual([200, first.body]);

    const other = await newUser(server);
    const spent = String((await paymentIntent(server, other.token)).body.setupIntentClientSecret);
    await stripeFor(server.cardSandbox.access).setupIntents.cancel(spent.slice(0, spent.indexOf('_secret_')));
    expect((await confirm(server, spent, '4242424242424242')).status).toBe(409);
  });

  it('returns 409 to a subscriber', async () => {
    const response = await paymentIntent(server, await server.signIn('subscriber'));
    expect(response.status).toBe(409);
    expect(response.body.message).toBe('You are already subscribed.');
  });

  it('returns 422 for an unknown program, term or gateway', async () => {
    const { token } = await newUser(server);
    for (const program_id of [0, -1, 999, 99_999_999_999]) {
      expect((await paymentIntent(server, token, { program_id })).status, String(program_id)).toBe(422);
    }
    for (const wrong of [{ term: 3 }, { gateway: 'cash' }, { program_id: 'x' }, { program_id: [1] }]) {
      expect((await paymentIntent(server, token, wrong)).status).toBe(422);
    }
  });
});

describe('the card form of the sandbox', () => {
  it.each([
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['1234', 'Your card number is incorrect.'],
  ])('returns 402 for %s', async (number, message) => {
    const { token } = await newUser(server);
    const intent = await paymentIntent(server, token);
    const response = await confirm(server, String(intent.body.setupIntentClientSecret), number);
    expect(response.status).toBe(402);
    expect(response.body).toEqual({ message });
    const again = await confirm(server, String(intent.body.setupIntentClientSecret), '4242 4242 4242 4242');
    expect(again.status).toBe(200);
    expect(again.body.payment_method_id).toMatch(/^pm_/);
  });

  it('authenticates 4000002500003155 like the cardholder would', async () => {
    const { token } = await newUser(server);
    expect(await saveCard(server, token, '4000002500003155')).toMatch(/^pm_/);
  });

  it('rejects unknown and guessed client secrets', async () => {
    expect((await confirm(server, 'seti_x_secret_y', '4242424242424242')).status).toBe(404);
    expect((await confirm(server, '../../v1/customers', '4242424242424242')).status).toBe(422);
    const { token } = await newUser(server);
    const intent = await paymentIntent(server, token);
    const guessed = String(intent.body.setupIntentClientSecret).replace(/.$/, '_');
    expect((await confirm(server, guessed, '4242424242424242')).status).toBe(422);
  });
});

describe('enrolling', () => {
  it('starts a trial with access and invoice, and charges the first payment after it', async () => {
    const { token } = await newUser(server);
    expect((await expiration(server, token)).body).toEqual({ active: false, status: null, message: null });
    expect((await server.call('GET', '/api/web/chats?chat_type=GR', { token })).status).toBe(403);
    const card = await saveCard(server, token, '5105105105105100');
    const created = await create(server, token, card, { key: 'one' });
    expect(created.status).toBe(201);
    expect(created.body.subscription).toMatchObject({ status: 'trialing', provider: 'stripe', period: 1 });

    const poll = await expiration(server, token);
    expect(poll.body).toEqual({ active: true, status: 'trialing', message: null });
    expect((await server.call('GET', '/api/web/chats?chat_type=GR', { token })).status).toBe(200);
    const profile = await server.call('GET', '/api/web/profile', { token });
    const periodEnd = new Date(server.clock.now() + 7 * DAY).toISOString();
    expect(profile.body.user?.active_subscription).toMatchObject({
      status: 'trialing',
      current_period_end: periodEnd,
    });
    expect(Date.parse(String(profile.body.user?.expired_at))).toBe(Date.parse(periodEnd) + DAY);

    server.clock.advance(7 * DAY);
    await server.cardSandbox.tick();
    const [subscription] = await subscriptionsOf(server, token);
    expect(subscription?.status).toBe('active');
    const histories = subscription?.subscription_histories as unknown as Record<string, unknown>[];
    expect(histories.map((entry) => entry.amount)).toEqual([50, 0]);
    expect(Object.keys(histories[0] ?? {}).sort()).toEqual(['amount', 'billed_at', 'data', 'id']);
    const { invoice_pdf } = (histories[0] as { data: { data: { object: { invoice_pdf: string } } } }).data
      .data.object;
    const address = (await server.call('GET', invoice_pdf)).headers.get('location') ?? '';
    const pdf = await fetch(new URL(address, server.url));
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdfText(new Uint8Array(await pdf.arrayBuffer()))).toContain('$50.00');
    expect((await server.call('GET', address.replace(/-\w+\.pdf$/, '-x.pdf'))).status).toBe(404);
  });

  it('charges the yearly price for term 2 and ignores prices sent by the client', async () => {
    const { token } = await newUser(server);
    const first = await saveCard(server, token, '2223003122003222');
    await create(server, token, first);
    server.clock.advance(7 * DAY);
    await server.cardSandbox.tick();
    const { token: other } = await newUser(server);
    const card = await saveCard(server, other, '2223003122003222');
    const created = await server.call('POST', '/api/web/create-subscription', {
      token: other,
      body: { gateway: 'stripe', program_id: 2, term: 2, payment_method_id: card, amount: 1, price: 1 },
    });
    // The card has already had a trial, so the year is charged now.
    expect(created.body.subscription).toMatchObject({ status: 'active', period: 2 });
    const [subscription] = await subscriptionsOf(server, other);
    const histories = subscription?.subscription_histories as unknown as Record<string, unknown>[];
    expect(histories.map((entry) => entry.amount)).toEqual([1349]);
  });

  it('returns 402 and keeps no subscription when the charge is declined, then accepts another card', async () => {
    const { token } = await newUser(server);
    const { token: earlier } = await newUser(server);
    await buy(server, earlier, '4000000000000341');
    const refused = await saveCard(server, token, '4000000000000341');
    const response = await create(server, token, refused, { key: 'charge' });
    expect(response.status).toBe(402);
    expect(response.body.message).toBe('Your card was declined.');
    expect(await subscriptionsOf(server, token)).toEqual([]);
    const good = await saveCard(server, token, '3566002020360505');
    const created = await create(server, token, good, { key: 'charge' });
    expect(created.body.subscription).toMatchObject({ status: 'trialing' });
  });

  it('offers no trial days to a user who has already had a trial', async () => {
    const { token } = await newUser(server);
    const offered = async (): Promise<unknown> =>
      JSON.parse((await server.call('GET', '/api/web/program', { token })).text);
    expect(await offered()).toMatchObject([{ trial_days: 7 }, { trial_days: 7 }]);
    const created = await buy(server, token, '6011000990139424');
    expect(created.body.subscription).toMatchObject({ status: 'trialing' });
    expect(await offered()).toMatchObject([{ trial_days: 0 }, { trial_days: 0 }]);
    expect(JSON.parse((await server.call('GET', '/api/web/program')).text)).toMatchObject([
      { trial_days: 7 },
      { trial_days: 7 },
    ]);
  });
});

describe('a plan without access', () => {
  it('is replaced by a new plan when its renewal was never paid', async () => {
    const { token } = await newSubscriber(server, '4000002760003184');
    server.clock.advance(7 * DAY);
    await server.cardSandbox.tick();
    // The three days of grace have passed; the provider still retries the card.
    server.clock.advance(3 * DAY + 1000);
    expect((await expiration(server, token)).body).toEqual({
      active: false,
      status: 'past_due',
      message: 'Your last payment failed.',
    });
    const again = await buy(server, token, '3056930009020004', { term: 2 });
    expect(again.status).toBe(201);
    expect(again.body.subscription).toMatchObject({ status: 'active', period: 2 });
    const all = await subscriptionsOf(server, token);
    expect(all.map((subscription) => subscription.status)).toEqual(['active', 'canceled']);
    const profile = await server.call('GET', '/api/web/profile', { token });
    const end = Date.parse(String(all[0]?.current_period_end));
    expect(Date.parse(String(profile.body.user?.expired_at))).toBe(end + DAY);
  });

  it('is restored without a new charge when it was paid but its webhooks were lost', async () => {
    const { token } = await newUser(server);
    const card = '36227206271667';
    const first = await buy(server, token, card);
    server.clock.advance(9 * DAY);
    expect((await expiration(server, token)).body.active).toBe(false);
    const stripe = stripeFor(server.cardSandbox.access);
    const id = String(first.body.subscription?.provider_subscription_id);
    await advanceWithoutWebhooks();
    const again = await buy(server, token, card);
    expect(again.status).toBe(200);
    expect((await expiration(server, token)).body).toMatchObject({ active: true, status: 'active' });
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
  });
});

describe('ownership of payment methods', () => {
  it('rejects a payment method that belongs to another user, is unknown, or is older than an hour', async () => {
    const mine = await newUser(server);
    const theirs = await newUser(server);
    const theirCard = await saveCard(server, theirs.token, '4242424242424242');
    await saveCard(server, mine.token, '4242424242424242');
    for (const card of [theirCard, 'pm_unknown', 'pm_card_visa']) {
      const response = await create(server, mine.token, card);
      expect(response.status).toBe(422);
      expect(response.body.errors?.payment_method_id).toHaveLength(1);
    }
    const old = await saveCard(server, mine.token, '4242424242424242');
    server.clock.advance(3_601_000);
    expect((await create(server, mine.token, old)).status).toBe(422);
    expect(await subscriptionsOf(server, mine.token)).toEqual([]);
  });
});

describe('repeated requests', () => {
  it('returns the same response for the same key and body, and 422 for another body', async () => {
    const { token } = await newUser(server);
    const card = await saveCard(server, token, '4242424242424242');
    const first = await create(server, token, card, { key: 'same' });
    const again = await create(server, token, card, { key: 'same' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await create(server, token, card, { key: 'same', term: 2 })).status).toBe(422);
    expect(await subscriptionsOf(server, token)).toHaveLength(1);
  });

  it('keeps keys of different users apart and rejects invalid keys', async () => {
    const one = await newUser(server);
    const two = await newUser(server);
    const first = await buy(server, one.token, '4242424242424242', {
      key: 'k',
    });
    const second = await buy(server, two.token, '4242424242424242', {
      key: 'k',
    });
    expect(second.body.subscription?.id).not.toBe(first.body.subscription?.id);
    const { token } = await newUser(server);
    const card = await saveCard(server, token, '4242424242424242');
    expect((await create(server, token, card, { key: 'x'.repeat(256) })).status).toBe(422);
  });

  it('charges and stores the last choice when an earlier purchase did not reach the provider', async () => {
    const { context } = server;
    const user = await newUser(server);
    const card = await saveCard(server, user.token, '4242424242424242');
    const keys: string[] = [];
    const buyWith = (
      changes: Partial<BillingContext['cards']>,
      choice: { program_id: number; term: 1 | 2 },
    ) =>
      subscribe(
        { ...context, cards: { ...context.cards, ...changes } },
        { userId: user.id, email: user.email, firstName: 'Pat' },
        { gateway: 'stripe', payment_method_id: card, ...choice },
      );
    const down = buyWith(
      {
        createSubscription: ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return Promise.reject(new PaymentProviderError('unavailable', 'down'));
        },
      },
      { program_id: 1, term: 1 },
    );
    await expect(down).rejects.toMatchObject({ status: 503 });
    await buyWith(
      {
        createSubscription: (request) => {
          keys.push(request.idempotencyKey);
          return context.cards.createSubscription(request);
        },
      },
      { program_id: 2, term: 2 },
    );
    const rows = await context.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
    expect(rows).toMatchObject([{ programId: 2, period: 2, amountCents: 134_900 }]);
    const made = await stripeFor(server.cardSandbox.access).subscriptions.retrieve(
      String(rows[0]?.providerSubscriptionId),
    );
    expect(made.items.data.map(({ price }) => price.unit_amount)).toEqual([134_900]);
    // Stripe rejects a key that was used for another request.
    expect(new Set(keys).size).toBe(2);
  });

  it('returns 200 with the existing subscription when already subscribed', async () => {
    const { token } = await newUser(server);
    const card = await saveCard(server, token, '4242424242424242');
    const first = await create(server, token, card);
    const second = await create(server, token, card, { term: 2 });
    expect(second.status).toBe(200);
    expect(second.body.subscription).toEqual(first.body.subscription);
  });
});
