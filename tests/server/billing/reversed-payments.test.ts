// Refunds and disputes. An event makes the server read the payment, so the order of the events does not matter.
import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withStore } from '../../../examples/sandbox/src/cards/api.ts';
import { createStore } from '../../../examples/sandbox/src/cards/store.ts';
import { sandboxWalletObjects } from '../../../examples/sandbox/src/wallet/tables.ts';
import { withWalletStore } from '../../../examples/sandbox/src/wallet/wallet-store.ts';
import { findBilling } from '../../../examples/server/src/billing/index.ts';
import { syncWalletPayment } from '../../../examples/server/src/billing/wallet-approvals.ts';
import { eq } from '../../../examples/server/src/db/query.ts';
import { invoices, refunds } from '../../../examples/server/src/db/schema/billing.ts';
import { operate } from '../operate/support.ts';
import {
  buy,
  expiration,
  newUser,
  newWalletSubscriber,
  sharedBillingServer,
  signedEvent,
  type TestUser,
} from './billing-support.ts';
import { type DisputeState, putDispute, putWalletDispute } from './put-dispute.ts';
import { stripeFor } from './support.ts';

let user: TestUser;
const server = sharedBillingServer({ frozen: true, config: { trialDays: 0 } });
beforeEach(async () => {
  user = await newUser(server);
});

const hasAccess = async () => (await expiration(server, user.token)).body.active;
const paymentsOf = async () => (await findBilling(server.context.db, user.email)).payments;
const subscribe = () => buy(server, user.token, '4000056655665556');

describe('a card payment', () => {
  const stripe = () => stripeFor(server.cardSandbox.access);
  const now = () => Math.floor(server.clock.now() / 1000);
  const newestInvoice = async () => String((await paymentsOf())[0]?.providerId);
  const refund = async (amount?: number, invoice?: string) => {
    const payment_intent = (invoice ?? (await newestInvoice())).replace(/^in_/, 'pi_');
    await stripe().refunds.create({ payment_intent, ...(amount === undefined ? {} : { amount }) });
  };
  const dispute = async (...statuses: readonly string[]) => {
    const invoice = await newestInvoice();
    for (const status of statuses)
      await withStore(server.context.db, (tx) => putDispute(createStore(tx, now), invoice, status));
  };
  const renew = async () => {
    server.clock.advance(32 * 86_400_000);
    await server.cardSandbox.tick();
    user = { ...user, token: await server.signIn(user.email as `${string}@${string}`) };
  };

  function deliver(event: Stripe.Event) {
    const { body, signature } = signedEvent(server, event);
    return server.call('POST', '/api/webhooks/stripe', { body, headers: { 'stripe-signature': signature } });
  }

  test.each([
    ['is refunded in part', () => refund(4999), true],
    ['is refunded in full', () => refund(), false],
    [
      'is refunded in two parts',
      async () => {
        await refund(3000);
        await refund(2000);
      },
      false,
    ],
    ['is disputed', () => dispute('needs_response'), false],
    ['is the subject of an inquiry', () => dispute('warning_needs_response'), true],
    ['was disputed, which the member won', () => dispute('needs_response', 'lost'), false],
    ['was disputed, which the site won', () => dispute('needs_response', 'won'), true],
    [
      'was refunded in full, but the next one is not',
      async () => {
        await refund();
        await renew();
      },
      true,
    ],
    [
      'is not refunded, but an earlier one is',
      async () => {
        const earlier = await newestInvoice();
        await renew();
        await refund(undefined, earlier);
      },
      true,
    ],
  ] as const)('that %s [billing-server.reversal]', async (_what, act, expected) => {
    const [last] = (await stripe().events.list({ limit: 1 })).data;
    await subscribe();
    expect(await hasAccess()).toBe(true);
    await act();
    // As if the server had read no payment yet. The newest event is delivered first, and all of them twice.
    for (const { id } of await paymentsOf()) {
      await server.context.db.delete(refunds).where(eq(refunds.invoiceId, id));
      await server.context.db.delete(invoices).where(eq(invoices.id, id));
    }
    const { data } = await stripe().events.list({ limit: 100 });
    const before = data.findIndex(({ id }) => id === last?.id);
    expect(before).toBeGreaterThan(3);
    for (const event of data.slice(0, before)) {
      const response = await deliver(event);
      expect(response.status, event.type).toBe(200);
    }
    expect(await hasAccess()).toBe(expected);
    await server.cardSandbox.tick();
    expect(await hasAccess()).toBe(expected);
  });

  test('lets the member buy again after a full refund', async () => {
    await subscribe();
    await refund();
    await server.cardSandbox.tick();
    expect(await hasAccess()).toBe(false);
    expect((await subscribe()).status).toBe(201);
    expect(await hasAccess()).toBe(true);
  });
});

describe('a PayPal payment', () => {
  let payer: TestUser;
  let payment: string;
  const claim: DisputeState = { status: 'UNDER_REVIEW', dispute_life_cycle_stage: 'CHARGEBACK' };
  const resolved = (outcome_code: string): DisputeState => ({
    status: 'RESOLVED',
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_outcome: { outcome_code },
  });
  const payerHasAccess = async () => (await expiration(server, payer.token)).body.active;

  /** Creates the payer of all disputed payments. */
  beforeAll(async () => {
    payer = await newWalletSubscriber(server);
    expect(await payerHasAccess()).toBe(true);
    await server.walletSandbox.tick();
    payment = String((await findBilling(server.context.db, payer.email)).payments[0]?.providerId);
  });

  test.each<[string, readonly DisputeState[], boolean]>([
    ['is the subject of an inquiry', [{ status: 'OPEN', dispute_life_cycle_stage: 'INQUIRY' }], true],
    ['is disputed', [claim], false],
    [
      'was the subject of an inquiry, which became a claim',
      [{ status: 'WAITING_FOR_SELLER_RESPONSE', dispute_life_cycle_stage: 'INQUIRY' }, claim],
      false,
    ],
    ['is disputed at the card network', [{ ...claim, dispute_life_cycle_stage: 'ARBITRATION' }], false],
    ['was disputed, which the member won', [claim, resolved('RESOLVED_BUYER_FAVOUR')], false],
    ['was disputed, which the site accepted', [claim, resolved('ACCEPTED')], false],
    ['was disputed, which the site won', [claim, resolved('RESOLVED_SELLER_FAVOUR')], true],
    ['was disputed, which PayPal paid', [claim, resolved('RESOLVED_WITH_PAYOUT')], true],
    ['was disputed, which the member canceled', [claim, resolved('CANCELED_BY_BUYER')], true],
  ])('that %s [billing-server.reversal]', async (_what, states, expected) => {
    const { db } = server.context;
    await db.delete(sandboxWalletObjects).where(eq(sandboxWalletObjects.kind, 'dispute'));
    expect(await syncWalletPayment(server.context, payment)).toBe(true);
    expect(await payerHasAccess()).toBe(true);
    for (const state of states) {
      await withWalletStore(db, (store) =>
        putWalletDispute(store, payment, { state, at: server.clock.now() }),
      );
      await server.walletSandbox.tick();
    }
    expect(await payerHasAccess()).toBe(expected);
  });

  test.each([
    ['is refunded in part', { cents: '4999' }, true],
    ['is refunded in full', {}, false],
  ])('that %s [billing-server.reversal]', async (_what, part, expected) => {
    user = await newWalletSubscriber(server);
    expect(await hasAccess()).toBe(true);
    await server.walletSandbox.tick();
    const payment = String((await paymentsOf())[0]?.id);
    await operate(server, 'billing refund', { payment, ...part });
    await server.walletSandbox.tick();
    expect(await hasAccess()).toBe(expected);
  });
});
