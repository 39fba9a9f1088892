// Stores files in a bucket of Amazon S3 or a compatible service, which several processes share. Loaded only when configured.
import { createHash, randomInt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Access } from '../config.ts';
import type { FileStorage, StoredFileReader } from './storage.types.ts';
import { StorageUnavailableError } from './storage-error.ts';
import { isSafeKey, requireSafeKey } from './storage-keys.ts';

const ATTEMPTS = 3;

/** Times in milliseconds. */
export interface S3Timeouts {
  readonly connectMs: number;
  /** Until the head of a response. */
  readonly responseMs: number;
  /** Until an upload is stored. */
  readonly uploadMs: number;
  /** Until the next part of a body. */
  readonly partMs: number;
  /** The longest wait before the second attempt of an upload, and twice that before the third. */
  readonly retryMs: number;
}

const defaultTimeouts: S3Timeouts = {
  connectMs: 3_000,
  responseMs: 10_000,
  uploadMs: 120_000,
  partMs: 15_000,
  retryMs: 200,
};
/** More than all parallel downloads: those of slow clients keep their connections. */
const MAX_CONNECTIONS = 600;

export function createS3Storage(access: S3Access, timeouts: S3Timeouts = defaultTimeouts): FileStorage {
  const { bucket: Bucket, prefix } = access;
  const client = createClient(access, timeouts);
  const keyOf = (key: string) => prefix + requireSafeKey(key);

  async function openBody(Key: string, range: string, etag?: string): Promise<Body> {
    const output = await client.send(
      new GetObjectCommand({ Bucket, Key, Range: range, ...(etag === undefined ? {} : { IfMatch: etag }) }),
    );
    // In Node the body is a readable stream.
    return { stream: output.Body as Readable, bytes: output.ContentLength, etag: output.ETag };
  }

  return {
    async put(key, { path, mime }) {
      const Key = keyOf(key);
      await orFail('store a file', async () => {
        const { sha256, bytes } = await hashFile(path);
        await retry(timeouts.retryMs, async () => {
          const stream = createReadStream(path);
          const unreadable = new AbortController();
          // The client does not listen: an error would end the process.
          stream.on('error', (error) => unreadable.abort(error));
          const command = new PutObjectCommand({
            Bucket,
            Key,
            Body: stream,
            ContentLength: bytes,
            ContentType: mime,
          });
          // The service rejects other bytes. By default, a stream's hash would not be sent.
          command.middlewareStack.add(
            (next) => (args) => {
              (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
              return next(args);
            },
            { step: 'build', name: 'contentHash' },
          );
          try {
            await client.send(command, {
              abortSignal: unreadable.signal,
              requestTimeout: timeouts.uploadMs,
            });
          } catch (error) {
            throw unreadable.signal.aborted ? unreadable.signal.reason : error;
          } finally {
            stream.destroy();
          }
        });
      });
    },
    async stat(key) {
      const Key = keyOf(key);
      const output = await orFail('read a file', () =>
        orNull(() => client.send(new HeadObjectCommand({ Bucket, Key }))),
      );
      if (output === null) return null;
      if (output.ContentLength === undefined) throw new StorageUnavailableError('read a file', incomplete);
      return { size: output.ContentLength };
    },
    async open(key, { start, end }) {
      const Key = keyOf(key);
      const openFrom = (at: number, etag?: string) => openBody(Key, `bytes=${at}-${end}`, etag);
      const body = await orFail('read a file', () => orNull(() => openFrom(start)));
      return body === null ? null : readBody(body, { start, end, openFrom, partMs: timeouts.partMs });
    },
    async delete(key) {
      const Key = keyOf(key);
      await orFail('remove a file', () => client.send(new DeleteObjectCommand({ Bucket, Key })));
    },
    async *list(folder) {
      const start = `${keyOf(folder)}/`;
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: start });
      try {
        for await (const { Contents = [] } of pages) {
          for (const { Key = '', LastModified } of Contents) {
            const key = Key.slice(prefix.length);
            const isFound = Key.startsWith(start) && isSafeKey(key) && LastModified !== undefined;
            if (isFound) yield { key, modifiedAt: LastModified.getTime() };
          }
        }
      } catch (error) {
        throw new StorageUnavailableError('list files', error);
      }
    },
    close: () => client.destroy(),
  };
}

const noLog = () => undefined;

function createClient(access: S3Access, { connectMs, responseMs }: S3Timeouts): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  return new S3Client({
    region: access.region,
    credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
    ...(access.endpoint === null ? {} : { endpoint: access.endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    // Failures are logged with the request that they belong to.
    logger: { debug: noLog, info: noLog, warn: noLog, error: noLog },
    // Not all compatible services know the checksums that the client would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: responseMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

interface Body {
  readonly stream: Readable;
  readonly bytes: number | undefined;
  readonly etag: string | undefined;
}

interface ReadOptions {
  readonly start: number;
  readonly end: number;
  readonly openFrom: (at: number, etag?: string) => Promise<Body>;
  readonly partMs: number;
}

const incomplete = Object.assign(new Error('incomplete'), { code: 'incomplete' });

/** Reads a response body on request. Continues an interrupted one at its last byte, if the file has not changed. */
function readBody(first: Body, { start, end, openFrom, partMs }: ReadOptions): StoredFileReader {
  let at = start;
  let attempts = 1;
  let closed = false;
  let { stream, parts } = partsOf(first, end - start + 1);
  const reopen = async () => {
    const body = await openFrom(at, first.etag);
    ({ stream, parts } = partsOf(body, end - at + 1));
    if (closed) stream.destroy();
  };
  const next = async (): Promise<Uint8Array> => {
    const timer = setTimeout(() => stream.destroy(incomplete), partMs);
    try {
      const { done, value } = await parts.next();
      if (done === true) throw incomplete;
      return value;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async read() {
      while (at <= end) {
        try {
          const part = await next();
          at += part.length;
          return part;
        } catch (error) {
          stream.destroy();
          attempts += 1;
          if (closed || attempts > ATTEMPTS) throw new StorageUnavailableError('read a file', error);
          await orFail('read a file', reopen);
        }
      }
      stream.destroy();
      return null;
    },
    close() {
      closed = true;
      stream.destroy();
    },
  };
}

/** Throws if the service ignored the range. */
function partsOf({ stream, bytes }: Body, expected: number) {
  // The iterator reports errors; without a listener, one after `close` would end the process.
  stream.on('error', () => undefined);
  if (bytes === expected)
    return { stream, parts: stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> };
  stream.destroy();
  throw new StorageUnavailableError('read a file', incomplete);
}

async function hashFile(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(path)) {
    hash.update(part);
    bytes += part.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Retries an upload. The client itself does not, as it cannot read a stream again. */
async function retry(retryMs: number, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransient(error)) throw error;
      await wait(randomInt((retryMs * attempt) / 2, retryMs * attempt));
    }
  }
}

/** Returns whether a request failed without a response, or with one that asks for another attempt. */
function isTransient(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function orFail<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error;
    throw new StorageUnavailableError(action, withStatus(error));
  }
}

/** Adds the status as the code of a response without a body, which has no code of S3. */
function withStatus(error: unknown): unknown {
  const status = statusOf(error);
  if (!(error instanceof Error) || !error.name.startsWith('Unknown') || status === undefined) return error;
  return Object.assign(new Error(error.message), { code: `HTTP ${status}` });
}
