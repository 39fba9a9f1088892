// Connections over which a test sends what no HTTP client would send.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  readonly socket: Socket;
  /** What the server has sent so far. */
  received(): string;
  /** Resolves with everything that the server has sent when the connection has ended, or was reset. */
  readonly ended: Promise<string>;
}

/** Opens a connection to a server and sends a text. */
export async function openRaw(url: string, text = ''): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  socket.on('error', () => socket.destroy());
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(received));
  });
  await once(socket, 'connect');
  socket.write(text);
  return { socket, received: () => received, ended };
}

/** The head of a request with these lines. */
export const headOf = (...lines: readonly string[]) => [...lines, '', ''].join('\r\n');

/** The status of a response; NaN without one. */
export const statusOf = (response: string) => Number(/^HTTP\/1\.[01] (\d{3})/.exec(response)?.[1]);
