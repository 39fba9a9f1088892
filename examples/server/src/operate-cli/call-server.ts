// Calls the operator API of the running server.
import type { Dirent } from 'node:fs';
import { access, constants, open, readdir, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import type { CommandRequest, CommandResponse, UploadReference } from '../operate/command.types.ts';

/** The command was not run. The message says what to do. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Keeps its connections: the server removes the uploads of a connection that ends before the command. */
const agent = new Agent({ keepAlive: true });

/** Reports the sent part of a file, in bytes. */
export type OnProgress = (name: string, sent: number, total: number) => void;

/** Sends a command and returns the server's response. */
export async function sendCommand(socketPath: string, command: CommandRequest): Promise<CommandResponse> {
  const response = await call(socketPath, 'POST /commands', (outgoing) => {
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(JSON.stringify(command));
    return Promise.resolve();
  });
  return response as CommandResponse;
}

/** Uploads a file and returns the reference for the command. */
export async function uploadFile(
  socketPath: string,
  path: string,
  onProgress: OnProgress,
): Promise<UploadReference> {
  const refuse = (error: unknown) => refuseUnreadable(error, 'file', path);
  const status = await stat(path).catch(refuse);
  if (!status.isFile()) throw new RefusedError(`${path} is not a file.`);
  const file = await open(path).catch(refuse);
  const { size } = status;
  const name = basename(path);
  let sent = 0;
  const counter = new Transform({
    transform(part: Buffer, _encoding, done) {
      sent += part.length;
      onProgress(name, sent, size);
      done(null, part);
    },
  });
  const response = await call(socketPath, 'PUT /uploads', (outgoing) =>
    pipeline(file.createReadStream(), counter, outgoing),
  );
  const parsed = v.safeParse(v.object({ upload: v.string() }), response);
  if (!parsed.success) throw new Error(`${name} was not uploaded: ${JSON.stringify(response)}`);
  return { name, upload: parsed.output.upload };
}

/** Uploads the files directly in a folder and the files that its links name, except hidden ones, in the order of their names. */
export async function uploadFolder(
  socketPath: string,
  folder: string,
  onProgress: OnProgress,
): Promise<UploadReference[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) =>
    refuseUnreadable(error, 'folder', folder),
  );
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.name.startsWith('.') && (entry.isFile() || (await isLinkToFile(entry, path))))
      paths.push(path);
  }
  paths.sort();
  // Before the first upload, which may take long.
  for (const path of paths)
    await access(path, constants.R_OK).catch((error) => refuseUnreadable(error, 'file', path));
  const uploads: UploadReference[] = [];
  for (const path of paths) uploads.push(await uploadFile(socketPath, path, onProgress));
  return uploads;
}

async function isLinkToFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  return (await stat(path).catch((error) => refuseUnreadable(error, 'file', path))).isFile();
}

function refuseUnreadable(error: unknown, kind: 'file' | 'folder', path: string): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') throw new RefusedError(`There is no ${kind} ${path}.`);
  if (code === 'EACCES' || code === 'EPERM') throw new RefusedError(`You may not read ${path}.`);
  throw error;
}

async function call(
  socketPath: string,
  route: string,
  send: (outgoing: ReturnType<typeof request>) => Promise<void>,
): Promise<unknown> {
  const [method, path] = route.split(' ');
  const outgoing = request({ socketPath, method, path, agent });
  const received = new Promise<unknown>((resolve, reject) => {
    outgoing.on('error', (error) => reject(explain(error, socketPath)));
    outgoing.on('response', async (response) => {
      try {
        let text = '';
        for await (const part of response.setEncoding('utf8')) text += part;
        resolve(JSON.parse(text));
      } catch (error) {
        reject(error);
      }
    });
  });
  // The response explains a failed upload better than the broken pipe.
  const [response, sending] = await Promise.allSettled([received, send(outgoing)]);
  if (response.status === 'rejected') throw response.reason;
  if (sending.status === 'rejected') throw sending.reason;
  return response.value;
}

function explain(error: Error, socketPath: string): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ECONNREFUSED') {
    return new RefusedError(
      `No server is running with the data folder of ${socketPath}. Start the server, or set OPENBELL_DATA to its data folder.`,
    );
  }
  if (code === 'EACCES')
    return new RefusedError(
      `You may not use ${socketPath}. Run the command as the user of the server, for example with sudo -u.`,
    );
  return error;
}
