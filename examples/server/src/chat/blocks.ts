import { eq, or } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { userBlocks } from '../db/schema/chat.ts';

/** Returns the ids of users with a block between them and this one, in either direction. */
export async function blockedEitherWay(db: Db, userId: number): Promise<Set<number>> {
  const rows = await db
    .select({ userId: userBlocks.userId, blockedId: userBlocks.blockedId })
    .from(userBlocks)
    .where(or(eq(userBlocks.userId, userId), eq(userBlocks.blockedId, userId)));
  return new Set(rows.map((row) => (row.userId === userId ? row.blockedId : row.userId)));
}
