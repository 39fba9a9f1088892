// The one listener of the server's `upgrade` event; each socket of the product registers its path here.
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SocketEndpoint } from './socket-endpoint.ts';

/** Routes upgrades by path; any other path is answered 404. The function that it returns detaches. */
export function attachUpgrades(
  server: Pick<Server, 'on' | 'off'>,
  endpoints: readonly SocketEndpoint[],
): () => void {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A client that goes away before it is answered must not end the process.
    socket.on('error', () => socket.destroy());
    const endpoint = byPath.get(pathOf(request));
    if (endpoint === undefined) refuseUpgrade(socket, 404);
    else endpoint.handleUpgrade(request, socket, head);
  };
  server.on('upgrade', onUpgrade);
  return () => server.off('upgrade', onUpgrade);
}

/** Answers an upgrade with a plain HTTP refusal and ends the connection. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  const reason = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ message: reason });
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

/** Reads the headers of an upgrade request, by their names in lower case. */
export function headerOf({ headers }: IncomingMessage): (name: string) => string | undefined {
  return (name) => headers[name]?.toString();
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
