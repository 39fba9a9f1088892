// Stores profile pictures as square WebP files with random names, and serves them.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ServerContext } from '../context.ts';
import { refuseFile } from '../files/file-refusals.ts';
import { scanUploads } from '../files/scan-uploads.ts';
import { fieldError, HttpError, notFound } from '../http/http-error.ts';
import type { UploadedFile } from '../http/request/multipart.ts';
import { defineOtherRoutes } from '../routes.ts';
import { removeFiles } from '../storage/remove-files.ts';

/** Maximum size of an uploaded picture. */
export const avatarBytes: number = 10 * 1024 * 1024;
/** Pixels: twice the largest size on a page. */
const side = 512;
const field = 'profile_image';
const prefix = '/media/avatars/';
const mime = 'image/webp';
const storedName = /^[0-9a-f]{32}\.webp$/;

type AvatarContext = Pick<ServerContext, 'files' | 'scanner' | 'log' | 'fileWorkers'>;

interface PictureOwner {
  readonly userId: number;
  readonly isSubscriber: boolean;
}

/**
 * Stores a picture and returns its path on the site. Throws 422 for an empty, unreadable, too large or infected picture,
 * 415 for another kind of file, 429 when too many files wait, 503 when the scanner is unavailable.
 */
export async function storeAvatar(
  context: AvatarContext,
  { userId, isSubscriber }: PictureOwner,
  upload: UploadedFile,
): Promise<string> {
  if (upload.bytes === 0) throw fieldError(field, 'The picture is empty.');
  const { isHeavy } = await inspect(context, { userId, isSubscriber }, upload);
  await scanUploads(context, [upload], field);
  const name = `${randomBytes(16).toString('hex')}.webp`;
  const target = `${upload.path}.square`;
  const task = { type: 'square-image', source: upload.path, target, side } as const;
  try {
    const result = await context.fileWorkers.run(userId, task, { isHeavy, hasPriority: isSubscriber });
    if (result !== true) throw refuseFile(field, result === false ? 'unreadable' : result);
    await context.files.put(avatarKey(name), { path: target, mime });
    return prefix + name;
  } catch (error) {
    await removeAvatar(context, prefix + name);
    throw error;
  } finally {
    await rm(target, { force: true });
  }
}

async function inspect(
  { fileWorkers }: AvatarContext,
  { userId, isSubscriber }: PictureOwner,
  { path, name }: UploadedFile,
) {
  const task = { type: 'inspect', path, name, purpose: 'square' } as const;
  const found = await fileWorkers.run(userId, task, { hasPriority: isSubscriber });
  if (found === 'failed') throw refuseFile(field, found);
  if ('kind' in found && found.kind.type === 'IMG') return found;
  if ('refusal' in found && found.refusal !== 'unknown-kind') throw refuseFile(field, found.refusal);
  const message = 'Please choose an image file (JPEG, PNG, WebP, GIF or AVIF).';
  throw new HttpError(415, message, { errors: { [field]: [message] } });
}

/** Returns the key of a stored picture. Null for none and for URLs of other sites. */
export function avatarKeyOf(dp: string | null): string | null {
  const name = dp?.startsWith(prefix) ? dp.slice(prefix.length) : '';
  return storedName.test(name) ? avatarKey(name) : null;
}

/** Removes a stored picture. Ignores URLs of other sites. */
export async function removeAvatar(
  context: Pick<ServerContext, 'files' | 'log'>,
  dp: string | null,
): Promise<void> {
  const key = avatarKeyOf(dp);
  if (key !== null) await removeFiles(context, [key], 'avatar-not-removed');
}

export const avatarRoutes = defineOtherRoutes({
  'GET /media/avatars/:file': async (context, { params, sendFile }) => {
    const name = params.file ?? '';
    if (!storedName.test(name)) throw notFound();
    return sendFile(
      { storage: context.files, key: avatarKey(name), name: 'avatar.webp', mime },
      {
        // Pages that embed Openbell are on another origin.
        'cross-origin-resource-policy': 'cross-origin',
        // Each picture has its own name, so it never changes.
        'cache-control': 'private, max-age=31536000, immutable',
      },
    );
  },
});

function avatarKey(name: string): string {
  return `avatars/${name}`;
}
