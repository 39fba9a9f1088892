// Stores profile pictures, re-encoded as square WebP, and serves them by random names.
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerContext } from '../context.ts';
import { refuseFile } from '../files/file-refusals.ts';
import { scanUploads } from '../files/scan-uploads.ts';
import { fieldError, HttpError, notFound } from '../http/http-error.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { defineOtherRoutes } from '../http/other-route.ts';

/** Maximum size of an uploaded picture. */
export const avatarBytes: number = 10 * 1024 * 1024;
/** Twice the largest size in which it is shown (px). */
const side = 512;
const field = 'profile_image';
const prefix = '/media/avatars/';
const storedName = /^[0-9a-f]{32}\.webp$/;

type AvatarContext = Pick<ServerContext, 'config' | 'scanner' | 'log' | 'fileWorkers'>;

/**
 * Stores a picture and returns its address. Throws 422 for an empty, unreadable, too large or infected one, 415 for another
 * kind of file, 429 when too many files wait, 503 when the scanner is unavailable.
 */
export async function storeAvatar(
  context: AvatarContext,
  userId: number,
  upload: UploadedFile,
): Promise<string> {
  if (upload.bytes === 0) throw fieldError(field, 'The picture is empty.');
  const { isHeavy } = await inspect(context, userId, upload);
  await scanUploads(context, [upload], field);
  const name = `${randomBytes(16).toString('hex')}.webp`;
  const folder = avatarFolder(context);
  await mkdir(folder, { recursive: true });
  const target = join(folder, name);
  const task = { type: 'square-image', source: upload.path, target, side } as const;
  let isStored = false;
  try {
    const written = await context.fileWorkers.run(userId, task, { isHeavy });
    if (written !== true) throw refuseFile(field, written === false ? 'unreadable' : written);
    isStored = true;
    return prefix + name;
  } finally {
    if (!isStored) await rm(target, { force: true });
  }
}

async function inspect({ fileWorkers }: AvatarContext, userId: number, { path, name }: UploadedFile) {
  const found = await fileWorkers.run(userId, { type: 'inspect', path, name, purpose: 'square' });
  if (found === 'failed') throw refuseFile(field, found);
  if ('kind' in found && found.kind.type === 'IMG') return found;
  if ('refusal' in found && found.refusal !== 'unknown-kind') throw refuseFile(field, found.refusal);
  const message = 'Please choose an image file (JPEG, PNG, WebP, GIF or AVIF).';
  throw new HttpError(415, message, { errors: { [field]: [message] } });
}

/** Removes a stored picture; other addresses are ignored. */
export async function removeAvatar(
  context: Pick<ServerContext, 'config' | 'log'>,
  dp: string | null,
): Promise<void> {
  const name = dp?.startsWith(prefix) ? dp.slice(prefix.length) : '';
  if (!storedName.test(name)) return;
  try {
    await rm(join(avatarFolder(context), name), { force: true });
  } catch (error) {
    context.log.error('avatar-not-removed', { name, error });
  }
}

export const avatarRoutes = defineOtherRoutes({
  'GET /media/avatars/:file': async (context, { params, sendFile }) => {
    const name = params.file ?? '';
    if (!storedName.test(name)) throw notFound();
    return sendFile(
      { path: join(avatarFolder(context), name), name: 'avatar.webp', mime: 'image/webp' },
      {
        // Pages that embed Openbell are on another origin.
        'cross-origin-resource-policy': 'cross-origin',
        // Each picture has its own name, so it never changes.
        'cache-control': 'private, max-age=31536000, immutable',
      },
    );
  },
});

function avatarFolder({ config }: Pick<ServerContext, 'config'>): string {
  return join(config.dataFolder, 'media', 'avatars');
}
