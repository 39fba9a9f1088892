// Deleting an account during a purchase: the server rejects either the purchase or the deletion.
import { afterEach, expect, it, vi } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { runBillingJobs } from '../../../examples/server/src/billing/jobs.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { subscriptions, walletApprovals } from '../../../examples/server/src/db/schema/billing.ts';
import {
  answerWallet,
  create,
  newUser,
  paymentIntent,
  saveCard,
  sharedBillingServer,
  type TestUser,
} from './billing-support.ts';

const server = sharedBillingServer({ frozen: true });
afterEach(() => vi.restoreAllMocks());

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
