import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { HttpError } from './http-error.ts';

/** Limits of a multipart request. Bytes are counted on the stream, not taken from the headers. */
export interface MultipartLimits {
  /** Folder for the files while the request runs. */
  readonly temporary: string;
  /** More files than this are refused with 422. */
  readonly files: number;
  /** A longer file is refused with 413. */
  readonly fileBytes: number;
  /** A longer body is refused with 413. */
  readonly totalBytes: number;
  /** Names of the file fields; other files are dropped. */
  readonly fileFields: readonly string[];
  /** Bytes of one text field, 64 KiB when absent. */
  readonly fieldBytes?: number;
}

/** A file of the request, on disk until {@link Multipart.discard}. */
export interface UploadedFile {
  /** Name of the form's field. */
  readonly field: string;
  /** The client's file name without a folder; untrusted. */
  readonly name: string;
  /** The client's content type; untrusted. */
  readonly claimedType: string;
  readonly path: string;
  readonly bytes: number;
}

export interface Multipart {
  /** The text fields; of a repeated one, the first value. Without a prototype. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
  /** Removes the files that are still in the temporary folder; call it in a `finally`. */
  discard(): Promise<void>;
}

const textFields = 50;
/** After an error, up to this many bytes of the body are read and dropped, so that the client sees the response. */
const drainBytes = 256 * 1024 * 1024;

/**
 * Streams a multipart body, with its files to disk. Throws {@link HttpError}: 415 for another content type, 400 for a
 * broken body, 413 and 422 for the limits. After an error or an aborted request no file remains.
 */
export async function readMultipart(request: Request, limits: MultipartLimits): Promise<Multipart> {
  const files: (UploadedFile & { bytes: number })[] = [];
  const discard = async () => {
    await Promise.all(files.map((file) => rm(file.path, { force: true })));
  };
  try {
    const fields = await readParts(request, limits, files);
    return { fields, files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function createParser(request: Request, limits: MultipartLimits): BusboyInstance {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new HttpError(415, 'Send a multipart form.');
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: limits.files,
        fileSize: limits.fileBytes,
        fields: textFields,
        fieldSize: limits.fieldBytes ?? 64 * 1024,
        parts: limits.files + textFields + 1,
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
  files: (UploadedFile & { bytes: number })[],
): Promise<Record<string, string>> {
  const parser = createParser(request, limits);
  const fields: Record<string, string> = Object.create(null);
  const writes: Promise<void>[] = [];
  const open: BusboyFileStream[] = [];
  let refusal: HttpError | undefined;
  const refuse = (status: number, message: string) => {
    refusal ??= new HttpError(status, message);
  };

  parser.on('field', (name, value, ...[, valueCut]) => {
    if (valueCut) refuse(413, 'A field of the form is too long.');
    else if (name !== undefined && !(name in fields)) fields[name] = value;
  });
  parser.on('file', (field, stream, ...[filename, , claimedType]) => {
    if (refusal !== undefined || !limits.fileFields.includes(field)) {
      stream.resume();
      return;
    }
    const file = {
      field,
      name: filename ?? '',
      claimedType,
      path: join(limits.temporary, randomUUID()),
      bytes: 0,
    };
    files.push(file);
    open.push(stream);
    writes.push(
      writeFile(stream, file).then(() => {
        if (stream.truncated) refuse(413, 'A file is too large.');
      }),
    );
  });
  parser.on('filesLimit', () => refuse(422, `At most ${limits.files} files can be sent at once.`));
  parser.on('fieldsLimit', () => refuse(413, 'The form has too many fields.'));
  parser.on('partsLimit', () => refuse(413, 'The form has too many fields.'));

  let total = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > limits.totalBytes) refuse(413, 'The upload is too large.');
      if (total > limits.totalBytes + drainBytes) done(refusal);
      else if (refusal === undefined) done(null, chunk);
      else done();
    },
  });
  try {
    await pipeline(bodyOf(request), counter, parser);
    await Promise.all(writes);
  } catch (error) {
    // The parser never closes the stream of a truncated file.
    for (const stream of open) stream.destroy();
    await Promise.allSettled(writes);
    if (refusal !== undefined) throw refusal;
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The form could not be read.');
  }
  if (refusal !== undefined) throw refusal;
  return fields;
}

function bodyOf(request: Request): Readable {
  if (request.body === null) throw new HttpError(400, 'The form could not be read.');
  return Readable.from(request.body as AsyncIterable<Uint8Array>);
}

async function writeFile(stream: BusboyFileStream, file: { path: string; bytes: number }): Promise<void> {
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      file.bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(stream, count, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }));
}
