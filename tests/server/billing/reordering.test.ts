// Property: for any order, repetition and delay of webhooks, the stored subscription ends up equal to the provider's,
// and each notice is sent once. Also: a subscription that is not stored.
import { latestExpiredAt } from '@openbell/core/entitlement';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { withStore } from '../../../examples/sandbox/src/cards/api.ts';
import { advanceBilling } from '../../../examples/sandbox/src/cards/billing-cycle.ts';
import { createStore } from '../../../examples/sandbox/src/cards/store.ts';
import { sandboxCardObjects } from '../../../examples/sandbox/src/cards/tables.ts';
import { sandboxWalletObjects } from '../../../examples/sandbox/src/wallet/tables.ts';
import { advanceWallet } from '../../../examples/sandbox/src/wallet/wallet-cycle.ts';
import { withWalletStore } from '../../../examples/sandbox/src/wallet/wallet-store.ts';
import type { BillingContext } from '../../../examples/server/src/billing/billing.types.ts';
import { periodsOf, stateOf } from '../../../examples/server/src/billing/subscription-state.ts';
import { handleCardWebhook, handleWalletWebhook } from '../../../examples/server/src/billing/webhooks.ts';
import { eq } from '../../../examples/server/src/db/query.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import {
  billingCustomers,
  invoices,
  subscriptions,
  trialClaims,
} from '../../../examples/server/src/db/schema/billing.ts';
import type { ProviderEvent } from '../../../examples/server/src/providers/payments.types.ts';
import {
  create,
  mailsTo,
  newSubscriber,
  newUser,
  newWalletSubscriber,
  saveCard,
  sharedBillingServer,
  subscriptionsOf,
} from './billing-support.ts';

const DAY = 86_400_000;
const RUNS = 3;

const server = sharedBillingServer({ frozen: true });
beforeAll(async () => {
  await quiet();
});

const db = () => server.context.db;
const now = () => server.clock.now();

/** Advances the sandboxes and holds their webhooks back for the test to deliver. */
async function quiet(): Promise<void> {
  const seconds = Math.floor(now() / 1000);
  await withStore(db(), (tx) => advanceBilling((at) => createStore(tx, () => at), seconds));
  await withWalletStore(db(), (store) => advanceWallet(store, now()));
}

interface Life {
  readonly provider: 'stripe' | 'paypal';
  readonly providerId: string;
  readonly email: string;
  readonly userId: number;
}

async function begin(provider: Life['provider'], refuses: boolean): Promise<Life> {
  // Each run begins with a trial, although the card or the account is the same.
  await db().delete(trialClaims);
  const user =
    provider === 'stripe'
      ? await newSubscriber(server, refuses ? '4000000000000341' : '4242424242424242')
      : await newWalletSubscriber(server, { funding: refuses ? 'refuses' : 'good' });
  const [plan] = await subscriptionsOf(server, user.token);
  const providerId = String(plan?.provider_subscription_id);
  return { provider, providerId, email: user.email, userId: user.id };
}

/** All events of this subscription so far, as the provider would send them. */
async function eventsOf({ provider, providerId }: Life): Promise<ProviderEvent[]> {
  const table = provider === 'stripe' ? sandboxCardObjects : sandboxWalletObjects;
  const rows = (await db().select().from(table)).filter(({ kind }) => kind === 'event');
  return rows
    .filter(({ body }) => JSON.stringify(body).includes(providerId))
    .map(({ id, body }): ProviderEvent => {
      const object =
        'data' in body ? (body as { data: { object: { id: string; object: string } } }).data.object : null;
      if (object === null) return { id, type: provider, about: { kind: 'subscription', id: providerId } };
      const kind = object.object === 'subscription' || object.object === 'invoice' ? object.object : null;
      return { id, type: provider, about: kind === null ? null : { kind, id: object.id } };
    });
}

/** Processes the event as if its signature were valid. */
async function deliver(life: Life, event: ProviderEvent): Promise<void> {
  const { context } = server;
  const trusting: BillingContext = {
    ...context,
    cards: { ...context.cards, readWebhook: () => event },
    wallet: { ...context.wallet, readWebhook: async () => event },
  };
  if (life.provider === 'stripe') await handleCardWebhook(trusting, '', '');
  else await handleWalletWebhook(trusting, '', new Headers());
}

/** Asserts that the stored subscription equals the provider's. */
async function expectTruth(life: Life): Promise<void> {
  const { cards, wallet } = server.context;
  const payments = life.provider === 'stripe' ? cards : wallet;
  const truth = await payments.findSubscription(life.providerId);
  const [row] = (await db().select().from(subscriptions)).filter(
    ({ providerSubscriptionId }) => providerSubscriptionId === life.providerId,
  );
  if (truth === null || row === undefined) throw new Error('The subscription is lost.');
  const { updatedAt: _, ...wanted } = stateOf(truth, row, now());
  expect(row).toMatchObject(wanted);
  const paid = (await payments.listInvoices(life.providerId)).filter(({ status }) => status === 'paid');
  const kept = (await db().select().from(invoices)).filter(({ subscriptionId }) => subscriptionId === row.id);
  expect(
    kept
      .filter(({ status }) => status === 'paid')
      .map(({ providerInvoiceId }) => providerInvoiceId)
      .sort(),
  ).toEqual(paid.map(({ id }) => id).sort());
  const [user] = (await db().select().from(users)).filter(({ id }) => id === life.userId);
  const derived = latestExpiredAt([periodsOf(row)]);
  if (derived !== null) expect(user?.expiredAt?.getTime()).toBe(derived);
  else expect(user?.expiredAt?.getTime()).toBeLessThanOrEqual(now());
  const mails = await mailsTo(server, life.email);
  const receipts = mails.filter(({ subject }) => subject.startsWith('Receipt'));
  expect(receipts).toHaveLength(paid.filter(({ amountCents }) => amountCents > 0).length);
  for (const subject of ['Your free trial has started', 'Your subscription has ended']) {
    expect(mails.filter((mail) => mail.subject === subject).length).toBeLessThanOrEqual(1);
  }
}

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 3, arbitrary: fc.record({ event: fc.nat({ max: 50 }) }) },
);

describe.each(['stripe', 'paypal'] as const)('events of a plan in any order, by %s', (provider) => {
  it(
    'end in the state that the provider has [billing-server.reordering]',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.boolean(),
          fc.array(step, { maxLength: 8 }),
          fc.infiniteStream(fc.nat()),
          async (refuses, steps, order) => {
            const life = await begin(provider, refuses);
            for (const part of steps) {
              if ('days' in part) {
                server.clock.advance(part.days * DAY);
                await quiet();
              } else {
                const sofar = await eventsOf(life);
                const event = sofar[part.event % Math.max(1, sofar.length)];
                // Duplicate deliveries and repeated reads have no effect.
                if (event !== undefined) await deliver(life, { ...event, id: `${event.id}-early` });
              }
            }
            const left = await eventsOf(life);
            while (left.length > 0) {
              const [event] = left.splice((order.next().value ?? 0) % left.length, 1);
              if (event !== undefined) await deliver(life, event);
            }
            await expectTruth(life);
          },
        ),
        { numRuns: RUNS },
      );
    },
    20_000 + RUNS * 10_000,
  );
});

describe('a second subscription of one purchase, which the provider completed late', () => {
  /** Buys a plan, and returns a function that creates another subscription for its row. */
  async function buyPlan() {
    const { cards } = server.context;
    const user = await newUser(server);
    const card = await saveCard(server, user.token, '4242424242424242');
    await create(server, user.token, card);
    const [row] = (await db().select().from(subscriptions)).filter(({ userId }) => userId === user.id);
    const [customer] = (await db().select().from(billingCustomers)).filter(
      ({ userId }) => userId === user.id,
    );
    if (row === undefined || customer === undefined) throw new Error('No plan was bought.');
    const late = (reference: number) =>
      cards.createSubscription({
        customerId: customer.providerCustomerId,
        userId: user.id,
        reference,
        paymentMethodId: card,
        plan: {
          programSlug: 'late',
          programName: 'Late',
          term: 2,
          amountCents: 100,
          currency: 'usd',
        },
        trialDays: 0,
        idempotencyKey: `late:${reference}:${user.id}`,
      });
    return { row, late };
  }

  async function statusAfterWebhook(id: string): Promise<string | undefined> {
    const event = { id: `evt_${id}`, type: 'stripe', about: { kind: 'subscription', id } } as const;
    await handleCardWebhook(
      { ...server.context, cards: { ...server.context.cards, readWebhook: () => event } },
      '',
      '',
    );
    return (await server.context.cards.findSubscription(id))?.status;
  }

  const errors = () => server.logLines.filter((line) => line.includes('billing.second-subscription'));

  it('is ended at the provider and logged; the stored one stays [billing-server.second-plan]', async () => {
    const { row, late } = await buyPlan();
    const { id } = await late(row.id);
    const before = errors().length;
    expect(await statusAfterWebhook(id)).toBe('canceled');
    expect(errors()).toHaveLength(before + 1);
    expect(errors().at(-1)).toContain(id);
    const own = await server.context.cards.findSubscription(row.providerSubscriptionId ?? '');
    expect(own?.status).toBe('trialing');
  });

  it('is not ended when it is of another customer, or the stored one is over [billing-server.second-plan]', async () => {
    const [{ row }, other] = [await buyPlan(), await buyPlan()];
    expect(await statusAfterWebhook((await other.late(row.id)).id)).toBe('active');
    const before = errors().length;
    await db().update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.id, other.row.id));
    expect(await statusAfterWebhook((await other.late(other.row.id)).id)).toBe('active');
    expect(errors()).toHaveLength(before + 1);
  });
});
