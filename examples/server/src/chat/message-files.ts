// Where the bytes of chat media lie: outside the database, under ids that nobody can guess.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerContext } from '../context.ts';

/** The folder of chat media. */
export function mediaFolder({ config }: Pick<ServerContext, 'config'>): string {
  return join(config.dataFolder, 'media', 'chat');
}

/** The path of a stored file; ids are ours, 32 hexadecimal digits, and never a client's text. */
export function mediaPath(context: Pick<ServerContext, 'config'>, fileId: string): string {
  return join(mediaFolder(context), fileId);
}

/** Removes stored files; one that is gone already is as good. */
export async function removeFiles(
  context: Pick<ServerContext, 'config' | 'log'>,
  fileIds: readonly string[],
): Promise<void> {
  for (const fileId of fileIds) {
    try {
      await rm(mediaPath(context, fileId), { force: true });
    } catch (error) {
      context.log.error('chat.file-not-removed', { fileId, error });
    }
  }
}
