// Limits the total size of a user's files in all chats. Unsending frees space.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import { messageFiles, messages } from '../../db/schema/chat.ts';
import { HttpError } from '../../http/http-error.ts';

const QUOTA_BYTES = 1024 ** 3;

/** Throws 413 when so many bytes more than the stored ones are beyond the limit. */
export async function requireRoom(
  { db }: Pick<ServerContext, 'db'>,
  userId: number,
  bytes: number,
): Promise<void> {
  const [row] = await db
    .select({ bytes: sql`coalesce(sum(${messageFiles.bytes}), 0)`.mapWith(Number) })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(and(eq(messages.senderId, userId), isNull(messages.unsentAt)));
  if (bytes + (row?.bytes ?? 0) <= QUOTA_BYTES) return;
  throw new HttpError(413, 'You have no room left for files. Unsend some that you have sent to make room.');
}
