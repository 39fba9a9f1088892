import { describe, expect, it } from 'vitest';
import { subscriptions } from '../../../examples/server/src/db/schema/billing.ts';
import type { CallResponse } from '../../support/test-server.ts';
import {
  answerWallet,
  buy,
  enrollByWallet,
  expiration,
  mailsTo,
  newUser,
  newWalletSubscriber,
  paymentIntent,
  sharedBillingServer,
  subscriptionsOf,
} from './billing-support.ts';

const DAY = 86_400_000;

const server = sharedBillingServer({ frozen: true });

/** Polls like the client, once every few seconds. */
async function poll(token: string): Promise<CallResponse> {
  server.clock.advance(3000);
  return expiration(server, token);
}

let accounts = 0;
const newAccount = () => {
  accounts += 1;
  return `wallet${accounts}@example.com`;
};

describe('paying by PayPal', () => {
  it('opens the approve page, returns to /welcome and activates the plan [billing-server.paypal]', async () => {
    const { token, email } = await newUser(server);
    const intent = await paymentIntent(server, token, { gateway: 'paypal' });
    expect(intent.body).toMatchObject({ setupIntentClientSecret: null });
    const approveLink = String(intent.body.approveLink);
    expect(approveLink).toMatch(/^\/dev\/wallet\/approve\?ba_token=BA-\w+$/);
    const page = await server.call('GET', approveLink);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<strong>Sandbox</strong>');
    expect(page.text).toContain('7 days free, then $50.00 a month.');
    const back = new URL(await answerWallet(server, approveLink, { account: newAccount() }));
    expect(back.pathname).toBe('/welcome');
    expect((await poll(token)).body).toMatchObject({ active: true, status: 'trialing' });
    const [plan] = await subscriptionsOf(server, token);
    expect(plan).toMatchObject({
      provider: 'paypal',
      status: 'trialing',
      period: 1,
      next_amount: 50,
      cancel_at_period_end: false,
    });
    expect(plan?.next_charge_at).toBe(plan?.trial_ends_at);
    const [mail] = await mailsTo(server, email);
    expect(mail?.subject).toBe('Your free trial has started');
    expect(mail?.text).toContain('$50.00');
  });

  it('charges after the trial and then monthly, with one receipt each', async () => {
    const { token, email } = await newWalletSubscriber(server);
    server.clock.advance(8 * DAY);
    await server.walletSandbox.tick();
    const [plan] = await subscriptionsOf(server, token);
    expect(plan?.status).toBe('active');
    expect(plan?.subscription_histories).toMatchObject([
      { amount: 50, data: { data: { object: { invoice_pdf: null } } } },
    ]);
    server.clock.advance(31 * DAY);
    await server.walletSandbox.tick();
    const again = await server.signIn(email as `${string}@${string}`);
    const [later] = await subscriptionsOf(server, again);
    expect(later?.subscription_histories).toHaveLength(2);
    const receipts = (await mailsTo(server, email)).filter(({ subject }) => subject.startsWith('Receipt'));
    expect(receipts).toHaveLength(2);
  });

  it('marks a declined payment as past due, retries it and recovers', async () => {
    const { token, email } = await newWalletSubscriber(server, { funding: 'refuses' });
    server.clock.advance(8 * DAY);
    await server.walletSandbox.tick();
    const [plan] = await subscriptionsOf(server, token);
    expect(plan).toMatchObject({ status: 'past_due', next_amount: 50 });
    expect((await expiration(server, token)).body).toMatchObject({ active: true, status: 'past_due' });
    expect((await mailsTo(server, email))[0]?.subject).toBe('Your payment failed');
    await server.walletSandbox.setFunding(String(plan?.provider_subscription_id), 'good');
    server.clock.advance(5 * DAY);
    await server.walletSandbox.tick();
    const [recovered] = await subscriptionsOf(server, token);
    expect(recovered?.status).toBe('active');
    expect((await expiration(server, token)).body).toMatchObject({ active: true, status: 'active' });
  });

  it('ends the plan after three declined payments and allows a new purchase', async () => {
    const { email } = await newWalletSubscriber(server, { funding: 'refuses' });
    server.clock.advance(8 * DAY);
    await server.walletSandbox.tick();
    server.clock.advance(12 * DAY);
    await server.walletSandbox.tick();
    const again = await server.signIn(email as `${string}@${string}`);
    expect((await expiration(server, again)).body).toMatchObject({ active: false, status: 'unpaid' });
    await enrollByWallet(server, again, { account: newAccount() });
    expect((await poll(again)).body).toMatchObject({ active: true, status: 'active' });
    expect((await subscriptionsOf(server, again)).map(({ status }) => String(status))).toEqual([
      'active',
      'canceled',
    ]);
  });

  it('cancels at PayPal and keeps access for the paid time', async () => {
    const { token, email } = await newWalletSubscriber(server);
    const [plan] = await subscriptionsOf(server, token);
    const response = await server.call('POST', `/api/web/cancel-subscription/${plan?.id}`, { token });
    expect(response.status).toBe(200);
    const [after] = await subscriptionsOf(server, token);
    expect(after).toMatchObject({
      status: 'canceled',
      next_charge_at: null,
      current_period_end: plan?.current_period_end,
    });
    expect((await expiration(server, token)).body.active).toBe(true);
    await server.walletSandbox.tick();
    server.clock.advance(8 * DAY);
    await server.walletSandbox.tick();
    expect((await expiration(server, token)).body).toEqual({ active: false, status: null, message: null });
    const subjects = (await mailsTo(server, email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Your subscription is cancelled', 'Your free trial has started']);
  });
});

describe('misuse of approvals', () => {
  it('grants nothing for the parameters of the return URL [billing-server.paypal-return]', async () => {
    const { token } = await newUser(server);
    const intent = await paymentIntent(server, token, { gateway: 'paypal' });
    const thief = await newUser(server);
    const id = new URL(String(intent.body.approveLink), server.url).searchParams.get('ba_token');
    await server.call('GET', `/welcome?gateway=paypal&subscription_id=I-ANY&ba_token=${id}`);
    expect((await poll(token)).body.active).toBe(false);
    await answerWallet(server, String(intent.body.approveLink), { account: newAccount() });
    expect((await poll(thief.token)).body.active).toBe(false);
    expect((await poll(token)).body.active).toBe(true);
  });

  it('returns to the prices without a plan when the approval is cancelled', async () => {
    const { token } = await newUser(server);
    const { back } = await enrollByWallet(server, token, { choice: 'cancel' });
    expect(back.endsWith('/?payment=cancelled#pricing')).toBe(true);
    expect((await poll(token)).body.active).toBe(false);
    expect(await subscriptionsOf(server, token)).toEqual([]);
  });

  it('grants one trial per payer: a second account is informed and pays from the start [billing-server.trial-once]', async () => {
    const account = newAccount();
    const first = await newUser(server);
    await enrollByWallet(server, first.token, { account });
    expect((await poll(first.token)).body.status).toBe('trialing');
    const second = await newUser(server);
    await enrollByWallet(server, second.token, { account });
    const refused = await poll(second.token);
    expect(refused.body).toMatchObject({ active: false, status: 'failed' });
    expect(refused.body.message).toContain('free trial');
    const offer = await server.call('GET', '/api/web/program', { token: second.token });
    expect(JSON.parse(offer.text)).toMatchObject([{ trial_days: 0 }, { trial_days: 0 }]);
    const { approveLink } = await enrollByWallet(server, second.token, { account });
    expect((await server.call('GET', approveLink)).text).not.toContain('free');
    expect((await poll(second.token)).body).toMatchObject({ active: true, status: 'active' });
  });

  it('does not report a failed approval for a later card payment [billing-server.failed-approval]', async () => {
    const account = newAccount();
    await newWalletSubscriber(server, { account });
    const { id, token } = await newUser(server);
    await enrollByWallet(server, token, { account });
    expect((await poll(token)).body.status).toBe('failed');
    expect((await poll(token)).body.status).toBe('failed');

    // The card's plan is pending, then its first payment fails: the poll reports only this failure.
    const begin = (status: string) => {
      const at = new Date(server.clock.now());
      const plan = { userId: id, programId: 1, provider: 'stripe', period: 1, status } as const;
      return server.context.db.insert(subscriptions).values({ ...plan, createdAt: at, updatedAt: at });
    };
    await begin('pending');
    expect((await poll(token)).body).toEqual({ active: false, status: null, message: null });
    await begin('incomplete_expired');
    expect((await poll(token)).body).toMatchObject({ active: false, status: 'incomplete_expired' });
  });

  it('ends an approval unpaid when a card plan exists [billing-server.one-plan]', async () => {
    const { token, email } = await newUser(server);
    const intent = await paymentIntent(server, token, { gateway: 'paypal' });
    await buy(server, token);
    const link = String(intent.body.approveLink);
    await answerWallet(server, link, { account: newAccount() });
    const { settleAllApprovals } = await import('../../../examples/server/src/billing/wallet-approvals.ts');
    await settleAllApprovals(server.context);
    const approval = await server.walletSandbox.findApproval(
      new URL(link, server.url).searchParams.get('ba_token') ?? '',
    );
    expect(approval?.shown.status).toBe('CANCELLED');
    expect((await subscriptionsOf(server, token)).map(({ provider }) => String(provider))).toEqual([
      'stripe',
    ]);
    expect(
      (await mailsTo(server, email)).filter(({ subject }) => subject.startsWith('Receipt')).length,
    ).toBeLessThan(2);
  });

  it('opens one approval when Enroll is pressed ten times in a row', async () => {
    const { token } = await newUser(server);
    const pressed: Promise<CallResponse>[] = [];
    for (let press = 0; press < 10; press += 1) {
      pressed.push(paymentIntent(server, token, { gateway: 'paypal' }));
      // One query of the next request for each of the one before, so that they meet at every step.
      await server.context.db.select().from(subscriptions).limit(1);
    }
    const links = (await Promise.all(pressed)).map(({ body }) => String(body.approveLink));
    expect(new Set(links)).toEqual(new Set([expect.stringMatching(/ba_token=/)]));
  });

  it('creates one plan when ten polls follow the approval at once', async () => {
    const { token } = await newUser(server);
    await enrollByWallet(server, token, { account: newAccount() });
    server.clock.advance(3000);
    await Promise.all(Array.from({ length: 10 }, () => expiration(server, token)));
    await poll(token);
    expect(await subscriptionsOf(server, token)).toHaveLength(1);
  });
});
