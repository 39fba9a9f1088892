import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { subscriptions } from '../db/schema/billing.ts';
import type { SubscriptionRow } from './subscription-state.ts';

/**
 * Inserts the row of a purchase. Returns `conflict` if the user has a live subscription (by the unique index
 * `subscriptions_one_live`), `no-account` if the account has been deleted or banned.
 */
export async function insertSubscription(
  db: Db,
  values: typeof subscriptions.$inferInsert,
): Promise<SubscriptionRow | 'conflict' | 'no-account'> {
  return db.transaction(async (tx) => {
    // The lock serializes a purchase and the deletion or ban of the account.
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, values.userId), isNull(users.deletedAt), isNull(users.bannedAt)))
      .for('share');
    if (user === undefined) return 'no-account';
    const [row] = await tx.insert(subscriptions).values(values).onConflictDoNothing().returning();
    return row ?? 'conflict';
  });
}
