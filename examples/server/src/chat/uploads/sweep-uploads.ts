// Removes files without a message: after a crash during a post, or a failed removal.
import { inArray } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import { messageFiles } from '../../db/schema/chat.ts';
import { mediaFolder, mediaKey, removeMedia } from '../message-files.ts';

/** Minimum age; younger files may belong to a pending post. */
const MIN_AGE_MS = 3_600_000;
const BATCH = 1_000;
const storedKey = /^chat\/[0-9a-f]{32}$/;

/** Removes the files. Other names are ignored. */
export async function sweepUploads(
  context: Pick<ServerContext, 'files' | 'db' | 'log'>,
  now: number,
): Promise<void> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of context.files.list(mediaFolder)) {
    if (!storedKey.test(key) || now - modifiedAt <= MIN_AGE_MS) continue;
    batch.push(key.slice(mediaKey('').length));
    if (batch.length < BATCH) continue;
    await removeOrphans(context, batch);
    batch = [];
  }
  await removeOrphans(context, batch);
}

/** Removes the files of a batch that no message has, of any process. */
async function removeOrphans(
  context: Pick<ServerContext, 'files' | 'db' | 'log'>,
  batch: readonly string[],
): Promise<void> {
  if (batch.length === 0) return;
  const rows = await context.db
    .select({ id: messageFiles.id })
    .from(messageFiles)
    .where(inArray(messageFiles.id, [...batch]));
  const known = new Set(rows.map(({ id }) => id));
  const orphans = batch.filter((id) => !known.has(id));
  if (orphans.length > 0) context.log.info('chat.orphans-removed', { count: orphans.length });
  await removeMedia(context, orphans);
}
