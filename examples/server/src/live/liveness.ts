import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';

/** A socket with this many unsent bytes is not read. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;

/**
 * Proves that a client still reads: it must return the content of each ping. A pong that was not asked for proves nothing,
 * because a client can send it without reading. `beat` sends the next ping, and terminates a socket that has not answered
 * the last one or has too many unsent bytes (responses to its own pings, for example).
 */
export function createLiveness(socket: WebSocket): { beat(): void } {
  let expected: Buffer | null = null;
  socket.on('pong', (content: Buffer) => {
    if (expected?.equals(content)) expected = null;
  });
  return {
    beat() {
      if (expected !== null || socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate();
      if (socket.readyState !== socket.OPEN) return;
      expected = randomBytes(8);
      socket.ping(expected);
    },
  };
}
