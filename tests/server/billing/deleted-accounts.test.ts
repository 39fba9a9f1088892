import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { invoices, subscriptions } from '../../../examples/server/src/db/schema/billing.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { create, newPerson, saveCard } from './people.ts';

const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ frozenAt: Math.floor(Date.now() / 1000) * 1000 });
});
afterAll(() => server.close());

it("a late event of a deleted person's plan is kept for the books, writes no mail and gives no access [billing-server.deleted-account]", async () => {
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
