import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { subscriptions } from '../db/schema/billing.ts';
import type { SubscriptionRow } from './subscription-state.ts';

/**
 * Inserts the row of a purchase. Resolves with `taken` when the user already has an active subscription (enforced by the unique index),
 * and with `no-account` when the account has been deleted.
 */
export async function insertSubscription(
  db: Db,
  values: typeof subscriptions.$inferInsert,
): Promise<SubscriptionRow | 'taken' | 'no-account'> {
  return db.transaction(async (tx) => {
    // The lock serializes a purchase and the deletion of the account.
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, values.userId), isNull(users.deletedAt)))
      .for('share');
    if (person === undefined) return 'no-account';
    const [row] = await tx.insert(subscriptions).values(values).onConflictDoNothing().returning();
    return row ?? 'taken';
  });
}
