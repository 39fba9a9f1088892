import type { Logger } from '../log.ts';
import type { FileStorage } from './storage.types.ts';

/** Removes stored files. Ignores missing files. Logs an error as `event`, with the key. */
export async function removeFiles(
  { files, log }: { readonly files: FileStorage; readonly log: Logger },
  keys: readonly string[],
  event: string,
): Promise<void> {
  for (const key of keys) {
    try {
      await files.delete(key);
    } catch (error) {
      log.error(event, { key, error });
    }
  }
}
