import { expect, it } from 'vitest';
import { runBillingJobs } from '../../../examples/server/src/billing/jobs.ts';
import { mails, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { invoices, subscriptions } from '../../../examples/server/src/db/schema/billing.ts';
import {
  enrollByWallet,
  expiration,
  newSubscriber,
  newUser,
  sharedBillingServer,
} from './billing-support.ts';

const DAY = 86_400_000;

const server = sharedBillingServer({ frozen: true });

it('records a late payment of a deleted account without sending mail or granting access [billing-server.deleted-account]', async () => {
  const { db, clock } = server.context;
  const user = await newSubscriber(server);
  // All users of this server are deleted.
  await db.update(users).set({ deletedAt: new Date(clock.now()), expiredAt: null });
  const mailCount = (await db.select().from(mails)).length;

  // The end of the trial causes a payment, which webhooks report.
  server.clock.advance(8 * DAY);
  await server.cardSandbox.tick();

  const plan = (await db.select().from(subscriptions)).find(({ userId }) => userId === user.id);
  expect(plan?.status).toBe('active');
  const paid = (await db.select().from(invoices)).filter(
    ({ subscriptionId, status, amountCents }) =>
      subscriptionId === plan?.id && status === 'paid' && amountCents > 0,
  );
  expect(paid).toHaveLength(1);
  expect(await db.select().from(mails)).toHaveLength(mailCount);
  const ends = (await db.select().from(users)).map(({ expiredAt }) => expiredAt);
  expect(ends).toEqual(ends.map(() => null));
});

it('ends the plan of a deleted account when it is still active at the provider [billing-server.deleted-plan-ends]', async () => {
  const { context } = server;
  const { db, clock } = context;
  const byCard = await newSubscriber(server, '5555555555554444');
  const byWallet = await newUser(server);
  await enrollByWallet(server, byWallet.token);
  server.clock.advance(3000);
  await expiration(server, byWallet.token);
  // As if the cancellation had been lost, or a webhook had created the plan later.
  await db.update(users).set({ deletedAt: new Date(clock.now()), expiredAt: null });
  const activeUser = await newSubscriber(server, '378282246310005');
  const buyers = [byCard, byWallet, activeUser];
  const plansOf = async () => {
    const rows = await db.select().from(subscriptions);
    return buyers.map(({ id }) => rows.find(({ userId }) => userId === id));
  };
  const atProviders = async () =>
    Promise.all(
      (await plansOf()).map(async (row) => {
        const payments = row?.provider === 'paypal' ? context.wallet : context.cards;
        const found = await payments.findSubscription(String(row?.providerSubscriptionId));
        return found?.status === 'canceled' ? 'canceled' : 'active';
      }),
    );
  expect(await atProviders()).toEqual(['active', 'active', 'active']);

  const mailCount = (await db.select().from(mails)).length;
  // If the provider is unavailable, the next run tries again.
  const unreachable = { ...context.wallet, endSubscription: () => Promise.reject(new Error('down')) };
  await runBillingJobs({ ...context, wallet: unreachable });
  expect(await atProviders()).toEqual(['canceled', 'active', 'active']);
  await runBillingJobs(context);
  expect(await atProviders()).toEqual(['canceled', 'canceled', 'active']);
  expect((await plansOf()).map((row) => row?.status)).toEqual(['canceled', 'canceled', 'active']);

  // When the next payment would be due, deleted users are neither charged nor mailed.
  const before = await db.select().from(invoices);
  server.clock.advance(40 * DAY);
  await server.cardSandbox.tick();
  await server.walletSandbox.tick();
  const deletedPlanIds = (await plansOf()).slice(0, 2).map((row) => row?.id);
  const charged = (await db.select().from(invoices)).slice(before.length);
  expect(charged.filter(({ subscriptionId }) => deletedPlanIds.includes(subscriptionId))).toEqual([]);
  const recipients = (await db.select().from(mails)).slice(mailCount).map(({ toAddress }) => toAddress);
  expect(recipients.filter((to) => to === byCard.email || to === byWallet.email)).toEqual([]);
});
