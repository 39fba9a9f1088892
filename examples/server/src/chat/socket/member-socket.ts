// The member socket, `/api/ws`.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  bearerProtocolPrefix,
  closeNotSubscribed,
  closeReplaced,
  closeSignedOut,
  closeTooMany,
  memberFrameLimit,
  memberPatchProtocol,
  memberSocketProtocol,
} from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../../config.ts';
import type { ServerContext } from '../../context.ts';
import { rejectConnection } from '../../http/connections/reject-connection.ts';
import { isAllowedOrigin } from '../../http/headers/origins.ts';
import { closeSpread, STOP_CLOSE_MS } from '../../live/close-spread.ts';
import type { SocketEndpoint } from '../../live/socket-endpoint.ts';
import { addressOf, headerOf } from '../../live/upgrade.ts';
import { isWithin, limitKey, limits, OPEN_SOCKETS } from '../../security/limits.ts';
import { createMemoryLimits } from '../../security/memory-limits.ts';
import { readSocketSession } from '../../sessions/session-cookie.ts';
import type { LiveSession, SessionUser } from '../../sessions/sessions.ts';
import { type AccessWatch, watchAccess } from '../../sessions/socket-access.ts';
import { type Connections, createConnections } from './connections.ts';
import { deliverEvents } from './deliver-events.ts';
import { deliverMessages } from './deliver-messages.ts';
import { createDeliveries } from './deliveries.ts';
import { handleFrame } from './handle-frame.ts';
import { startHeartbeat } from './heartbeat.ts';
import { limitOverProcesses } from './limit-over-processes.ts';
import { type MemberConnection, openMemberConnection } from './member-connection.ts';
import { createReads } from './reads.ts';

/** Time that a rejected client has to answer the close. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Close code for a busy server (RFC 6455 registry). */
const tryAgainLater = 1013;

/** Starts the member socket: deliveries, heartbeat, access checks. */
export function createMemberSocket(context: ServerContext): SocketEndpoint {
  const { config, clock, log } = context;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: memberFrameLimit,
    perMessageDeflate: false,
    handleProtocols: (offered) =>
      offered.has(memberPatchProtocol) ? memberPatchProtocol : memberSocketProtocol,
  });
  const connections = createConnections();
  const reads = createReads(context);
  const deliveries = createDeliveries(context);
  const messageDelivery = deliverMessages(context, connections, deliveries);
  const failures = createMemoryLimits();
  const live = new Map<MemberConnection, AccessWatch>();
  const sharedLimit = config.rateLimits ? limitOverProcesses(context, connections) : null;
  let closed = false;
  context.metrics.sockets('member', () => live.size);
  let whenEmpty: (() => void) | undefined;

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (closed) return rejectConnection(socket, 503, config);
    const asked = readUpgrade(request, config);
    if (typeof asked === 'number') return rejectConnection(socket, asked, config);
    const { token, address } = asked;
    const session = token === undefined ? null : await readSocketSession(context, token, headerOf(request));
    const isWithinLimit =
      session === null ? countFailure(address) : await isWithin(context, 'socket.user', session.user.id);
    await messageDelivery.ready();
    if (socket.destroyed) return;
    if (session === null && !isWithinLimit) return rejectConnection(socket, 429, config);
    // Browsers cannot read the status of a failed upgrade, so these are accepted and closed with a code.
    server.handleUpgrade(request, socket, head, (ws) =>
      isWithinLimit ? admit(ws, session) : reject(ws, closeTooMany),
    );
  }

  /** Counts a connection without a session and returns whether its address is within the limit. */
  function countFailure(address: string): boolean {
    if (!config.rateLimits) return true;
    const name = 'socket-failed.address';
    return failures.hit(limitKey(name, address), limits[name], clock.now()).allowed;
  }

  function admit(ws: WebSocket, session: LiveSession | null): void {
    if (session === null) reject(ws, closeSignedOut);
    else if (!isSubscribed({ expired_at: session.user.expiredAt }, clock.now()))
      reject(ws, closeNotSubscribed);
    else if (closed) reject(ws, tryAgainLater);
    else open(ws, session.id, session.user);
  }

  function open(ws: WebSocket, sessionId: number, user: SessionUser): void {
    const connection = openMemberConnection({
      context,
      ws,
      userId: user.id,
      sessionId,
      onFrame: (frame) => handleFrame({ context, reads, userId: user.id }, frame),
      onClosed() {
        connections.remove(connection);
        sharedLimit?.closed(connection);
        live.get(connection)?.stop();
        live.delete(connection);
        if (live.size === 0) whenEmpty?.();
      },
    });
    if (config.rateLimits) closeOldest(connections, user.id);
    connections.add(connection);
    sharedLimit?.opened(connection);
    const watch = watchAccess(context, connection);
    live.set(connection, watch);
    // The session may have ended before this socket was in the list.
    void watch.check();
  }

  const stops = [
    deliverEvents(context, connections),
    () => messageDelivery.stop(),
    () => sharedLimit?.stop(),
    ...followAccess(context, connections, live),
  ];
  const heartbeat = startHeartbeat({
    context,
    connections: () => live,
    onError: (error) => log.error('socket.access-check-failed', { error }),
  });

  function terminateAll(): void {
    for (const ws of server.clients) ws.terminate();
  }

  return {
    path: '/api/ws',
    handleUpgrade(request, socket, head) {
      upgrade(request, socket, head).catch((error: unknown) => {
        log.error('socket.upgrade-failed', { error });
        rejectConnection(socket, 503, config);
      });
    },
    async close() {
      closed = true;
      heartbeat.stop();
      await closeSpread([...live.keys()], (one) => one.close(1001, 'The server is going away.'));
      for (const stop of stops) stop?.();
      await Promise.all([reads.close(), deliveries.close()]);
      // Sockets that do not answer the close.
      const limit = setTimeout(terminateAll, STOP_CLOSE_MS);
      await new Promise<void>((resolve) => {
        if (live.size === 0) resolve();
        else whenEmpty = resolve;
      });
      clearTimeout(limit);
      terminateAll();
      server.close();
    },
  };
}

/** Closes sockets whose session has ended, and checks access again when it may have changed. */
function followAccess(
  { bus, clock }: ServerContext,
  connections: Connections,
  live: ReadonlyMap<MemberConnection, AccessWatch>,
): ((() => void) | undefined)[] {
  return [
    bus.subscribe('session-ended', ({ userId, sessionId }) => {
      for (const connection of connections.of(userId)) {
        if (sessionId === 'all' || sessionId === connection.sessionId)
          connection.close(closeSignedOut, 'Signed out.');
      }
    }),
    clock.onJump?.(() => {
      for (const watch of live.values()) void watch.check();
    }),
    bus.subscribe('entitlement-changed', ({ userId }) => {
      for (const [connection, watch] of live) if (connection.userId === userId) void watch.check();
    }),
  ];
}

interface UpgradeRequest {
  readonly token: string | undefined;
  /** The client's network address. */
  readonly address: string;
}

/** Returns the status with which to refuse the upgrade when its origin or its protocols are wrong. */
function readUpgrade(request: IncomingMessage, config: Config): UpgradeRequest | 400 | 403 {
  const { origin, host } = request.headers;
  if (origin !== undefined && !isAllowedOrigin(config, origin, host)) return 403;
  const offered = offeredProtocols(request);
  if (!offered.includes(memberSocketProtocol)) return 400;
  return { token: tokenIn(offered), address: addressOf(request, config) };
}

function offeredProtocols(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function tokenIn(protocols: readonly string[]): string | undefined {
  return protocols.find((name) => name.startsWith(bearerProtocolPrefix))?.slice(bearerProtocolPrefix.length);
}

/** Closes the oldest sockets beyond the limit; their pages reconnect when they become visible. */
function closeOldest(connections: Connections, userId: number): void {
  const beyond = connections.of(userId).length - (OPEN_SOCKETS - 1);
  for (const oldest of connections.of(userId).slice(0, Math.max(0, beyond))) {
    // Removed at once, before the client answers the close.
    connections.remove(oldest);
    oldest.close(closeReplaced, 'Replaced by a newer connection.');
  }
}

function reject(ws: WebSocket, code: number): void {
  ws.on('error', () => ws.terminate());
  ws.close(code);
  const timer = setTimeout(() => ws.terminate(), CLOSE_TIMEOUT_MS);
  timer.unref();
  ws.on('close', () => clearTimeout(timer));
}
