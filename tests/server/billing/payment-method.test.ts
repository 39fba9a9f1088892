// Another card or wallet for a running subscription, and the payment of its open invoice.
import { describe, expect, it } from 'vitest';
import type { BillingContext } from '../../../examples/server/src/billing/billing.types.ts';
import { runBillingJobs } from '../../../examples/server/src/billing/jobs.ts';
import { updateCard } from '../../../examples/server/src/billing/payment-method.ts';
import { trialClaims } from '../../../examples/server/src/db/schema/billing.ts';
import { type CallResponse, engines } from '../../support/test-server.ts';
import {
  expiration,
  mailsTo,
  newSession,
  newSubscriber,
  newUser,
  newWalletSubscriber,
  sharedBillingServer,
  subscriptionsOf,
  type TestUser,
} from './billing-support.ts';
import { stripeFor } from './support.ts';

const DAY = 86_400_000;
const DECLINING = '4000000000000341';

describe.each(engines)('changing the payment method on %s', (engine) => {
  const server = sharedBillingServer({ frozen: true, config: { rateLimits: false }, engine });

  const stripe = () => stripeFor(server.cardSandbox.access);
  const session = (user: TestUser) => newSession(server, user.id);
  const openForm = (token: string) => server.call('POST', '/api/web/payment-method-intent', { token });
  const planOf = async (user: TestUser) => {
    const [plan] = await subscriptionsOf(server, await session(user));
    if (plan === undefined) throw new Error('No plan');
    return plan;
  };
  const providerIdOf = async (user: TestUser) => String((await planOf(user)).provider_subscription_id);
  const invoicesOf = async (user: TestUser) =>
    (await stripe().invoices.list({ subscription: await providerIdOf(user), limit: 100 })).data;

  /** Confirms another card in the form. */
  async function enter(token: string, number: string, expiry?: string): Promise<CallResponse> {
    const { body } = await openForm(token);
    return server.call('POST', '/dev/cards/confirm', {
      body: { client_secret: String(body.setupIntentClientSecret), number, ...(expiry ? { expiry } : {}) },
    });
  }
  async function cardFor(token: string, number: string, expiry?: string): Promise<string> {
    const { status, body, text } = await enter(token, number, expiry);
    if (status !== 200) throw new Error(text);
    return String(body.payment_method_id);
  }
  const update = (token: string, id: string, key?: string) =>
    server.call('POST', '/api/web/update-payment-method', {
      token,
      body: { payment_method_id: id },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  const subscriber = () => newSubscriber(server);
  /** Makes the provider charge a card that declines, from the next renewal on. */
  async function chargeDecliningCard(user: TestUser): Promise<void> {
    const card = await cardFor(await session(user), DECLINING);
    await stripe().subscriptions.update(await providerIdOf(user), { default_payment_method: card });
  }
  async function toPeriodEnd(user: TestUser): Promise<void> {
    const end = Date.parse(String((await planOf(user)).current_period_end));
    server.clock.advance(end - server.clock.now() + 1000);
  }
  async function pastDue(): Promise<TestUser> {
    // A trial, so that the first charge fails, although another member had one with this card.
    await server.context.db.delete(trialClaims);
    const user = await newSubscriber(server, DECLINING);
    await toPeriodEnd(user);
    await server.cardSandbox.tick();
    expect((await planOf(user)).status).toBe('past_due');
    return user;
  }
  const paidCents = async (user: TestUser) =>
    (await invoicesOf(user)).reduce((total, invoice) => total + invoice.amount_paid, 0);

  it('pays the open invoice with the new card at once and keeps access [billing-server.update-card] [billing-server.failed-mail]', async () => {
    const user = await pastDue();
    const [mail] = await mailsTo(server, user.email);
    expect(mail?.subject).toBe('Your payment failed');
    expect(mail?.text).toContain(`${server.context.config.publicUrl}/profile`);
    const token = await session(user);
    const response = await update(token, await cardFor(token, '5555555555554444'));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      message: 'Your card is updated, and your payment went through.',
      subscription: {
        status: 'active',
        payment_method: { type: 'card', brand: 'mastercard', last4: '4444' },
      },
    });
    expect((await invoicesOf(user)).map(({ status }) => status)).not.toContain('open');
    server.clock.advance(5 * DAY);
    await server.cardSandbox.tick();
    const later = await session(user);
    expect((await expiration(server, later)).body.active).toBe(true);
    expect((await mailsTo(server, user.email))[0]?.subject).toMatch(/^Receipt/);
    // The next renewal charges the new card.
    await toPeriodEnd(user);
    await server.cardSandbox.tick();
    expect((await planOf(user)).status).toBe('active');
  });

  it('changes the card without a payment when no invoice is open [billing-server.update-card]', async () => {
    const user = await subscriber();
    const before = await paidCents(user);
    const token = await session(user);
    const response = await update(token, await cardFor(token, '378282246310005'));
    expect(response.body).toMatchObject({
      message: 'Your card is updated.',
      subscription: { payment_method: { brand: 'amex', last4: '0005' } },
    });
    expect(await paidCents(user)).toBe(before);
  });

  it('keeps the former card when the new one declines the payment [billing-server.update-declined]', async () => {
    const user = await pastDue();
    const id = await providerIdOf(user);
    const before = (await stripe().subscriptions.retrieve(id)).default_payment_method;
    const token = await session(user);
    for (const [number, message] of [
      ['4000000000000341', 'Your card was declined.'],
      ['4000002760003184', 'Your card was declined. This transaction requires authentication.'],
      ['4000008260003178', 'Your card has insufficient funds.'],
    ] as const) {
      const response = await update(token, await cardFor(token, number));
      expect([number, response.status, response.body.message]).toEqual([number, 402, message]);
      const after = await stripe().subscriptions.retrieve(id);
      expect([after.status, after.default_payment_method]).toEqual(['past_due', before]);
    }
    expect((await update(token, await cardFor(token, '4242424242424242'))).status).toBe(200);
    expect((await planOf(user)).status).toBe('active');
  });

  it('changes nothing when a card cannot be saved [billing-server.update-declined]', async () => {
    const user = await subscriber();
    const token = await session(user);
    expect((await enter(token, '4000000000000002')).status).toBe(402);
    expect(await planOf(user)).toMatchObject({ payment_method: { last4: '4242' } });
  });

  it('pays once when the button is pressed ten times, with one key or several [billing-server.update-once]', async () => {
    const user = await pastDue();
    const before = await paidCents(user);
    const token = await session(user);
    const card = await cardFor(token, '4242424242424242');
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, press) => update(token, card, `key-${Math.max(0, press - 5)}`)),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
    expect((await paidCents(user)) - before).toBe(5000);
    expect((await planOf(user)).status).toBe('active');
  });

  it('pays once when the provider retries or renews at the same moment [billing-server.update-once]', async () => {
    const user = await pastDue();
    const before = await paidCents(user);
    const token = await session(user);
    const card = await cardFor(token, '4242424242424242');
    const retryAt = Date.parse(String((await planOf(user)).next_charge_at));
    server.clock.advance(retryAt - server.clock.now());
    const fresh = await session(user);
    const [response] = await Promise.all([update(fresh, card), server.cardSandbox.tick()]);
    // The set-up intent was confirmed more than an hour ago.
    expect(response.status).toBe(422);
    const [retried] = await Promise.all([
      update(fresh, await cardFor(fresh, '4242424242424242')),
      server.cardSandbox.tick(),
    ]);
    expect(retried.status).toBe(200);
    expect((await paidCents(user)) - before).toBe(5000);

    await chargeDecliningCard(user);
    await toPeriodEnd(user);
    const now = await session(user);
    const next = await cardFor(now, '4242424242424242');
    const [renewed] = await Promise.all([update(now, next), server.cardSandbox.tick()]);
    expect(renewed.status).toBe(200);
    await server.cardSandbox.tick();
    expect((await paidCents(user)) - before).toBe(10_000);
    expect((await planOf(user)).status).toBe('active');
  });

  it('pays an invoice that opens while the card is changed [billing-server.update-once]', async () => {
    const user = await subscriber();
    await chargeDecliningCard(user);
    const token = await session(user);
    const { context } = server;
    const slow: BillingContext = {
      ...context,
      cards: {
        ...context.cards,
        // The renewal with the former card happens between the two reads of the invoices.
        async setSubscriptionCard(id, card) {
          await toPeriodEnd(user);
          await server.cardSandbox.tick();
          await context.cards.setSubscriptionCard(id, card);
        },
      },
    };
    const payer = { userId: user.id, email: user.email, firstName: 'Pat Payer' };
    const card = await cardFor(token, '4242424242424242');
    expect(await updateCard(slow, payer, card)).toMatchObject({ subscription: { status: 'active' } });
  });

  it("refuses another member's card and a card that was not set up here [billing-server.update-own-card]", async () => {
    const owner = await subscriber();
    const other = await subscriber();
    const theirs = await cardFor(await session(other), '4242424242424242');
    const token = await session(owner);
    for (const id of [theirs, 'pm_unknown']) {
      const response = await update(token, id);
      expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([
        422,
        ['payment_method_id'],
      ]);
    }
    expect((await update(token, '')).status).toBe(422);
  });

  it('responds with 404 without a running subscription [billing-server.update-none]', async () => {
    const user = await newUser(server);
    expect((await openForm(user.token)).status).toBe(404);
    expect((await update(user.token, 'pm_1')).status).toBe(404);
    const ended = await subscriber();
    await stripe().subscriptions.cancel(await providerIdOf(ended));
    await server.cardSandbox.tick();
    const token = await session(ended);
    expect((await openForm(token)).status).toBe(404);
    expect((await planOf(ended)).payment_method).toBeNull();
  });

  it("leads to PayPal's page for a PayPal plan, whose next payment uses the choice [billing-server.update-wallet]", async () => {
    const user = await newWalletSubscriber(server, { funding: 'refuses' });
    server.clock.advance(8 * DAY);
    await server.walletSandbox.tick();
    const plan = await planOf(user);
    expect(plan).toMatchObject({ status: 'past_due', payment_method: { type: 'wallet' } });
    const token = await session(user);
    const { approveLink } = (await openForm(token)).body;
    const link = new URL(String(approveLink), server.url);
    const page = await server.call('GET', `${link.pathname}${link.search}`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Change how you pay')]);
    const agreed = await server.call('POST', link.pathname, {
      body: new URLSearchParams({
        ba_token: link.searchParams.get('ba_token') ?? '',
        choice: 'approve',
        funding: 'good',
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([agreed.status, agreed.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/profile$/),
    ]);
    expect((await update(token, 'pm_1')).status).toBe(404);
    server.clock.advance(5 * DAY);
    await server.walletSandbox.tick();
    expect((await planOf(user)).status).toBe('active');
  });

  it('mails once before a card expires, and not after another card is set [billing-server.card-expiry-mail]', async () => {
    const user = await subscriber();
    const token = await session(user);
    const soon = new Date(server.clock.now() + 5 * DAY);
    const expiry = `${soon.getUTCMonth() + 1}/${soon.getUTCFullYear() % 100}`;
    const expiring = await update(token, await cardFor(token, '5555555555554444', expiry));
    expect(expiring.body).toMatchObject({
      subscription: {
        payment_method: {
          last4: '4444',
          expires_at: new Date(Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 1)).toISOString(),
        },
      },
    });
    const notices = async () =>
      (await mailsTo(server, user.email)).filter(({ subject }) => subject === 'Your card expires soon');
    server.clock.advance(
      Math.max(0, Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 1) - 29 * DAY - server.clock.now()),
    );
    await runBillingJobs(server.context);
    await runBillingJobs(server.context);
    const sent = await notices();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('The card ending in 4444');
    expect(sent[0]?.text).toContain('/profile');
    const later = await session(user);
    await update(later, await cardFor(later, '4242424242424242'));
    await runBillingJobs(server.context);
    expect(await notices()).toHaveLength(1);
  });
});
