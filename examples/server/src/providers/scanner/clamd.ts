// Scans files by ClamAV's daemon. Streams them (INSTREAM), so that the daemon can run on another machine.
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import type { FileScanner } from './file-scanner.ts';

/** Where the daemon listens. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** Reads `tcp://127.0.0.1:3310` or `unix:/run/clamav/clamd.ctl`; null for anything else. */
export function readClamdAddress(address: string): ClamdAddress | null {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(address)?.[1];
  if (path !== undefined) return { path };
  if (!/^tcp:\/\//.test(address) || !URL.canParse(address)) return null;
  const { hostname, port, pathname } = new URL(address);
  if (hostname === '' || port === '' || pathname.length > 1) return null;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** Milliseconds of silence after which the daemon counts as gone. */
const SILENCE_MS = 60_000;
const CHUNK = 64 * 1024;
const LENGTH_BYTES = 4;
/** An answer is one short line. */
const MAX_ANSWER = 1_024;

export function createClamdScanner(address: ClamdAddress): FileScanner {
  return {
    async scan(path) {
      const answer = await ask(address, path);
      if (answer === 'stream: OK') return null;
      const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      // Too large for the daemon, or out of memory: not scanned.
      if (found === undefined) throw new Error(`The scanner answered: ${answer.slice(0, 200)}`);
      return found;
    },
  };
}

async function ask(address: ClamdAddress, path: string): Promise<string> {
  const file = await open(path);
  const socket = connect(address);
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('The scanner does not answer.')));
  // The reader reports errors; an unhandled one between two reads would end the process.
  socket.on('error', () => undefined);
  try {
    // In parallel: the daemon may answer and close before everything is sent, and the sender would wait forever.
    const heardAll = new AbortController();
    const [heard, sent] = await Promise.allSettled([
      readAnswer(socket).finally(() => heardAll.abort()),
      sendFile(file, socket, heardAll.signal),
    ]);
    if (heard.status === 'fulfilled' && heard.value !== '') return heard.value;
    throw new Error('The scanner cannot be reached.', {
      cause:
        heard.status === 'rejected' ? heard.reason : sent.status === 'rejected' ? sent.reason : undefined,
    });
  } finally {
    socket.destroy();
    await file.close();
  }
}

/** Reads up to a NUL; empty when the daemon closes without an answer. */
async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket) {
    answer += String(part);
    const end = answer.indexOf('\0');
    if (end !== -1) return answer.slice(0, end).trim();
    if (answer.length > MAX_ANSWER) break;
  }
  return '';
}

/**
 * Sends the command, each part with its length, and an empty part. Reads the file directly: the handle of an abandoned
 * stream never closes.
 */
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
