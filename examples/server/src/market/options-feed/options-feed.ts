import type { IncomingMessage } from 'node:http';
import { isSubscribed } from '@openbell/core/entitlement';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ServerContext } from '../../context.ts';
import { clientAddress } from '../../http/client-address.ts';
import { isAllowedOrigin } from '../../http/origins.ts';
import type { SocketEndpoint } from '../../live/socket-endpoint.ts';
import { headerOf, refuseUpgrade } from '../../live/upgrade.ts';
import type { FeedSource } from '../../providers/feed/feed-source.ts';
import { networkOf } from '../../security/network-of.ts';
import { readSocketSession } from '../../sessions/session-cookie.ts';
import { systemTimers, type Timers } from '../../timers.ts';
import { createFeedConnection, type FeedAdmission, type FeedLimits } from './feed-connection.ts';
import { readSpeed } from './feed-speed.ts';
import { createOpenConnections, type OpenConnection } from './open-connections.ts';

/** Enough for a list of 1,000 contracts. */
const MAX_FRAME_BYTES = 32 * 1024;
const PING_MS = 30_000;

export interface OptionsFeedParts {
  /** Replaces the timers of the process. */
  readonly timers?: Timers;
  /** Replaces the configured sources; `speed` counts only in the sandbox. */
  readonly source?: (speed: number) => FeedSource;
  readonly limits?: Partial<FeedLimits>;
}

/**
 * Serves the market feed at `/options` with the provider's protocol. Browsers authenticate with their access token and
 * share one source; the provider's key never leaves the server.
 */
export function createOptionsFeed(context: ServerContext, parts: OptionsFeedParts = {}): SocketEndpoint {
  const { config, clock, log } = context;
  const timers = parts.timers ?? systemTimers;
  const makeSource = parts.source ?? context.openFeed(timers);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  const sources = new Map<number, FeedSource>();
  const connections = createOpenConnections(context, timers);
  let closing = false;

  function sourceAt(speed: number): FeedSource {
    const source = sources.get(speed) ?? makeSource(speed);
    sources.set(speed, source);
    return source;
  }

  async function admit(request: IncomingMessage, token: string): Promise<FeedAdmission> {
    const session = await readSocketSession(context, token, headerOf(request));
    if (session === null) return 'signed-out';
    const { expiredAt } = session.user;
    if (expiredAt === null || !isSubscribed({ expired_at: expiredAt }, clock.now())) return 'not-subscribed';
    return {
      userId: session.user.id,
      sessionId: session.id,
      sessionExpiresAt: session.expiresAt,
      subscribedUntil: expiredAt.getTime(),
    };
  }

  function accept(request: IncomingMessage, socket: WebSocket): void {
    const address = clientAddress({
      peer: request.socket.remoteAddress,
      forwarded: headerOf(request)('x-forwarded-for'),
      trustProxy: config.trustProxy,
    });
    const network = networkOf(address);
    connections.makeRoom(network);
    const stopPing = terminateSilent(socket, timers);
    const connection = createFeedConnection({
      socket,
      source: sourceAt(config.optionsFeed === 'sandbox' ? readSpeed(request.url) : 1),
      timers,
      now: () => clock.now(),
      admit: (token) => admit(request, token),
      ...(parts.limits === undefined ? {} : { limits: parts.limits }),
      onAdmitted: (member) => connections.authenticated(entry, member),
      onClosed() {
        stopPing();
        connections.remove(entry);
      },
      onError: (error) => log.error('options-feed-failed', { error }),
    });
    const entry: OpenConnection = { connection, network, member: null };
    connections.add(entry);
  }

  return {
    path: '/options',
    handleUpgrade(request, socket, head) {
      const { origin, host } = request.headers;
      // Only browsers send an Origin.
      if (origin !== undefined && !isAllowedOrigin(config, origin, host))
        return refuseUpgrade(socket, 403, config);
      if (closing || connections.isFull()) return refuseUpgrade(socket, 503, config);
      server.handleUpgrade(request, socket, head, (accepted) => accept(request, accepted));
    },
    async close() {
      closing = true;
      connections.stop();
      for (const source of sources.values()) source.close();
      const gone = [...server.clients].map(
        (client) => new Promise<void>((done) => client.once('close', () => done())),
      );
      for (const client of server.clients) client.close(1001, 'The server stops.');
      const cancel = timers.after(1_000, () => {
        for (const client of server.clients) client.terminate();
      });
      await Promise.all(gone);
      cancel();
      server.close();
    },
  };
}

/** Pings a socket regularly and terminates it when it has not answered the last ping. Returns a function that stops. */
function terminateSilent(socket: WebSocket, timers: Timers): () => void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  return timers.every(PING_MS, () => {
    if (!alive) return socket.terminate();
    alive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  });
}
