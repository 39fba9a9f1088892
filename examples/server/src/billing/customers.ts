import { eq } from 'drizzle-orm';
import { billingCustomers } from '../db/schema/billing.ts';
import { sha256Hex } from '../security/tokens.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import { callProvider } from './provider-errors.ts';

/**
 * Returns the id of the user's customer at the card provider. Creates the customer once, also for parallel requests: they
 * use the same idempotency key.
 */
export async function customerFor({ db, cards, clock }: BillingContext, payer: Payer): Promise<string> {
  const find = async () => {
    const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, payer.userId));
    return row?.providerCustomerId;
  };
  const existing = await find();
  if (existing !== undefined) return existing;
  const nameHash = sha256Hex(`${payer.email}\n${payer.firstName}`).slice(0, 16);
  const customer = await callProvider(() =>
    cards.createCustomer({
      userId: payer.userId,
      email: payer.email,
      name: payer.firstName,
      idempotencyKey: `customer:${payer.userId}:${nameHash}`,
    }),
  );
  await db
    .insert(billingCustomers)
    .values({ userId: payer.userId, providerCustomerId: customer.id, createdAt: new Date(clock.now()) })
    .onConflictDoNothing();
  return (await find()) ?? customer.id;
}
