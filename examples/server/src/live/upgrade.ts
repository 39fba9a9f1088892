// The one listener of the server's `upgrade` event; each socket of the product registers its path here.
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../config.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';
import type { SocketEndpoint } from './socket-endpoint.ts';

type Site = Pick<Config, 'publicUrl'>;

/**
 * Whether a request asks for a WebSocket. An offer of any other protocol is ignored, as RFC 9110 (7.8) allows: curl and
 * Java's client offer h2c with ordinary requests.
 */
export function isWebSocketUpgrade({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Routes upgrades by path; any other path is answered 404. The function that it returns detaches. */
export function attachUpgrades(
  server: Pick<Server, 'on' | 'off'>,
  endpoints: readonly SocketEndpoint[],
  config: Site,
): () => void {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A client that goes away before it is answered must not end the process.
    socket.on('error', () => socket.destroy());
    const endpoint = byPath.get(pathOf(request));
    if (endpoint === undefined) refuseUpgrade(socket, 404, config);
    else endpoint.handleUpgrade(request, socket, head);
  };
  server.on('upgrade', onUpgrade);
  return () => server.off('upgrade', onUpgrade);
}

/** Answers an upgrade with a plain HTTP refusal, with the headers of any other one, and ends the connection. */
export function refuseUpgrade(socket: Duplex, status: number, { publicUrl }: Site): void {
  const reason = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ message: reason });
  const headers = new Headers({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
  });
  setSecurityHeaders(headers, publicUrl);
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  // No timeout of the server applies any more, so a client that keeps its half open would keep the connection.
  socket.once('finish', () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n'));
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
