// Files that no message has: their post was cut off between the disk and the database, or a removal failed.
import { readdir, stat } from 'node:fs/promises';
import { inArray } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import { messageFiles } from '../../db/schema/chat.ts';
import { mediaFolder, mediaPath, removeFiles } from '../message-files.ts';

/** A post that is on its way has its files for longer than this only when it will never arrive. */
const MIN_AGE_MS = 3_600_000;
const BATCH = 1_000;

/** Removes them. Names that are not ours are left alone. */
export async function sweepUploads(
  context: Pick<ServerContext, 'config' | 'db' | 'log'>,
  now: number,
): Promise<void> {
  const stored = (await readdir(mediaFolder(context)).catch(() => [])).filter((name) =>
    /^[0-9a-f]{32}$/.test(name),
  );
  for (let start = 0; start < stored.length; start += BATCH) {
    const batch = stored.slice(start, start + BATCH);
    const rows = await context.db
      .select({ id: messageFiles.id })
      .from(messageFiles)
      .where(inArray(messageFiles.id, batch));
    const known = new Set(rows.map(({ id }) => id));
    const orphans: string[] = [];
    for (const id of batch) {
      if (known.has(id)) continue;
      const { mtimeMs } = await stat(mediaPath(context, id)).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > MIN_AGE_MS) orphans.push(id);
    }
    if (orphans.length > 0) context.log.info('chat.orphans-removed', { count: orphans.length });
    await removeFiles(context, orphans);
  }
}
