// Access that the operator grants by hand: a plan of the provider `manual`, which ends with its period.
import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { programs, subscriptions } from '../db/schema/billing.ts';
import { HttpError } from '../http/http-error.ts';
import type { UserRow } from '../sessions/sessions.ts';
import type { BillingContext } from './billing.types.ts';
import { plansOf, updateAccess } from './sync.ts';

/**
 * Grants access until a time, next to the user's other plans. The status is `canceled`: it never renews, does not prevent
 * a purchase, and gives access to the end of its period.
 */
export async function grantAccess(context: BillingContext, userId: number, until: Date): Promise<void> {
  const at = new Date(context.clock.now());
  await context.bus.transact(async (tx, publish) => {
    const user = await lockUser(tx, userId);
    const [program] = await tx.select({ id: programs.id }).from(programs).orderBy(programs.position).limit(1);
    if (program === undefined) throw new HttpError(409, 'There is no program in the table programs.');
    await tx.insert(subscriptions).values({
      userId,
      programId: program.id,
      provider: 'manual',
      providerSubscriptionId: `manual_${randomUUID()}`,
      status: 'canceled',
      period: 1,
      currentPeriodStart: at,
      currentPeriodEnd: until,
      cancelAtPeriodEnd: true,
      canceledAt: at,
      amountCents: 0,
      createdAt: at,
      updatedAt: at,
    });
    await updateAccess(tx, publish, { user, rows: await plansOf(tx, userId), now: at.getTime() });
  });
}

/** Ends the granted plans of a user now and returns their number. */
export async function revokeGrants(context: BillingContext, userId: number): Promise<number> {
  const at = new Date(context.clock.now());
  return context.bus.transact(async (tx, publish) => {
    const user = await lockUser(tx, userId);
    const ended = await tx
      .update(subscriptions)
      .set({ currentPeriodEnd: at, updatedAt: at })
      .where(
        and(
          eq(subscriptions.userId, userId),
          eq(subscriptions.provider, 'manual'),
          gt(subscriptions.currentPeriodEnd, at),
        ),
      )
      .returning({ id: subscriptions.id });
    await updateAccess(tx, publish, { user, rows: await plansOf(tx, userId), now: at.getTime() });
    return ended.length;
  });
}

/** Serializes changes of one user's plans, as in `applySubscription`. */
async function lockUser(tx: Db, userId: number): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (user === undefined || user.deletedAt !== null) throw new HttpError(404, 'The account was deleted.');
  return user;
}
