// The next charge in the profile, after the provider's data changed. All amounts are the provider's.
import { expect, it } from 'vitest';
import { sandboxCardObjects } from '../../../examples/sandbox/src/cards/tables.ts';
import { syncSubscription } from '../../../examples/server/src/billing/sync.ts';
import { eq } from '../../../examples/server/src/db/query.ts';
import { expiration, newSubscriber, sharedBillingServer, subscriptionsOf } from './billing-support.ts';

const server = sharedBillingServer();

async function change(id: string, parts: object): Promise<{ readonly customer?: string }> {
  const { db } = server.context;
  const [stored] = await db.select().from(sandboxCardObjects).where(eq(sandboxCardObjects.id, id));
  const body = { ...stored?.body, ...parts };
  await db.update(sandboxCardObjects).set({ body }).where(eq(sandboxCardObjects.id, id));
  return body;
}

it.each([
  ['the price', 0, {}, { next_amount: 50 }],
  ['the price less credit', -1_250, {}, { next_amount: 37.5 }],
  ['nothing to pay', -9_000, {}, { next_amount: 0 }],
  [
    'no date of a paused collection',
    0,
    { pause_collection: { behavior: 'void', resumes_at: null } },
    { status: 'paused', next_amount: null, next_charge_at: null },
  ],
])('shows %s as the next charge [billing-server.next-charge]', async (_, balance, parts, expected) => {
  const user = await newSubscriber(server);
  const [plan] = await subscriptionsOf(server, user.token);
  const id = String(plan?.provider_subscription_id);
  const { customer } = await change(id, parts);
  await change(String(customer), { balance });
  await syncSubscription(server.context, 'stripe', id);
  const [shown] = await subscriptionsOf(server, user.token);
  expect(shown).toMatchObject({ next_charge_at: plan?.next_charge_at, ...expected });
  expect((await expiration(server, user.token)).body.active).toBe(true);
});
