import { foldText } from '@openbell/core/contract';
import { and, desc, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { UserRow } from '../sessions/sessions.ts';

/** Rows that are read at once. */
const BATCH = 1_000;

/**
 * Finds users by a part of their name or e-mail address, as `foldText` compares them, newest first. Databases fold letters
 * differently, so the texts are compared here.
 */
export async function findUsers(db: Db, text: string, limit: number): Promise<UserRow[]> {
  const wanted = foldText(text).trim();
  const found: UserRow[] = [];
  let before: number | undefined;
  for (;;) {
    const rows = await db
      .select()
      .from(users)
      .where(and(isNull(users.deletedAt), before === undefined ? undefined : lt(users.id, before)))
      .orderBy(desc(users.id))
      .limit(BATCH);
    found.push(
      ...rows.filter(
        ({ email, firstName }) => foldText(email).includes(wanted) || foldText(firstName).includes(wanted),
      ),
    );
    if (found.length >= limit || rows.length < BATCH) return found.slice(0, limit);
    before = rows.at(-1)?.id;
  }
}

/** Counts the accounts that were created after a time. */
export function countUsers(db: Db, since: Date): Promise<number> {
  return db.$count(users, and(isNull(users.deletedAt), gt(users.createdAt, since)));
}
