import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { identities } from '../db/schema/identities.ts';
import { removePasskeys } from '../factors/index.ts';

/**
 * Marks the user's e-mail address as confirmed and returns whether it was unconfirmed. If so, removes the connected social
 * identities and the passkeys: they may belong to someone who registered an address of another person.
 */
export async function confirmEmail(tx: Db, userId: number, now: number): Promise<boolean> {
  const confirmed = await tx
    .update(users)
    .set({ emailVerifiedAt: new Date(now) })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  if (confirmed.length === 0) return false;
  await tx.delete(identities).where(eq(identities.userId, userId));
  await removePasskeys(tx, userId);
  return true;
}
