import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPayment, refundPayment } from '../../../examples/server/src/billing/index.ts';
import { subscriptions } from '../../../examples/server/src/db/schema/billing.ts';
import { PaymentProviderError } from '../../../examples/server/src/providers/payments.types.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import {
  create,
  enrollByWallet,
  expiration,
  newUser,
  saveCard,
  TRADE_IDEAS,
} from '../billing/billing-support.ts';
import { operate, send } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ frozen: true, config: { trialDays: 0 } });
});
afterAll(() => server.close());

/** A member who has paid by card; returns their address. */
async function payer(): Promise<string> {
  const user = await newUser(server);
  await create(server, user.token, await saveCard(server, user.token, '4000056655665556'));
  return user.email;
}

test('finds payments by the address and by the ids of the provider [operate.billing]', async () => {
  const text = await payer();
  const { rows = [] } = await operate(server, 'billing find', { text });
  expect(rows).toMatchObject([{ amount: '50.00 USD', refunded: '0.00 USD', status: 'paid' }]);
  const byId = await operate(server, 'billing find', { text: String(rows[0]?.provider_id) });
  expect(byId.rows).toEqual(rows);
  expect((await operate(server, 'billing find', { text: 'nobody' })).rows).toEqual([]);
});

test('refunds a card payment in parts, never more than was paid [operate.refund]', async () => {
  const text = await payer();
  const payment = String((await operate(server, 'billing find', { text })).rows?.[0]?.payment);
  const preview = await operate(server, 'billing refund', { payment }, true);
  expect(preview.message).toContain('Would refund 50.00 USD');
  // Two commands that read the payment at the same moment.
  const read = await findPayment(server.context.db, Number(payment));
  if (read === undefined) throw new Error('No payment');
  await Promise.all([refundPayment(server.context, read, 2000), refundPayment(server.context, read, 2000)]);
  expect((await operate(server, 'billing find', { text })).rows?.[0]?.refunded).toBe('20.00 USD');
  expect(await send(server, 'billing refund', { payment, cents: '3001' })).toMatchObject({ ok: false });
  await operate(server, 'billing refund', { payment });
  expect((await operate(server, 'billing find', { text })).rows?.[0]?.refunded).toBe('50.00 USD');
  expect(await send(server, 'billing refund', { payment })).toMatchObject({ ok: false });
});

test('refunds a PayPal payment [operate.refund]', async () => {
  const user = await newUser(server);
  await enrollByWallet(server, user.token);
  // The polls read an approval at most every two seconds.
  server.clock.advance(3_000);
  await expiration(server, user.token);
  const { rows = [] } = await operate(server, 'billing find', { text: user.email });
  const payment = String(rows[0]?.payment);
  expect(rows[0]).toMatchObject({ provider: 'paypal', amount: '50.00 USD' });
  await operate(server, 'billing refund', { payment, cents: '100' });
  const after = await operate(server, 'billing find', { text: user.email });
  expect(after.rows?.[0]?.refunded).toBe('1.00 USD');
});

test('reads the plans of a member from the provider [operate.resync]', async () => {
  const member = await payer();
  const plan = (await operate(server, 'member show', { member })).rows?.[0];
  // As after lost webhooks.
  await server.context.db.update(subscriptions).set({ currentPeriodEnd: new Date(0) });
  await operate(server, 'billing resync', { member });
  expect((await operate(server, 'member show', { member })).rows?.[0]?.end).toBe(plan?.end);
});

test.each(['cards', 'wallet'] as const)(
  'reads the other plans when the %s provider does not respond, and reports the failed one [operate.resync]',
  async (silent) => {
    const { context } = server;
    const { cards, wallet, db } = context;
    const { id: userId, email } = await newUser(server);
    const at = new Date(server.clock.now());
    const ended = {
      userId,
      programId: TRADE_IDEAS,
      status: 'canceled',
      period: 1,
      createdAt: at,
      updatedAt: at,
    } as const;
    const plans = await db
      .insert(subscriptions)
      .values([
        { ...ended, provider: 'stripe', providerSubscriptionId: `sub_${silent}` },
        { ...ended, provider: 'paypal', providerSubscriptionId: `I-${silent}` },
      ])
      .returning();
    const read: string[] = [];
    const findSubscription = async (id: string) => {
      read.push(id);
      return null;
    };
    const others = { findSubscription, listInvoices: async () => [] };
    const away = () => Promise.reject(new PaymentProviderError('unavailable', 'No answer.'));
    Object.assign(context, { cards: { ...cards, ...others }, wallet: { ...wallet, ...others } });
    Object.assign(context[silent], { findSubscription: away });
    const response = await send(server, 'billing resync', { member: email });
    Object.assign(context, { cards, wallet });
    expect(read).toEqual([silent === 'cards' ? 'I-cards' : 'sub_wallet']);
    const failed = plans.find(({ providerSubscriptionId: id }) => id !== read[0]);
    expect(response).toMatchObject({ ok: false });
    expect(response.message).toContain(
      `Plans read: 1. Not read: ${failed?.id} (${failed?.provider}): unavailable`,
    );
  },
);
