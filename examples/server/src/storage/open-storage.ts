import type { S3Access } from '../config.ts';
import { createFolderStorage, removeUnfinishedCopies } from './folder-storage.ts';
import type { FileStorage } from './storage.types.ts';

/** Opens the bucket, or the folder if there is none. Loads the S3 client only for a bucket. */
export async function openStorage(s3: S3Access | null, folder: string): Promise<FileStorage> {
  if (s3 === null) {
    await removeUnfinishedCopies(folder);
    return createFolderStorage(folder);
  }
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3);
}
