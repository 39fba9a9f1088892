// Routes the server's `upgrade` events to the WebSocket endpoints.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../config.ts';
import { clientAddress } from '../http/client/client-address.ts';
import { rejectConnection, type Site } from '../http/connections/reject-connection.ts';
import type { SocketEndpoint } from './socket-endpoint.ts';

/**
 * Returns whether a request upgrades to a WebSocket. Other protocols are ignored (RFC 9110, 7.8): curl and Java's client
 * offer h2c with ordinary requests.
 */
export function isWebSocketUpgrade({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Routes upgrades by path. Other paths get 404. Returns a function that removes the listener. */
export function attachUpgrades(
  server: Pick<Server, 'on' | 'off'>,
  endpoints: readonly SocketEndpoint[],
  config: Site,
): () => void {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // An unhandled socket error would end the process.
    socket.on('error', () => socket.destroy());
    const endpoint = byPath.get(pathOf(request));
    if (endpoint === undefined) rejectConnection(socket, 404, config);
    else endpoint.handleUpgrade(request, socket, head);
  };
  server.on('upgrade', onUpgrade);
  return () => server.off('upgrade', onUpgrade);
}

/** Returns the headers of an upgrade request by their lower-case names. */
export function headerOf({ headers }: IncomingMessage): (name: string) => string | undefined {
  return (name) => headers[name]?.toString();
}

/** Returns the IP address of the client. */
export function addressOf(request: IncomingMessage, { trustProxy }: Pick<Config, 'trustProxy'>): string {
  const forwarded = headerOf(request)('x-forwarded-for');
  return clientAddress({ peer: request.socket.remoteAddress, forwarded, trustProxy });
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
