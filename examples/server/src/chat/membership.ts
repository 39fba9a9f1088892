import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chatMembers } from '../db/schema/chat.ts';

export type Membership = typeof chatMembers.$inferSelect;

const MAX_CHAT_ID = 2_147_483_647;

/** Finds a user's membership of a chat; undefined for non-members and unknown chats alike. */
export async function findMembership(
  db: Db,
  chatId: number,
  userId: number,
): Promise<Membership | undefined> {
  if (chatId < 1 || chatId > MAX_CHAT_ID) return undefined;
  const [row] = await db
    .select()
    .from(chatMembers)
    .where(and(eq(chatMembers.chatId, chatId), eq(chatMembers.userId, userId)));
  return row;
}

/** Returns the ids of a chat's members. */
export async function memberIds(db: Db, chatId: number): Promise<number[]> {
  const rows = await db
    .select({ userId: chatMembers.userId })
    .from(chatMembers)
    .where(eq(chatMembers.chatId, chatId));
  return rows.map(({ userId }) => userId);
}

/** Parses an id in a path; undefined if it is invalid. */
export function readPathId(value: string | undefined): number | undefined {
  if (value === undefined || !/^[1-9]\d{0,15}$/.test(value)) return undefined;
  const id = Number(value);
  return Number.isSafeInteger(id) ? id : undefined;
}
