// Errors without a route: rejected sockets, and requests that Node does not hand to a route.
import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import type { Config } from '../../config.ts';
import { setSecurityHeaders } from '../headers/security-headers.ts';

export type Site = Pick<Config, 'publicUrl'>;

/** Seconds; another process or the restarted one serves the retry. */
const RETRY_AFTER = 1;

const reasonOf = (status: number): string => STATUS_CODES[status] ?? 'Error';

function errorOf(status: number, { publicUrl }: Site): { readonly headers: Headers; readonly body: string } {
  const isUnavailable = status === 503;
  const body = JSON.stringify(
    isUnavailable
      ? { message: 'The service is unavailable at the moment. Please try again.', retry_after: RETRY_AFTER }
      : { message: reasonOf(status) },
  );
  const headers = new Headers({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(isUnavailable ? { 'retry-after': String(RETRY_AFTER) } : {}),
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

/** Sends an HTTP error, and closes the connection. */
export function rejectRequest(response: ServerResponse, status: number, site: Site): void {
  const { headers, body } = errorOf(status, site);
  response.setHeaders(headers);
  response.writeHead(status).end(body);
}

/** Wraps a listener so that HTTP/1.1 requests without `Host` get 400 (RFC 9112, 3.2). */
export function requireHost(listen: RequestListener, site: Site): RequestListener {
  return (request, response) => {
    if (request.httpVersion === '1.1' && request.headers.host === undefined)
      rejectRequest(response, 400, site);
    else listen(request, response);
  };
}

/** Returns the response to a request without a valid URL: 400. Other errors are 500. */
export function respondToInvalid(error: unknown, site: Site): Response {
  const status = error instanceof RequestError ? 400 : 500;
  const { headers, body } = errorOf(status, site);
  return new Response(body, { status, headers });
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
    rejectRequest(response, 417, site);
  });
}
