// An account that is deleted while a purchase is under way: either the purchase or the deletion is refused.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { runBillingJobs } from '../../../examples/server/src/billing/jobs.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { subscriptions, walletApprovals } from '../../../examples/server/src/db/schema/billing.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { answerWallet, create, newPerson, type Person, paymentIntent, saveCard } from './people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ frozen: true });
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const remove = (person: Person) =>
  server.call('POST', '/api/web/delete-account', { token: person.token, body: { password: demoPassword } });
const plansOf = async (person: Person) =>
  (await server.context.db.select().from(subscriptions)).filter(({ userId }) => userId === person.id);
const isDeleted = async (person: Person) =>
  (await server.context.db.select().from(users)).find(({ id }) => id === person.id)?.deletedAt !== null;

it('rejects the purchase when the account is deleted after the card was entered', async () => {
  const person = await newPerson(server);
  const card = await saveCard(server, person.token, '4242424242424242');
  const { cards } = server.context;
  const findSetupIntent = cards.findSetupIntent.bind(cards);
  let deletion = 0;
  vi.spyOn(cards, 'findSetupIntent').mockImplementationOnce(async (id) => {
    deletion = (await remove(person)).status;
    return findSetupIntent(id);
  });
  const createSubscription = vi.spyOn(cards, 'createSubscription');

  const purchase = await create(server, person.token, card);

  expect([deletion, purchase.status]).toEqual([200, 401]);
  expect(createSubscription).not.toHaveBeenCalled();
  expect(await plansOf(person)).toEqual([]);
});

it('rejects the deletion when a purchase completes while the account is being deleted', async () => {
  const person = await newPerson(server);
  const card = await saveCard(server, person.token, '5555555555554444');
  const { db } = server.context;
  const transaction = db.transaction.bind(db);
  let purchase = 0;
  // The first transaction of the deletion is the one that empties the account.
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (work, options) => {
    purchase = (await create(server, person.token, card)).status;
    return transaction(work, options);
  });

  const deletion = await remove(person);

  expect([purchase, deletion.status]).toEqual([201, 409]);
  expect(deletion.headers.get('retry-after')).toBe('60');
  expect(await isDeleted(person)).toBe(false);
  expect((await remove(person)).status).toBe(200);
  expect((await plansOf(person)).map(({ status }) => status)).toEqual(['canceled']);
});

it('ends an approved wallet plan unpaid when its account was deleted before activation', async () => {
  const person = await newPerson(server);
  const intent = await paymentIntent(server, person.token, { gateway: 'paypal' });
  await answerWallet(server, String(intent.body.approveLink));
  const { db, clock, wallet } = server.context;
  // As when the approval was opened while the account was being deleted.
  await db.update(users).set({ deletedAt: new Date(clock.now()) });
  const activate = vi.spyOn(wallet, 'activateSubscription');

  await runBillingJobs(server.context);

  expect(activate).not.toHaveBeenCalled();
  expect(await plansOf(person)).toEqual([]);
  const approval = (await db.select().from(walletApprovals)).find(({ userId }) => userId === person.id);
  expect(approval?.outcome).toBe('superseded');
});
