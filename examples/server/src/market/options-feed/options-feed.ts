import type { IncomingMessage } from 'node:http';
import { isSubscribed } from '@openbell/core/entitlement';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ServerContext } from '../../context.ts';
import { networkOf } from '../../http/client/network-of.ts';
import { rejectConnection } from '../../http/connections/reject-connection.ts';
import { isAllowedOrigin } from '../../http/headers/origins.ts';
import { closeSpread, STOP_CLOSE_MS } from '../../live/close-spread.ts';
import { createLiveness } from '../../live/liveness.ts';
import type { SocketEndpoint } from '../../live/socket-endpoint.ts';
import { addressOf, headerOf } from '../../live/upgrade.ts';
import type { FeedSource } from '../../providers/feed/feed-source.ts';
import { readSocketSession } from '../../sessions/session-cookie.ts';
import { systemTimers, type Timers } from '../../timers.ts';
import { createFeedConnection, type FeedAdmission, type FeedLimits } from './feed-connection.ts';
import { readSpeed } from './feed-speed.ts';
import { createOpenConnections, type OpenConnection } from './open-connections.ts';
import { createSharedFeed } from './shared-feed.ts';

/** Enough for 1,000 channels. */
const MAX_FRAME_BYTES = 32 * 1024;
const PING_MS = 30_000;

interface OptionsFeedParts {
  /** Replaces the timers of the process. */
  readonly timers?: Timers;
  /** Replaces the configured source. `speed` is for the sandbox. */
  readonly source?: (speed: number) => FeedSource;
  readonly limits?: Partial<FeedLimits>;
}

/**
 * Serves the market feed at `/options` with the provider's protocol. Clients authenticate with their access token and share
 * one source. The provider's key stays on the server.
 */
export function createOptionsFeed(context: ServerContext, parts: OptionsFeedParts = {}): SocketEndpoint {
  const { config, clock, log } = context;
  const timers = parts.timers ?? systemTimers;
  const makeSource = parts.source ?? context.openFeed(timers);
  const { holdLock, channel } = context;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  context.metrics.sockets('feed', () => server.clients.size);
  const sources = new Map<number, FeedSource>();
  const connections = createOpenConnections(context, timers);
  /** In production a subscriber could run all replays at once, up to 100 times as fast as the market. */
  const hasSpeeds = config.optionsFeed === 'sandbox' && !config.production;
  let closing = false;

  function sourceAt(speed: number): FeedSource {
    const source = sources.get(speed) ?? openSource(speed);
    sources.set(speed, source);
    return source;
  }

  /** A replay is cheap and differs by speed, so each process has its own. */
  function openSource(speed: number): FeedSource {
    const open = () => makeSource(speed);
    if (holdLock === null || config.optionsFeed === 'sandbox') return open();
    return createSharedFeed({ open, holdLock, channel, hasBroker: config.nats !== null, timers, log });
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
    const network = networkOf(addressOf(request, config));
    connections.makeRoom(network);
    const liveness = createLiveness(socket);
    const stopPing = timers.every(PING_MS, () => liveness.beat());
    const connection = createFeedConnection({
      socket,
      source: sourceAt(hasSpeeds ? readSpeed(request.url) : 1),
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
        return rejectConnection(socket, 403, config);
      if (closing || connections.isFull()) return rejectConnection(socket, 503, config);
      server.handleUpgrade(request, socket, head, (accepted) => accept(request, accepted));
    },
    async close() {
      closing = true;
      const clients = [...server.clients];
      const closed = clients.map((client) => new Promise<void>((done) => client.once('close', () => done())));
      await closeSpread(clients, (client) => client.close(1001, 'The server is shutting down.'));
      connections.stop();
      for (const source of sources.values()) source.close();
      const cancel = timers.after(STOP_CLOSE_MS, () => {
        for (const client of server.clients) client.terminate();
      });
      await Promise.all(closed);
      cancel();
      server.close();
    },
  };
}
