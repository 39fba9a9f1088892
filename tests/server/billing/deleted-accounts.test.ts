import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBillingJobs } from '../../../examples/server/src/billing/jobs.ts';
import { mails, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { invoices, subscriptions } from '../../../examples/server/src/db/schema/billing.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { create, enrollByWallet, expiration, newPerson, saveCard } from './people.ts';

const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ frozen: true });
});
afterAll(() => server.close());

it('records a late payment of a deleted account without sending mail or granting access [billing-server.deleted-account]', async () => {
  const { db, clock } = server.context;
  const person = await newPerson(server);
  await create(server, person.token, await saveCard(server, person.token, '4242424242424242'));
  // All of this server's people are gone.
  await db.update(users).set({ deletedAt: new Date(clock.now()), expiredAt: null });
  const written = (await db.select().from(mails)).length;

  // The trial's end brings a payment: the provider's webhooks tell of it.
  server.clock.advance(8 * DAY);
  await server.cardSandbox?.tick();

  const plan = (await db.select().from(subscriptions)).find(({ userId }) => userId === person.id);
  expect(plan?.status).toBe('active');
  const paid = (await db.select().from(invoices)).filter(
    ({ subscriptionId, status, amountCents }) =>
      subscriptionId === plan?.id && status === 'paid' && amountCents > 0,
  );
  expect(paid).toHaveLength(1);
  expect(await db.select().from(mails)).toHaveLength(written);
  const ends = (await db.select().from(users)).map(({ expiredAt }) => expiredAt);
  expect(ends).toEqual(ends.map(() => null));
});

it('ends a plan of a deleted account that still runs at the card or wallet provider [billing-server.deleted-plan-ends]', async () => {
  const { context } = server;
  const { db, clock } = context;
  const byCard = await newPerson(server);
  await create(server, byCard.token, await saveCard(server, byCard.token, '5555555555554444'));
  const byWallet = await newPerson(server);
  await enrollByWallet(server, byWallet.token);
  server.clock.advance(3000);
  await expiration(server, byWallet.token);
  // As it would be if ending the plan had been lost, or if the plan came by a webhook afterwards.
  await db.update(users).set({ deletedAt: new Date(clock.now()), expiredAt: null });
  const stays = await newPerson(server);
  await create(server, stays.token, await saveCard(server, stays.token, '378282246310005'));
  const people = [byCard, byWallet, stays];
  const plansOf = async () => {
    const rows = await db.select().from(subscriptions);
    return people.map(({ id }) => rows.find(({ userId }) => userId === id));
  };
  const atProviders = async () =>
    Promise.all(
      (await plansOf()).map(async (row) => {
        const payments = row?.provider === 'paypal' ? context.wallet : context.cards;
        const found = await payments.findSubscription(String(row?.providerSubscriptionId));
        return found?.status === 'canceled' ? 'over' : 'runs';
      }),
    );
  expect(await atProviders()).toEqual(['runs', 'runs', 'runs']);

  const written = (await db.select().from(mails)).length;
  // A provider that cannot be asked now is asked at the next run.
  const unreachable = { ...context.wallet, endSubscription: () => Promise.reject(new Error('down')) };
  await runBillingJobs({ ...context, wallet: unreachable });
  expect(await atProviders()).toEqual(['over', 'runs', 'runs']);
  await runBillingJobs(context);
  expect(await atProviders()).toEqual(['over', 'over', 'runs']);
  expect((await plansOf()).map((row) => row?.status)).toEqual(['canceled', 'canceled', 'active']);

  // And nobody who has left is charged when the next payment would have been due, or written to.
  const before = await db.select().from(invoices);
  server.clock.advance(40 * DAY);
  await server.cardSandbox?.tick();
  await server.walletSandbox?.tick();
  const leavers = (await plansOf()).slice(0, 2).map((row) => row?.id);
  const charged = (await db.select().from(invoices)).slice(before.length);
  expect(charged.filter(({ subscriptionId }) => leavers.includes(subscriptionId))).toEqual([]);
  const addressed = (await db.select().from(mails)).slice(written).map(({ toAddress }) => toAddress);
  expect(addressed.filter((to) => to === byCard.email || to === byWallet.email)).toEqual([]);
});
