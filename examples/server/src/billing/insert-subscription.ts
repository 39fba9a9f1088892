import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { subscriptions } from '../db/schema/billing.ts';
import type { SubscriptionRow } from './subscription-state.ts';

/**
 * Inserts the row of a purchase. Resolves with `taken` when the person has another live subscription (the unique index
 * decides), and with `no-account` when the account has been deleted.
 */
export async function insertPlace(
  db: Db,
  place: typeof subscriptions.$inferInsert,
): Promise<SubscriptionRow | 'taken' | 'no-account'> {
  return db.transaction(async (tx) => {
    // The lock orders a purchase and a deletion of the account: the second one sees what the first one did.
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, place.userId), isNull(users.deletedAt)))
      .for('share');
    if (person === undefined) return 'no-account';
    const [row] = await tx.insert(subscriptions).values(place).onConflictDoNothing().returning();
    return row ?? 'taken';
  });
}
