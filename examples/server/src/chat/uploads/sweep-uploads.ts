// Removes files without a message: after a crash during a post, or a failed removal.
import { readdir, stat } from 'node:fs/promises';
import { inArray } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import { messageFiles } from '../../db/schema/chat.ts';
import { mediaFolder, mediaPath, removeFiles } from '../message-files.ts';

/** Minimum age; younger files may belong to a pending post. */
const MIN_AGE_MS = 3_600_000;
const BATCH = 1_000;

/** Removes the files. Other names are ignored. */
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
