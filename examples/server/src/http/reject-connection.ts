// Errors without a route: rejected sockets, and requests that Node does not hand to a route.
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../config.ts';
import { setSecurityHeaders } from './security-headers.ts';

type Site = Pick<Config, 'publicUrl'>;

const reasonOf = (status: number): string => STATUS_CODES[status] ?? 'Error';

function errorOf(status: number, { publicUrl }: Site): { readonly headers: Headers; readonly body: string } {
  const body = JSON.stringify({ message: reasonOf(status) });
  const headers = new Headers({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
  });
  setSecurityHeaders(headers, publicUrl);
  return { headers, body };
}

/** Sends an HTTP error on a connection without a response object, and closes it. */
export function rejectConnection(socket: Duplex, status: number, site: Site): void {
  const { headers, body } = errorOf(status, site);
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  // The server's timeouts no longer apply, so destroy the connection even if the client keeps its half open.
  socket.once('finish', () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${reasonOf(status)}`, ...lines, '', body].join('\r\n'));
}

/** By Node's error code; 400 for all others. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responds to malformed requests (400, 408, 413, 431) and to unknown expectations (417), like routes do. */
export function rejectMalformed(server: Server, site: Site): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => {
    latest.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket);
    // No error in the middle of a response.
    const isResponding = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || isResponding) socket.destroy();
    else rejectConnection(socket, statuses[error.code ?? ''] ?? 400, site);
  });
  server.on('checkExpectation', (_request, response) => {
    const { headers, body } = errorOf(417, site);
    response.setHeaders(headers);
    response.writeHead(417).end(body);
  });
}
