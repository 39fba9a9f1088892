import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { diskFull, StorageUnavailableError } from '../../storage/storage-error.ts';
import { HttpError, type HttpErrorParts } from '../http-error.ts';
import type { FullSpace, UploadShare, UploadSpace } from '../limits/upload-space.ts';

/** Limits of a multipart request. Bytes are counted while reading, regardless of the headers. */
export interface MultipartLimits {
  /** Folder of uploads in progress. */
  readonly temporary: string;
  /** Maximum number of files (422). */
  readonly files: number;
  /** Maximum size of a file (413). */
  readonly fileBytes: number;
  /** Maximum size of the body (413). */
  readonly totalBytes: number;
  /** Names of the file fields. Other files are ignored. */
  readonly fileFields: readonly string[];
  /** The space of all uploads in progress (503, 507). */
  readonly space: UploadSpace;
  /** The sender, whose uploads in progress may have `totalBytes` together (429). */
  readonly account: string;
  /**
   * Called with the fields before a first file is stored. `leastBytes` is a lower bound of the bytes of the files. Refuses
   * the form by throwing.
   */
  readonly admit?: (fields: Readonly<Record<string, string>>, leastBytes: number) => Promise<void>;
  /** Maximum size of a text field; 64 KiB by default. */
  readonly fieldBytes?: number;
}

/** The limits that a handler chooses; the others are those of the server. */
export type FormLimits = Omit<MultipartLimits, 'temporary' | 'space' | 'account'>;

/** A file of the request, on disk until {@link Multipart.discard}. */
export interface UploadedFile {
  /** Name of the form's field. */
  readonly field: string;
  /** The client's file name without a folder; untrusted. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

export interface Multipart {
  /** The text fields, without a prototype. Of a repeated field, the first value. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
  /** Removes the files that are still in the temporary folder. Call it in a `finally`. */
  discard(): Promise<void>;
}

const maxTextFields = 50;
/** Seconds after which there may be space again. */
const RETRY_AFTER = 10;
/** After an error, up to this many bytes are read and discarded, so that the client can read the response. */
const drainBytes = 256 * 1024 * 1024;
/** The part of a body that may be fields: no space on disk is reserved for it. */
const FIELDS_BYTES = 64 * 1024;

/**
 * Reads a multipart body and streams its files to disk, whose space is reserved before. Throws 415 for another content
 * type, 400 for an invalid body, 413, 422 and 429 beyond the limits, 503 if the disk fails, 507 if it has no space. After
 * an error or an aborted request no file remains.
 */
export async function readMultipart(request: Request, limits: MultipartLimits): Promise<Multipart> {
  const files: (UploadedFile & { bytes: number })[] = [];
  const { account, totalBytes: accountBytes } = limits;
  const share = await limits.space.begin({ account, accountBytes });
  const discard = async () => {
    await Promise.all(files.map((file) => rm(file.path, { force: true })));
    share.end();
  };
  try {
    const fields = await readParts(request, limits, { files, share });
    return { fields, files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function createParser(request: Request, limits: MultipartLimits): BusboyInstance {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new HttpError(415, 'Send multipart/form-data.');
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: limits.files,
        fileSize: limits.fileBytes,
        fields: maxTextFields,
        fieldSize: limits.fieldBytes ?? 64 * 1024,
        parts: limits.files + maxTextFields + 1,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    });
  } catch {
    throw new HttpError(400, 'The form could not be read.');
  }
}

async function readParts(
  request: Request,
  limits: MultipartLimits,
  { files, share }: { readonly files: (UploadedFile & { bytes: number })[]; readonly share: UploadShare },
): Promise<Record<string, string>> {
  const parser = createParser(request, limits);
  const fields: Record<string, string> = Object.create(null);
  const writes: Promise<void>[] = [];
  const open: BusboyFileStream[] = [];
  let failure: Error | undefined;
  let interrupted: unknown;
  const reject = (status: number, message: string, parts?: HttpErrorParts) => {
    failure ??= new HttpError(status, message, parts);
  };
  const requireSpace = (full: FullSpace | null) => {
    if (full !== null) failure ??= refusalOf(full);
  };
  let admitted: Promise<void> | undefined;
  /** The error of `admit`. It is thrown even if the parser finds another one while `admit` reads the database. */
  let refusal: Error | undefined;
  const count = async (file: { bytes: number }, bytes: number) => {
    admitted ??= limits.admit?.(fields, leastBytes) ?? Promise.resolve();
    await admitted.catch((error: Error) => {
      refusal = error;
      failure ??= error;
    });
    if (failure === undefined) requireSpace(share.take(bytes));
    file.bytes += bytes;
    return failure === undefined;
  };
  const declaredBytes = Number(request.headers.get('content-length') ?? 0);
  const leastBytes = Math.max(0, declaredBytes - FIELDS_BYTES);
  if (declaredBytes > limits.totalBytes) reject(413, 'The upload is too large.');
  else requireSpace(share.reserve(leastBytes));

  parser.on('field', (name, value, ...[, valueCut]) => {
    if (valueCut) reject(413, 'A field of the form is too long.');
    else if (name !== undefined && !(name in fields)) fields[name] = value;
  });
  parser.on('file', (field, stream, filename) => {
    // The parser emits an error when the body breaks off in a file, whether or not the file is read.
    stream.on('error', () => {});
    if (failure !== undefined || !limits.fileFields.includes(field)) {
      stream.resume();
      return;
    }
    const file = {
      field,
      name: filename ?? '',
      path: join(limits.temporary, randomUUID()),
      bytes: 0,
    };
    files.push(file);
    open.push(stream);
    writes.push(
      writeFile(stream, file.path, (bytes) => count(file, bytes)).then(
        () => {
          if (stream.truncated) reject(413, 'A file is too large.');
        },
        (error: unknown) => {
          if (isDiskError(error)) failure ??= new StorageUnavailableError('receive a file', error);
          interrupted ??= error;
        },
      ),
    );
  });
  parser.on('filesLimit', () => reject(422, `At most ${limits.files} files can be sent at once.`));
  parser.on('fieldsLimit', () => reject(413, 'The form has too many fields.'));
  parser.on('partsLimit', () => reject(413, 'The form has too many fields.'));

  let total = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > limits.totalBytes) reject(413, 'The upload is too large.');
      if (total > limits.totalBytes + drainBytes) done(failure);
      else if (failure === undefined) done(null, chunk);
      else done();
    },
  });
  try {
    await pipeline(bodyOf(request), counter, parser);
    await Promise.all(writes);
    if (interrupted !== undefined) throw interrupted;
  } catch (error) {
    // The parser never closes the stream of a truncated file.
    for (const stream of open) stream.destroy();
    await Promise.allSettled(writes);
    if (failure !== undefined) throw refusal ?? failure;
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The form could not be read.');
  }
  if (failure !== undefined) throw refusal ?? failure;
  return fields;
}

function bodyOf(request: Request): Readable {
  if (request.body === null) throw new HttpError(400, 'The form could not be read.');
  return Readable.from(request.body as AsyncIterable<Uint8Array>);
}

function refusalOf(full: FullSpace): Error {
  if (full === 'disk') return new StorageUnavailableError('receive a file', diskFull);
  return full === 'account'
    ? new HttpError(429, 'Your other files are still being sent. Please wait a moment and try again.', {
        retryAfter: RETRY_AFTER,
      })
    : new HttpError(503, 'Too many files are being sent. Please try again in a moment.', {
        retryAfter: RETRY_AFTER,
      });
}

/** Writes a file. `count` is called before each part, and resolves with whether it is written. */
async function writeFile(
  stream: BusboyFileStream,
  path: string,
  count: (bytes: number) => Promise<boolean>,
): Promise<void> {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk.length).then((isWritten) => (isWritten ? done(null, chunk) : done()), done);
    },
  });
  stream.on('error', (error) => counter.destroy(error));
  stream.on('close', () => {
    if (!stream.readableEnded) counter.destroy(new Error('The upload was interrupted.'));
  });
  try {
    await pipeline(stream.pipe(counter), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // The parser waits until the rest of the file is read.
    stream.unpipe(counter);
    stream.resume();
    throw error;
  }
}

/** Returns whether the system failed to write a file. */
function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^(?:open|write|close)$/.test(String(error.syscall));
}
