// The local API of the operator: HTTP over a Unix socket in the data folder, for the user of the server only.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ServerContext } from '../context.ts';
import type { DataFolder } from '../db/data-folder.ts';
import { HttpError } from '../http/http-error.ts';
import { parseJsonBytes } from '../http/request/read-json.ts';
import { atMost } from '../timers.ts';
import type { CommandResponse } from './command.types.ts';
import type { Upload } from './handlers.types.ts';
import { runCommand } from './run-command.ts';
import { operatorSocketPath } from './socket-path.ts';

/** Bytes of a command. */
const MAX_BODY = 1024 * 1024;
/** Bytes of an uploaded file, for example a film. */
const MAX_UPLOAD = 20 * 1024 ** 3;
/** The system limits the length of a socket's path, in bytes. */
const MAX_PATH = 103;
/** Milliseconds that a running command has to end when the server stops. */
const CLOSE_MS = 1_000;

/**
 * Opens the socket. Without it the server still works: a failure is logged. The folder of the socket has the mode 0700 before the socket exists, so no other user can connect.
 */
export async function openOperatorSocket(
  context: ServerContext,
  { path: dataFolder, temporary }: Pick<DataFolder, 'path' | 'temporary'>,
): Promise<OperatorSocket> {
  const path = operatorSocketPath(dataFolder);
  if (Buffer.byteLength(path) > MAX_PATH) {
    context.log.warn('operator-socket-off', {
      path,
      reason: `The path is longer than ${MAX_PATH} bytes. Use a data folder with a shorter path.`,
    });
    return { close: async () => undefined };
  }
  const folder = join(dataFolder, 'operate');
  const running = new Set<Promise<void>>();
  const uploads = createUploads(temporary);
  const server = createServer((request, response) => {
    const work = respond(context, request, uploads)
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      })
      .finally(() => running.delete(work));
    running.add(work);
  });
  // A film takes as long as its upload takes.
  server.requestTimeout = 0;
  // A client is gone when its connection ends, however long it was idle.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    socket.once('close', () => {
      uploads.discardUnused(socket).catch((error) => context.log.error('operator-upload-kept', { error }));
    });
  });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    // The data folder is locked, so the socket of a process that crashed is stale.
    await rm(path, { force: true });
    server.listen(path);
    await once(server, 'listening');
    await chmod(path, 0o600);
  } catch (error) {
    context.log.error('operator-socket-failed', { path, error });
    server.close();
    return { close: async () => undefined };
  }
  return {
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      await atMost(CLOSE_MS, [Promise.allSettled(running)]);
      server.closeAllConnections();
      await closed;
      await uploads.discardAll();
    },
  };
}

interface OperatorSocket {
  /** Rejects further commands, and ends the running ones after a second. */
  close(): Promise<void>;
}

interface SocketResponse {
  readonly status: number;
  readonly body: CommandResponse | { readonly upload: string };
}

async function respond(
  context: ServerContext,
  request: IncomingMessage,
  uploads: Uploads,
): Promise<SocketResponse> {
  try {
    const route = `${request.method} ${request.url}`;
    // A browser can send neither this method nor this content type without a preflight, which gets 404.
    if (route === 'PUT /uploads') return { status: 201, body: { upload: await uploads.store(request) } };
    if (route !== 'POST /commands') throw new HttpError(404, 'Not found.');
    const body = await readBody(request);
    try {
      const outcome = await runCommand(context, body, uploads.find);
      return { status: 200, body: { ok: true, ...outcome } };
    } finally {
      await uploads.discard(body);
    }
  } catch (error) {
    if (error instanceof HttpError) {
      const { status, message } = error;
      return { status, body: { ok: false, message, refused: status < 500 } };
    }
    context.log.error('operator-request-failed', { error });
    const message = 'The command failed. See the log of the server.';
    return { status: 500, body: { ok: false, message, refused: false } };
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') throw new HttpError(415, 'Send JSON.');
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of request) {
    total += (chunk as Buffer).length;
    if (total > MAX_BODY) throw new HttpError(413, 'The command is too long.');
    chunks.push(chunk as Buffer);
  }
  return parseJsonBytes(Buffer.concat(chunks));
}

interface Uploads {
  /** Stores the body of a request and returns its id. */
  store(request: IncomingMessage): Promise<string>;
  /** Returns an upload for a command, which discards it. */
  find(id: string, name: string): Upload | undefined;
  /** Removes the files of a command that were not moved. */
  discard(body: unknown): Promise<void>;
  /** Removes the files that a connection uploaded, except those of a running command. */
  discardUnused(connection: Socket): Promise<void>;
  /** Removes all files, after the connections have ended. */
  discardAll(): Promise<void>;
}

interface StoredUpload {
  readonly bytes: number;
  readonly connection: Socket;
  isUsed: boolean;
}

function createUploads(temporary: string): Uploads {
  const uploads = new Map<string, StoredUpload>();
  const writing = new Set<Promise<number>>();
  const pathOf = (id: string) => join(temporary, id);
  const remove = async (id: string) => {
    if (!uploads.has(id)) return;
    await rm(pathOf(id), { force: true });
    uploads.delete(id);
  };
  const removeWhere = async (isRemoved: (upload: StoredUpload) => boolean) => {
    for (const [id, upload] of [...uploads]) if (isRemoved(upload)) await remove(id);
  };
  return {
    async store(request) {
      const id = randomUUID();
      const { socket: connection } = request;
      const written = writeBody(request, pathOf(id));
      writing.add(written);
      const bytes = await written.finally(() => writing.delete(written));
      uploads.set(id, { bytes, connection, isUsed: false });
      if (connection.destroyed) await remove(id);
      return id;
    },
    find(id, name) {
      const upload = uploads.get(id);
      if (upload === undefined) return undefined;
      upload.isUsed = true;
      return { name, path: pathOf(id), bytes: upload.bytes };
    },
    async discard(body) {
      for (const id of uploadIds(body)) await remove(id);
    },
    discardUnused: (connection) =>
      removeWhere((upload) => upload.connection === connection && !upload.isUsed),
    async discardAll() {
      await Promise.allSettled(writing);
      await removeWhere(() => true);
    },
  };
}

/** Writes the body of a request to a file and returns its bytes. Leaves no file after a failure. */
async function writeBody(request: IncomingMessage, path: string): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600 });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  let bytes = 0;
  try {
    await pipeline(
      request,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          bytes += part.length;
          if (bytes > MAX_UPLOAD) throw new HttpError(413, 'The file is too large.');
          yield part;
        }
      },
      file,
    );
    return bytes;
  } catch (error) {
    // A file that was still being opened would appear after its removal.
    await closed;
    await rm(path, { force: true });
    throw error;
  }
}

/** Returns the ids of all uploads that a command names. */
function uploadIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'upload' in value && typeof value.upload === 'string' ? [value.upload] : [];
  return [...own, ...Object.values(value).flatMap(uploadIds)];
}
