import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { identities } from '../db/schema/identities.ts';

/**
 * Notes that the person has shown the address to be theirs. What was connected to the account before anybody had shown
 * that goes: it may be of somebody who only claimed the address. Returns whether it is news.
 */
export async function confirmEmail(tx: Db, userId: number, now: number): Promise<boolean> {
  const confirmed = await tx
    .update(users)
    .set({ emailVerifiedAt: new Date(now) })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  if (confirmed.length === 0) return false;
  await tx.delete(identities).where(eq(identities.userId, userId));
  return true;
}
