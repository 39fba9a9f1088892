import { and, count, desc, gt, ilike, isNull, or } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { UserRow } from '../sessions/sessions.ts';

/** Finds users by a part of their name or e-mail address, newest first. */
export function findUsers(db: Db, text: string, limit: number): Promise<UserRow[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return db
    .select()
    .from(users)
    .where(and(isNull(users.deletedAt), or(ilike(users.email, pattern), ilike(users.firstName, pattern))))
    .orderBy(desc(users.id))
    .limit(limit);
}

/** Counts the accounts that were created after a time. */
export async function countUsers(db: Db, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(users)
    .where(and(isNull(users.deletedAt), gt(users.createdAt, since)));
  return row?.count ?? 0;
}
