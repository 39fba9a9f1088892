// Checks, re-encodes and stores the files of a post.

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ServerContext } from '../../context.ts';
import type { StoredMessageType } from '../../db/schema/chat.ts';
import type { FileKind } from '../../files/file-kind.ts';
import { refuseFile } from '../../files/file-refusals.ts';
import { scanUploads } from '../../files/scan-uploads.ts';
import { fieldError, HttpError } from '../../http/http-error.ts';
import type { UploadedFile } from '../../http/request/multipart.ts';
import type { FileFacts } from '../chat-facts.ts';
import { mediaKey, removeMedia } from '../message-files.ts';
import { safeFileName } from './file-name.ts';

/** Form field of file errors. */
const field = 'files';
const MIB = 1024 * 1024;
/** Videos may use the limit of the form. */
const MAX_OTHER_BYTES = 25 * MIB;

export interface StoredUploads {
  readonly type: StoredMessageType;
  readonly files: readonly FileFacts[];
}

interface Judged extends UploadedFile {
  readonly kind: FileKind;
  readonly isHeavy: boolean;
}

/** Stores the files of a post before its message. Throws 413, 415, 422, 429 or 503, and then removes them. */
export async function storeUploads(
  context: ServerContext,
  userId: number,
  uploads: readonly UploadedFile[],
): Promise<StoredUploads> {
  const judged: Judged[] = [];
  for (const upload of uploads) judged.push(await judge(context, userId, upload));
  const [first] = judged;
  if (first === undefined) return { type: 'TXT', files: [] };
  if (judged.length > 1 && judged.some(({ kind }) => kind.type !== 'IMG')) {
    throw fieldError(field, 'Several files can be sent together only when all of them are images.');
  }
  await scanUploads(context, uploads, field);
  const files: FileFacts[] = [];
  try {
    for (const upload of judged) files.push(await storeOne(context, userId, upload));
  } catch (error) {
    await discardUploads(context, files);
    throw error;
  }
  return { type: files.length > 1 ? 'IMGS' : first.kind.type, files };
}

/** Removes the files of a post that failed. */
export function discardUploads(context: ServerContext, files: readonly FileFacts[]): Promise<void> {
  return removeMedia(
    context,
    files.map(({ id }) => id),
  );
}

async function judge({ fileWorkers }: ServerContext, userId: number, upload: UploadedFile): Promise<Judged> {
  if (upload.bytes === 0) throw fieldError(field, 'An empty file cannot be sent.');
  const { path, name } = upload;
  // Only subscribers post.
  const found = await fileWorkers.run(
    userId,
    { type: 'inspect', path, name, purpose: 'copy' },
    { hasPriority: true },
  );
  if (found === 'failed') throw refuseFile(field, found);
  if ('refusal' in found) {
    if (found.refusal !== 'unknown-kind') throw refuseFile(field, found.refusal);
    throw new HttpError(415, 'This kind of file cannot be sent.');
  }
  if (found.kind.type !== 'VID' && upload.bytes > MAX_OTHER_BYTES)
    throw new HttpError(413, 'A file is too large.');
  return { ...upload, ...found };
}

async function storeOne(context: ServerContext, userId: number, upload: Judged): Promise<FileFacts> {
  const { kind, isHeavy, path } = upload;
  if (kind.type !== 'IMG') {
    const id = await store(context, path, kind.mime);
    const name = safeFileName(upload.name, kind);
    return { id, name, mime: kind.mime, bytes: upload.bytes, width: null, height: null };
  }
  const target = `${path}.copy`;
  const task = { type: 'copy-image', source: path, target, kind } as const;
  try {
    const image = await context.fileWorkers.run(userId, task, { isHeavy, hasPriority: true });
    if (image === null || image === 'failed') throw refuseFile(field, image ?? 'unreadable');
    const { bytes, width, height, kind: copied } = image;
    const id = await store(context, target, copied.mime);
    return { id, name: safeFileName(upload.name, copied), mime: copied.mime, bytes, width, height };
  } finally {
    await rm(target, { force: true });
  }
}

/** Stores a file under a new random id. */
async function store(context: ServerContext, path: string, mime: string): Promise<string> {
  const id = randomBytes(16).toString('hex');
  try {
    await context.files.put(mediaKey(id), { path, mime });
    return id;
  } catch (error) {
    // The storage may have stored it without a response.
    await removeMedia(context, [id]);
    throw error;
  }
}
