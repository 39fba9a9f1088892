// A call reports an unavailable provider within 10 s: all provider requests of a call share one time budget.
import { describe, expect, it } from 'vitest';
import { PaymentProviderError } from '../../../examples/server/src/providers/payments.types.ts';
import {
  PROVIDER_BUDGET_MS,
  timeLeft,
  withTimeBudget,
} from '../../../examples/server/src/providers/time-budget.ts';
import { newUser, sharedBillingServer, TRADE_IDEAS } from './billing-support.ts';

const server = sharedBillingServer();

describe('the time budget of a request for its providers', () => {
  it('limits an attempt to its own limit or the time left, and to at least 1 ms', async () => {
    expect(timeLeft(4_000)).toBe(4_000);
    expect(withTimeBudget(60_000, () => timeLeft(4_000))).toBe(4_000);
    expect(withTimeBudget(1_000, () => timeLeft(4_000))).toBeLessThanOrEqual(1_000);
    expect(withTimeBudget(-1, () => timeLeft(4_000))).toBe(1);
    expect(await withTimeBudget(-1, async () => timeLeft(4_000))).toBe(1);
  });

  it('applies to all calls, and returns 503 with Retry-After when the provider does not respond [billing-server.provider-time]', async () => {
    const left: number[] = [];
    const silent = async () => {
      left.push(timeLeft(Number.POSITIVE_INFINITY));
      throw new PaymentProviderError('unavailable', 'No answer.');
    };
    const { cards, wallet } = server.context;
    Object.assign(server.context, {
      cards: { ...cards, createCustomer: silent },
      wallet: { ...wallet, createSubscription: silent, readWebhook: silent },
    });
    const { token } = await newUser(server);
    for (const gateway of ['stripe', 'paypal']) {
      const response = await server.call('POST', '/api/web/create-payment-intent', {
        token,
        body: { term: 1, gateway, program_id: TRADE_IDEAS },
      });
      expect(response.status, response.text).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
    }
    await server.call('POST', '/api/webhooks/paypal', { body: {} });
    expect(left).toHaveLength(3);
    expect(PROVIDER_BUDGET_MS).toBeLessThan(10_000);
    for (const milliseconds of left) expect(milliseconds).toBeLessThanOrEqual(PROVIDER_BUDGET_MS);
  });
});
