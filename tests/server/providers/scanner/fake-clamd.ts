// A local clamd that implements INSTREAM: chunks with a length prefix, an empty chunk, and a response ended by NUL.
import { once } from 'node:events';
import { createServer, type ListenOptions, type Socket } from 'node:net';

/** Its signature: any file that contains these words is harmful. */
export const harmfulWords = 'X5O!P%@AP-STAND-IN-FOR-A-VIRUS';

export interface FakeClamd {
  readonly port: number;
  /** The received files. */
  readonly seen: readonly Buffer[];
  close(): Promise<void>;
}

/** Like StreamMaxLength: larger files get an error while they are still being sent. */
const MAX_BYTES = 1024 * 1024;

export async function startClamd(
  listen: ListenOptions = { port: 0, host: '127.0.0.1' },
  { isMute = false } = {},
): Promise<FakeClamd> {
  const seen: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (isMute) socket.on('data', () => socket.destroy());
    else
      serve(socket).then(
        (file) => seen.push(file),
        () => socket.destroy(),
      );
  });
  server.listen(listen);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    seen,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(socket: Socket): Promise<Buffer> {
  const command = Buffer.from('zINSTREAM\0');
  let waiting = Buffer.alloc(0);
  let hasBegun = false;
  const parts: Buffer[] = [];
  for await (const data of socket) {
    waiting = Buffer.concat([waiting, data as Buffer]);
    if (!hasBegun) {
      if (waiting.length < command.length) continue;
      if (!waiting.subarray(0, command.length).equals(command)) throw new Error('Another command');
      waiting = waiting.subarray(command.length);
      hasBegun = true;
    }
    while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE()) {
      const length = waiting.readUInt32BE();
      if (length === 0) {
        const file = Buffer.concat(parts);
        socket.end(file.includes(harmfulWords) ? 'stream: Stand-In-Signature FOUND\0' : 'stream: OK\0');
        return file;
      }
      parts.push(waiting.subarray(4, 4 + length));
      waiting = waiting.subarray(4 + length);
      if (parts.reduce((sum, part) => sum + part.length, 0) > MAX_BYTES) {
        socket.end('INSTREAM size limit exceeded. ERROR\0');
        return Buffer.concat(parts);
      }
    }
  }
  throw new Error('Cut off');
}
