import { join } from 'node:path';
import { createFolderStorage } from './folder-storage.ts';
import type { FileStorage } from './storage.types.ts';

export interface CopiedFiles {
  readonly copied: number;
  /** Files that the storage has already. */
  readonly skipped: number;
}

/** The folders of uploaded files, with the type that the storage notes. The database has the types of chat media. */
const folders = {
  alerts: 'application/octet-stream',
  chat: 'application/octet-stream',
  courses: 'application/octet-stream',
  avatars: 'image/webp',
} as const;

/** Copies the uploaded files of a folder to another storage. Keeps the originals; can be repeated after a failure. */
export async function copyFiles(root: string, target: FileStorage): Promise<CopiedFiles> {
  const source = createFolderStorage(root);
  let copied = 0;
  let skipped = 0;
  for (const [folder, mime] of Object.entries(folders)) {
    for await (const { key } of source.list(folder)) {
      const [own, stored] = [await source.stat(key), await target.stat(key)];
      if (own === null || own.size === stored?.size) {
        skipped += 1;
        continue;
      }
      await target.put(key, { path: join(root, key), mime });
      copied += 1;
    }
  }
  return { copied, skipped };
}
