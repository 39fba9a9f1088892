import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The system gives ports of a higher range to others while a server is down between two starts. */
const range = [20_000, 32_768] as const;

/** Returns a TCP port of 127.0.0.1 that is free now, and that the system gives to nobody. */
export async function freePort(): Promise<number> {
  const port = randomInt(...range);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  server.close();
  await once(server, 'close');
  return port;
}
