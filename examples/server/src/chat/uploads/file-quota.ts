// Limits the total size of a user's files in all chats. Unsending frees space.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { messageFiles, messages } from '../../db/schema/chat.ts';
import { HttpError } from '../../http/http-error.ts';

const QUOTA_BYTES = 1024 ** 3;

/** Throws 413 when so many bytes more than the stored ones are beyond the limit. */
export async function requireRoom(
  { db }: Pick<ServerContext, 'db'>,
  userId: number,
  bytes: number,
): Promise<void> {
  if (bytes + (await sentBytes(db, userId, isNull(messages.unsentAt))) <= QUOTA_BYTES) return;
  throw new HttpError(413, 'You have no room left for files. Unsend some that you have sent to make room.');
}

/** Returns the bytes of the files in a user's messages of a condition. */
export async function sentBytes(db: Db, userId: number, which: SQL): Promise<number> {
  const [row] = await db
    .select({ bytes: sql`coalesce(sum(${messageFiles.bytes}), 0)`.mapWith(Number) })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(and(eq(messages.senderId, userId), which));
  return row?.bytes ?? 0;
}
