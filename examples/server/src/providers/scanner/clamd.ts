// Scans files with ClamAV's daemon. Streams them (INSTREAM), so that the daemon can run on another machine.
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import type { ClamdAddress } from '../../config-values.ts';
import type { FileScanner } from './file-scanner.ts';

/** Milliseconds without traffic after which the scan fails. */
const IDLE_TIMEOUT_MS = 60_000;
const CHUNK = 64 * 1024;
const LENGTH_BYTES = 4;
/** Characters. A response is one short line. */
const MAX_RESPONSE = 1_024;

export function createClamdScanner(address: ClamdAddress): FileScanner {
  return {
    async scan(path) {
      const response = await scanFile(address, path);
      if (response === 'stream: OK') return null;
      const found = /^stream: (.+) FOUND$/.exec(response)?.[1];
      // For example, the file is too large for the daemon.
      if (found === undefined) throw new Error(`The scanner returned: ${response.slice(0, 200)}`);
      return found;
    },
  };
}

async function scanFile(address: ClamdAddress, path: string): Promise<string> {
  const file = await open(path);
  const socket = connect(address);
  socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy(new Error('The scanner is not responding.')));
  // The reader reports errors. Without a listener, an error between two reads would end the process.
  socket.on('error', () => undefined);
  try {
    // In parallel, as the daemon may respond and close before it has received the whole file.
    const responded = new AbortController();
    const [response, sent] = await Promise.allSettled([
      readResponse(socket).finally(() => responded.abort()),
      sendFile(file, socket, responded.signal),
    ]);
    if (response.status === 'fulfilled' && response.value !== '') return response.value;
    const failed = [response, sent].find(({ status }) => status === 'rejected');
    throw new Error('The scanner gave no answer.', {
      cause: failed?.status === 'rejected' ? failed.reason : undefined,
    });
  } finally {
    socket.destroy();
    await file.close();
  }
}

/** Reads up to a NUL. Empty if the daemon closes without a response. */
async function readResponse(socket: Socket): Promise<string> {
  let response = '';
  for await (const part of socket) {
    response += String(part);
    const end = response.indexOf('\0');
    if (end !== -1) return response.slice(0, end).trim();
    if (response.length > MAX_RESPONSE) break;
  }
  return '';
}

/** Sends the command, each part with its length, and an empty part. No stream, as an abandoned one leaks the file handle. */
async function sendFile(file: FileHandle, socket: Socket, signal: AbortSignal): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'), signal);
  for (let length = 1; length > 0; ) {
    const part = Buffer.allocUnsafe(LENGTH_BYTES + CHUNK);
    length = (await file.read(part, LENGTH_BYTES, CHUNK)).bytesRead;
    part.writeUInt32BE(length);
    await write(socket, part.subarray(0, LENGTH_BYTES + length), signal);
  }
}

async function write(socket: Socket, bytes: Buffer, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!socket.write(bytes)) await once(socket, 'drain', { signal });
}
