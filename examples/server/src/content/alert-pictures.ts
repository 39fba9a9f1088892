// The pictures of alerts. Anyone with the address of one can read it, as anyone with the code can read the alert.
import { randomBytes } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import { scanUploads } from '../files/scan-uploads.ts';
import { notFound } from '../http/http-error.ts';
import { defineOtherRoutes } from '../routes.ts';
import { copyPicture, type OperatorFile } from './copy-picture.ts';

const mimes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};
/** 128 random bits and the extension. */
const storedName = /^[0-9a-f]{32}\.(jpg|png|webp)$/;

/**
 * Scans a picture, stores it without metadata and returns its name. Throws 422 for another kind of file or an infected one,
 * 503 when it cannot be checked.
 */
export async function storeAlertPicture(
  context: Pick<ServerContext, 'files' | 'fileWorkers' | 'scanner' | 'log'>,
  file: OperatorFile,
): Promise<string> {
  await scanUploads(context, [{ ...file, field: 'picture' }], 'picture');
  return copyPicture(context, file, async (copy, extension) => {
    const name = `${randomBytes(16).toString('hex')}.${extension}`;
    await context.files.put(keyOf(name), { path: copy, mime: mimes[extension] ?? '' });
    return name;
  });
}

/** Returns the path of a picture on the site. */
export function alertPicturePath(name: string): string {
  return `/media/alert-pictures/${name}`;
}

/** Removes the picture of an alert, if it has one. */
export async function removeAlertPicture(
  { files }: Pick<ServerContext, 'files'>,
  name: string | null,
): Promise<void> {
  if (name !== null) await files.delete(keyOf(name));
}

export const alertPictureRoutes = defineOtherRoutes({
  'GET /media/alert-pictures/:file': async ({ files }, { params, sendFile }) => {
    const name = params.file ?? '';
    const mime = mimes[storedName.exec(name)?.[1] ?? ''];
    if (mime === undefined) throw notFound();
    return sendFile(
      { storage: files, key: keyOf(name), name, mime },
      {
        'cross-origin-resource-policy': 'cross-origin',
        // A retracted alert's picture must not be served from a cache.
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
    );
  },
});

function keyOf(name: string): string {
  return `alerts/${name}`;
}
