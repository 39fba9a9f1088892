// The stored files of chat media: outside the database, under random ids.
import type { ServerContext } from '../context.ts';
import { removeFiles } from '../storage/remove-files.ts';

/** The folder of chat media in the file storage. */
export const mediaFolder = 'chat';

/** Returns the key of a stored file. The id must be ours (32 hexadecimal digits), never text of a client. */
export function mediaKey(fileId: string): string {
  return `${mediaFolder}/${fileId}`;
}

/** Removes stored files; missing ones are ignored, errors are logged. */
export function removeMedia(
  context: Pick<ServerContext, 'files' | 'log'>,
  fileIds: readonly string[],
): Promise<void> {
  return removeFiles(context, fileIds.map(mediaKey), 'chat.file-not-removed');
}
