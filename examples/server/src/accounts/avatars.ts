// Profile pictures: judged by their bytes, drawn anew as a square WebP, and served under names nobody can guess
// (traps F12).
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reEncodeSquare } from '../chat/uploads/re-encode-image.ts';
import { scanUploads } from '../chat/uploads/scan-uploads.ts';
import { sniffFile } from '../chat/uploads/sniff.ts';
import type { ServerContext } from '../context.ts';
import { fieldError, HttpError, notFound } from '../http/http-error.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { defineOtherRoutes } from '../http/other-route.ts';

/** The longest picture that is taken. */
export const avatarBytes: number = 10 * 1024 * 1024;
/** Twice the largest size in which it is shown (px). */
const side = 512;
const field = 'profile_image';
const prefix = '/media/avatars/';
const storedName = /^[0-9a-f]{32}\.webp$/;

/**
 * Stores a picture and answers its address. Throws 422 for an empty, unreadable or harmful one, 415 for what is no
 * picture, 503 when the scanner cannot be asked.
 */
export async function storeAvatar(
  context: Pick<ServerContext, 'config' | 'scanner' | 'log'>,
  upload: UploadedFile,
): Promise<string> {
  if (upload.bytes === 0) throw fieldError(field, 'The picture is empty.');
  const kind = await sniffFile(upload.path, upload.name);
  if (kind?.type !== 'IMG') {
    const message = 'Please choose an image file (JPEG, PNG, WebP, GIF or AVIF).';
    throw new HttpError(415, message, { errors: { [field]: [message] } });
  }
  await scanUploads(context, [upload], field);
  const name = `${randomBytes(16).toString('hex')}.webp`;
  const folder = avatarFolder(context);
  await mkdir(folder, { recursive: true });
  const target = join(folder, name);
  if (!(await reEncodeSquare(upload.path, target, side))) {
    await rm(target, { force: true });
    throw fieldError(field, 'The picture could not be read.');
  }
  return prefix + name;
}

/** Removes a stored picture; an address that is none of ours is left alone. */
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
  'GET /media/avatars/:file': async (context, { params }) => {
    const name = params.file ?? '';
    if (!storedName.test(name)) throw notFound();
    const bytes = await readFile(join(avatarFolder(context), name)).catch(() => {
      throw notFound();
    });
    return new Response(bytes, {
      headers: {
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'content-disposition': 'inline; filename="avatar.webp"',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        // An embedder's pages are on another origin.
        'cross-origin-resource-policy': 'cross-origin',
        // Each picture has a name of its own, so one never changes.
        'cache-control': 'private, max-age=31536000, immutable',
      },
    });
  },
});

function avatarFolder({ config }: Pick<ServerContext, 'config'>): string {
  return join(config.dataFolder, 'media', 'avatars');
}
