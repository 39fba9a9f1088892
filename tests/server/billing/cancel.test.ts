import { describe, expect, it } from 'vitest';
import { cancelSubscription } from '../../../examples/server/src/billing/cancel.ts';
import { PaymentProviderError } from '../../../examples/server/src/providers/payments.types.ts';
import type { CallResponse } from '../../support/test-server.ts';
import {
  expiration,
  mailsTo,
  newSubscriber,
  newUser,
  sharedBillingServer,
  subscriptionsOf,
  type TestUser,
} from './billing-support.ts';
import { stripeFor } from './support.ts';

const DAY = 86_400_000;

const server = sharedBillingServer({ frozen: true });

const info = (id: unknown, token?: string): Promise<CallResponse> =>
  server.call('GET', `/api/web/subscription-info/${id}`, token === undefined ? {} : { token });
const cancel = (id: unknown, token?: string): Promise<CallResponse> =>
  server.call('POST', `/api/web/cancel-subscription/${id}`, token === undefined ? {} : { token });
const request = (token: string): Promise<CallResponse> =>
  server.call('POST', '/api/web/cancel-subscription-request', { token });

async function subscriber(number?: string): Promise<TestUser & { planId: number; providerId: string }> {
  const user = await newSubscriber(server, number);
  const [plan] = await subscriptionsOf(server, user.token);
  return { ...user, planId: Number(plan?.id), providerId: String(plan?.provider_subscription_id) };
}

describe('access to a subscription', () => {
  it('shows program, period, provider, status and expiry to its owner [entity.subscription-info]', async () => {
    const { token, planId } = await subscriber('4000056655665556');
    const response = await info(planId, token);
    expect(response.status).toBe(200);
    const [shown] = await subscriptionsOf(server, token);
    expect(response.body).toEqual({
      error: false,
      message: 'Your subscription.',
      subscription: {
        program: 'Trade Ideas',
        period: 1,
        provider: 'stripe',
        status: String(shown?.status) === 'trialing' ? 'Trialing' : 'Active',
        expired_at: shown?.current_period_end,
      },
    });
  });

  it('returns 401 to visitors and 404 to others or for invalid ids, and cancels nothing [billing-server.owner]', async () => {
    const { token, planId } = await subscriber();
    const other = await newUser(server);
    const demo = await server.signIn('subscriber');
    const member = await server.signIn('member');
    for (const call of [info, cancel]) {
      expect((await call(planId)).status).toBe(401);
      for (const who of [other.token, demo, member]) expect((await call(planId, who)).status).toBe(404);
      for (const id of [0, -1, 'x', '1e3', 99_999_999, '99999999999999999999']) {
        expect((await call(id, token)).status, String(id)).toBe(404);
      }
    }
    expect((await info(planId, token)).body.subscription?.status).not.toBe('canceled');
  });

  it('returns no provider URL for a cancel request, and 404 without a plan [billing-server.cancel-request]', async () => {
    const { token, planId } = await subscriber();
    expect((await request(token)).body).toMatchObject({ url: null });
    await cancel(planId, token);
    expect((await request(token)).body).toEqual({ message: 'Your subscription is cancelled.', url: null });
    const none = await newUser(server);
    expect((await request(none.token)).status).toBe(404);
  });
});

describe('cancelling', () => {
  it('takes effect at once, keeps access to the end of the period and sends one mail [billing-server.cancel]', async () => {
    const { token, planId, providerId, email } = await subscriber();
    const [before] = await subscriptionsOf(server, token);
    const responses = [await cancel(planId, token), await cancel(planId, token), await cancel(planId, token)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [after] = await subscriptionsOf(server, token);
    expect(after).toMatchObject({
      status: 'canceled',
      cancel_at_period_end: true,
      next_charge_at: null,
      next_amount: null,
    });
    const profile = await server.call('GET', '/api/web/profile', { token });
    expect(profile.body.user?.expired_at).toBe(before?.current_period_end);
    expect((await expiration(server, token)).body).toMatchObject({ active: true, status: 'canceled' });
    const stripe = stripeFor(server.cardSandbox.access);
    expect((await stripe.subscriptions.retrieve(providerId)).cancel_at_period_end).toBe(true);
    await server.cardSandbox.tick();
    const cancelled = (await mailsTo(server, email)).filter(({ subject }) => subject.includes('cancelled'));
    expect(cancelled).toHaveLength(1);
    expect(cancelled[0]?.text).toContain('You will not be charged again');
  });

  it('sends a mail for each cancellation when the first is undone at the provider', async () => {
    const { token, planId, providerId, email } = await subscriber();
    await cancel(planId, token);
    const stripe = stripeFor(server.cardSandbox.access);
    await stripe.subscriptions.update(providerId, { cancel_at_period_end: false });
    await server.cardSandbox.tick();
    expect((await info(planId, token)).body.subscription?.status).not.toBe('canceled');
    await cancel(planId, token);
    await server.cardSandbox.tick();
    const cancelled = (await mailsTo(server, email)).filter(({ subject }) => subject.includes('cancelled'));
    expect(cancelled).toHaveLength(2);
  });

  it('cancels once when twenty requests arrive at once', async () => {
    const { token, planId, email } = await subscriber();
    const responses = await Promise.all(Array.from({ length: 20 }, () => cancel(planId, token)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await server.cardSandbox.tick();
    const cancelled = (await mailsTo(server, email)).filter(({ subject }) => subject.includes('cancelled'));
    expect(cancelled).toHaveLength(1);
  });

  it('succeeds when only the provider’s response is lost, and returns 503 when nothing was cancelled [billing-server.cancel-lost]', async () => {
    const { id, planId, token } = await subscriber();
    const { context } = server;
    const lost = new PaymentProviderError('unavailable', 'lost');
    const nothing = { ...context, cards: { ...context.cards, stopRenewing: () => Promise.reject(lost) } };
    await expect(cancelSubscription(nothing, id, planId)).rejects.toMatchObject({ status: 503 });
    expect((await info(planId, token)).body.subscription?.status).not.toBe('canceled');
    const afterTheWork = {
      ...context,
      cards: {
        ...context.cards,
        stopRenewing: async (subscription: string) => {
          await context.cards.stopRenewing(subscription);
          throw lost;
        },
      },
    };
    await expect(cancelSubscription(afterTheWork, id, planId)).resolves.toMatchObject({
      message: 'Your subscription is cancelled.',
    });
  });

  it('ends an unpaid plan at once', async () => {
    const { email, planId, token } = await subscriber('4000000000000341');
    server.clock.advance(33 * DAY);
    await server.cardSandbox.tick();
    const again = await server.signIn(email as `${string}@${string}`);
    expect((await cancel(planId, again)).status).toBe(200);
    expect(token).not.toBe(again);
    expect((await info(planId, again)).body.subscription?.status).toBe('canceled');
  });
});
