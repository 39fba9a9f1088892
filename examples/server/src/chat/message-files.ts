// The stored files of chat media: outside the database, under random ids.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerContext } from '../context.ts';

/** The folder of chat media. */
export function mediaFolder({ config }: Pick<ServerContext, 'config'>): string {
  return join(config.dataFolder, 'media', 'chat');
}

/** Returns the path of a stored file. The id must be ours (32 hexadecimal digits), never text of a client. */
export function mediaPath(context: Pick<ServerContext, 'config'>, fileId: string): string {
  return join(mediaFolder(context), fileId);
}

/** Removes stored files; missing ones are ignored, errors are logged. */
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
