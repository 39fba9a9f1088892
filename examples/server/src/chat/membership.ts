import { and, eq, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { preparedQuery } from '../db/prepared-query.ts';
import { chatMembers } from '../db/schema/chat.ts';

export type Membership = typeof chatMembers.$inferSelect;

const MAX_CHAT_ID = 2_147_483_647;

/** Returns whether a number can be the id of a chat. */
export function isChatId(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_CHAT_ID;
}

/** Finds a user's membership of a chat; undefined for non-members and unknown chats alike. */
export async function findMembership(
  db: Db,
  chatId: number,
  userId: number,
): Promise<Membership | undefined> {
  if (!isChatId(chatId)) return undefined;
  const [row] = await membershipQuery(db).execute({ chatId, userId });
  return row;
}

const membershipQuery = preparedQuery((db) =>
  db
    .select()
    .from(chatMembers)
    .where(
      and(
        eq(chatMembers.chatId, sql.placeholder('chatId')),
        eq(chatMembers.userId, sql.placeholder('userId')),
      ),
    )
    .prepare('membership'),
);

/** Returns the ids of a chat's members. */
export async function memberIds(db: Db, chatId: number): Promise<readonly number[]> {
  // One row: thousands of rows take ten times as long to read.
  const [row] = await rowsOf<{ ids: number[] | null }>(
    db,
    sql`select json_agg(user_id) as ids from chat_members where chat_id = ${chatId}`,
  );
  return row?.ids ?? [];
}
