// Plans of deleted accounts, and deletions during a purchase, of which the server rejects one.
import { afterEach, expect, it, vi } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { runBillingJobs } from '../../../examples/server/src/billing/jobs.ts';
import { mails, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { invoices, subscriptions, walletApprovals } from '../../../examples/server/src/db/schema/billing.ts';
import {
  answerWallet,
  create,
  newSubscriber,
  newUser,
  newWalletSubscriber,
  paymentIntent,
  saveCard,
  sharedBillingServer,
  type TestUser,
} from './billing-support.ts';

const DAY = 86_400_000;

const server = sharedBillingServer({ frozen: true });
afterEach(() => vi.restoreAllMocks());

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
  const byWallet = await newWalletSubscriber(server);
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

const remove = (user: TestUser) =>
  server.call('POST', '/api/web/delete-account', { token: user.token, body: { password: demoPassword } });
const plansOf = async (user: TestUser) =>
  (await server.context.db.select().from(subscriptions)).filter(({ userId }) => userId === user.id);
const isDeleted = async (user: TestUser) =>
  (await server.context.db.select().from(users)).find(({ id }) => id === user.id)?.deletedAt !== null;

it('rejects the purchase when the account is deleted after the card was entered', async () => {
  const user = await newUser(server);
  const card = await saveCard(server, user.token, '4242424242424242');
  const { cards } = server.context;
  const findSetupIntent = cards.findSetupIntent.bind(cards);
  let deletion = 0;
  vi.spyOn(cards, 'findSetupIntent').mockImplementationOnce(async (id) => {
    deletion = (await remove(user)).status;
    return findSetupIntent(id);
  });
  const createSubscription = vi.spyOn(cards, 'createSubscription');

  const purchase = await create(server, user.token, card);

  expect([deletion, purchase.status]).toEqual([200, 401]);
  expect(createSubscription).not.toHaveBeenCalled();
  expect(await plansOf(user)).toEqual([]);
});

it('rejects the deletion when a purchase completes while the account is being deleted', async () => {
  const user = await newUser(server);
  const card = await saveCard(server, user.token, '5555555555554444');
  const { db } = server.context;
  const transaction = db.transaction.bind(db);
  let purchase = 0;
  // The first transaction of the deletion removes the personal data.
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (work, options) => {
    purchase = (await create(server, user.token, card)).status;
    return transaction(work, options);
  });

  const deletion = await remove(user);

  expect([purchase, deletion.status]).toEqual([201, 409]);
  expect(deletion.headers.get('retry-after')).toBe('60');
  expect(await isDeleted(user)).toBe(false);
  expect((await remove(user)).status).toBe(200);
  expect((await plansOf(user)).map(({ status }) => status)).toEqual(['canceled']);
});

it('ends an approved wallet plan unpaid when its account was deleted before activation', async () => {
  const user = await newUser(server);
  const intent = await paymentIntent(server, user.token, { gateway: 'paypal' });
  await answerWallet(server, String(intent.body.approveLink));
  const { db, clock, wallet } = server.context;
  // As if the approval had been created during the deletion.
  await db.update(users).set({ deletedAt: new Date(clock.now()) });
  const activate = vi.spyOn(wallet, 'activateSubscription');

  await runBillingJobs(server.context);

  expect(activate).not.toHaveBeenCalled();
  expect(await plansOf(user)).toEqual([]);
  const approval = (await db.select().from(walletApprovals)).find(({ userId }) => userId === user.id);
  expect(approval?.outcome).toBe('superseded');
});
