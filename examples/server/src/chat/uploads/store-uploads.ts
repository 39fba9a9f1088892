// The files of a post: checked, cleaned and put where media lie (decisions.md 11, limits and Media).
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import type { ServerContext } from '../../context.ts';
import type { StoredMessageType } from '../../db/schema/chat.ts';
import { fieldError, HttpError } from '../../http/http-error.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import type { FileFacts } from '../chat-facts.ts';
import { mediaFolder, mediaPath, removeFiles } from '../message-files.ts';
import { safeFileName } from './file-name.ts';
import { reEncodeImage } from './re-encode-image.ts';
import { scanUploads } from './scan-uploads.ts';
import { type FileKind, sniffFile } from './sniff.ts';

const MIB = 1024 * 1024;
/** A video may have as many bytes as the form lets through. */
const MAX_OTHER_BYTES = 25 * MIB;

export interface StoredUploads {
  readonly type: StoredMessageType;
  readonly files: readonly FileFacts[];
}

/**
 * Stores the files of one post. Throws 413, 415, 422 or 503, and then leaves nothing behind. The files are on disk before
 * the message is, so that no stored message lacks them.
 */
export async function storeUploads(
  context: ServerContext,
  uploads: readonly UploadedFile[],
): Promise<StoredUploads> {
  const kinds: FileKind[] = [];
  for (const upload of uploads) kinds.push(await judge(upload));
  const [first] = kinds;
  if (first === undefined) return { type: 'TXT', files: [] };
  if (kinds.length > 1 && kinds.some(({ type }) => type !== 'IMG')) {
    throw fieldError('files', 'Several files can be sent together only when all of them are images.');
  }
  await scanUploads(context, uploads, 'files');
  await mkdir(mediaFolder(context), { recursive: true });
  const files: FileFacts[] = [];
  try {
    for (const [index, upload] of uploads.entries()) {
      files.push(await storeOne(context, upload, kinds[index] ?? first));
    }
  } catch (error) {
    await discardUploads(context, files);
    throw error;
  }
  return { type: files.length > 1 ? 'IMGS' : first.type, files };
}

/** Removes what `storeUploads` stored, for a post that did not come about. */
export function discardUploads(context: ServerContext, files: readonly FileFacts[]): Promise<void> {
  return removeFiles(
    context,
    files.map(({ id }) => id),
  );
}

async function judge(upload: UploadedFile): Promise<FileKind> {
  if (upload.bytes === 0) throw fieldError('files', 'An empty file cannot be sent.');
  const kind = await sniffFile(upload.path, upload.name);
  if (kind === null) throw new HttpError(415, 'This kind of file cannot be sent.');
  if (kind.type !== 'VID' && upload.bytes > MAX_OTHER_BYTES) throw new HttpError(413, 'A file is too large.');
  return kind;
}

async function storeOne(context: ServerContext, upload: UploadedFile, kind: FileKind): Promise<FileFacts> {
  const id = randomBytes(16).toString('hex');
  const target = mediaPath(context, id);
  if (kind.type !== 'IMG') {
    await moveFile(upload.path, target);
    return {
      id,
      name: safeFileName(upload.name, kind),
      mime: kind.mime,
      bytes: upload.bytes,
      width: null,
      height: null,
    };
  }
  const image = await reEncodeImage(upload.path, target, kind);
  if (image === null) {
    await rm(target, { force: true });
    throw fieldError('files', 'An image could not be read.');
  }
  const { bytes, width, height } = image;
  return { id, name: safeFileName(upload.name, image.kind), mime: image.kind.mime, bytes, width, height };
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
  }
}
