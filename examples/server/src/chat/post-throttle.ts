// Limits posts per user: 30 messages a minute, 8 in a burst; 20 posts with files in ten minutes, and 500 MiB of files a
// day. Retries of stored messages do not count.
import { gt } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { messages } from '../db/schema/chat.ts';
import { HttpError } from '../http/http-error.ts';
import { throttle } from '../security/limits.ts';
import { sentBytes } from './uploads/file-quota.ts';

const DAY_MS = 86_400_000;
const MAX_DAY_BYTES = 500 * 1024 * 1024;
/** Seconds to wait beyond the daily limit. */
const FULL_DAY_RETRY = 3_600;

/** Throws 429 when so many bytes more than those of the day are beyond the limit. */
export async function requireRoomToday(
  { config, db, clock }: Pick<ServerContext, 'config' | 'db' | 'clock'>,
  userId: number,
  bytes: number,
): Promise<void> {
  if (!config.rateLimits) return;
  const isRecent = gt(messages.createdAt, new Date(clock.now() - DAY_MS));
  if (bytes + (await sentBytes(db, userId, isRecent)) > MAX_DAY_BYTES)
    throw new HttpError(429, 'You have sent too many files today.', { retryAfter: FULL_DAY_RETRY });
}

/** Throws 429 beyond the limits. `fileBytes` are those of the post's files and of others that are not stored yet; null without files. */
export async function throttlePost(
  context: Pick<ServerContext, 'config' | 'db' | 'clock' | 'log' | 'metrics'>,
  userId: number,
  fileBytes: number | null,
): Promise<void> {
  if (!context.config.rateLimits) return;
  await throttle(context, 'chat-burst.user', userId);
  await throttle(context, 'chat-post.user', userId);
  if (fileBytes === null) return;
  await throttle(context, 'chat-files.user', userId);
  await requireRoomToday(context, userId, fileBytes);
}
