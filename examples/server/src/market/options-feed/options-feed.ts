import type { IncomingMessage } from 'node:http';
import { closeNotSubscribed, closeSignedOut } from '@openbell/core/contract';
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
import { readAccess } from '../../sessions/socket-access.ts';
import { systemTimers, type Timers } from '../../timers.ts';
import {
  createFeedConnection,
  type FeedAdmission,
  type FeedConnection,
  type FeedLimits,
  type FeedMember,
  POLICY,
} from './feed-connection.ts';
import { readSpeed } from './feed-speed.ts';

/** Frames of a browser are a few words; a list of 1,000 contracts is the longest. */
const MAX_FRAME_BYTES = 32 * 1024;
/** Connections at once: of everyone, and of one person (the oldest gives way). */
const CONNECTIONS_LIMIT = 2_000;
const OF_ONE_PERSON = 10;
/**
 * Connections of one network address that have not authenticated yet. The oldest gives way: silent ones keep no member
 * behind the same address out, and a whole office that comes back at once has room.
 */
const UNAUTHENTICATED_OF_ONE_ADDRESS = 200;
/** The close code of RFC 6455's registry for a server that is too busy for this one: the client comes back soon. */
const TRY_AGAIN_LATER = 1013;
const CHECK_MS = 1_000;
/** Every so many checks the sessions are read again, whatever the bus said. */
const FULL_CHECK_EVERY = 30;
const PING_MS = 30_000;

export interface OptionsFeedParts {
  /** Instead of the process's own timers. */
  readonly timers?: Timers;
  /** Instead of the sources that the configuration names; `speed` counts only in the sandbox. */
  readonly source?: (speed: number) => FeedSource;
  readonly limits?: Partial<FeedLimits>;
}

interface Open {
  readonly connection: FeedConnection;
  readonly network: string;
  member: FeedMember | null;
}

/**
 * `/options`: the market feed for browsers, with the provider's protocol. A browser authenticates
 * with its access token; the provider's key, where there is one, stays here. Any number of browsers share one source.
 */
export function createOptionsFeed(context: ServerContext, parts: OptionsFeedParts = {}): SocketEndpoint {
  const { config, clock, bus, log } = context;
  const timers = parts.timers ?? systemTimers;
  const makeSource = parts.source ?? context.openFeed(timers);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  const sources = new Map<number, FeedSource>();
  const open = new Set<Open>();
  let checks = 0;
  let closing = false;

  const sourceAt = (speed: number): FeedSource => {
    const known = sources.get(speed);
    if (known !== undefined) return known;
    const made = makeSource(speed);
    sources.set(speed, made);
    return made;
  };

  const admit = async (request: IncomingMessage, token: string): Promise<FeedAdmission> => {
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
  };

  const end = ({ connection }: Open, why: 'signed-out' | 'not-subscribed') => {
    if (why === 'signed-out') connection.close(closeSignedOut, 'auth_failed', 'signed out');
    else connection.close(closeNotSubscribed, 'auth_failed', 'not subscribed');
  };

  /** Reads from the database whether this person may still listen. */
  const check = async (entry: Open): Promise<void> => {
    const { member } = entry;
    if (member === null) return;
    const access = await readAccess(context, member);
    if (!access.ok) return end(entry, access.code === closeSignedOut ? 'signed-out' : 'not-subscribed');
    // The session may have been used elsewhere: it is asked again at the next full check.
    entry.member = {
      ...member,
      sessionExpiresAt: Number.POSITIVE_INFINITY,
      subscribedUntil: access.expiredAt.getTime(),
    };
  };
  const checkSoon = (entry: Open) => {
    check(entry).catch((error: unknown) => log.error('options-feed-check-failed', { error }));
  };

  const stops = [
    timers.every(CHECK_MS, () => {
      checks += 1;
      const now = clock.now();
      for (const entry of [...open]) {
        const { member } = entry;
        if (member === null) continue;
        if (
          member.subscribedUntil <= now ||
          member.sessionExpiresAt <= now ||
          checks % FULL_CHECK_EVERY === 0
        ) {
          checkSoon(entry);
        }
      }
    }),
    bus.subscribe('session-ended', ({ userId, sessionId }) => {
      for (const entry of [...open]) {
        if (entry.member?.userId !== userId) continue;
        if (sessionId === 'all' || entry.member.sessionId === sessionId) end(entry, 'signed-out');
      }
    }),
    bus.subscribe('entitlement-changed', ({ userId }) => {
      for (const entry of [...open]) if (entry.member?.userId === userId) checkSoon(entry);
    }),
  ];

  const networkOfPeer = (request: IncomingMessage): string =>
    networkOf(
      clientAddress({
        peer: request.socket.remoteAddress,
        forwarded: headerOf(request)('x-forwarded-for'),
        trustProxy: config.trustProxy,
      }),
    );

  const isFull = (): boolean =>
    open.size >= CONNECTIONS_LIMIT && [...open].every((entry) => entry.member !== null);

  /** Closes a connection that has not authenticated where too many have not, or where everyone's room is taken up. */
  const makeRoom = (network: string) => {
    const waiting = [...open].filter((entry) => entry.member === null);
    const ofNetwork = waiting.filter((entry) => entry.network === network);
    const isCrowd = config.rateLimits && ofNetwork.length >= UNAUTHENTICATED_OF_ONE_ADDRESS;
    // Sets keep their order, so the first is the oldest.
    const [oldest] = isCrowd ? ofNetwork : open.size >= CONNECTIONS_LIMIT ? waiting : [];
    oldest?.connection.close(
      TRY_AGAIN_LATER,
      'auth_timeout',
      'Too many connections are waiting to authenticate.',
    );
  };

  const accept = (request: IncomingMessage, socket: WebSocket) => {
    const network = networkOfPeer(request);
    makeRoom(network);
    let alive = true;
    socket.on('pong', () => {
      alive = true;
    });
    const stopPing = timers.every(PING_MS, () => {
      if (!alive) return socket.terminate();
      alive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    });
    const connection = createFeedConnection({
      socket,
      source: sourceAt(config.optionsFeed === 'sandbox' ? readSpeed(request.url) : 1),
      timers,
      now: () => clock.now(),
      admit: (token) => admit(request, token),
      ...(parts.limits === undefined ? {} : { limits: parts.limits }),
      onAdmitted(member) {
        entry.member = member;
        // The session may have ended while it was being read: nobody would have told this connection.
        checkSoon(entry);
        const own = [...open].filter((other) => other.member?.userId === member.userId);
        // Sets keep their order, so the first is the oldest.
        for (const oldest of own.slice(0, Math.max(0, own.length - OF_ONE_PERSON))) {
          oldest.connection.close(
            POLICY,
            'max_connections',
            'Maximum number of websocket connections exceeded.',
          );
        }
      },
      onClosed() {
        stopPing();
        open.delete(entry);
      },
      onError: (error) => log.error('options-feed-failed', { error }),
    });
    const entry: Open = { connection, network, member: null };
    open.add(entry);
  };

  return {
    path: '/options',
    handleUpgrade(request, socket, head) {
      const { origin, host } = request.headers;
      // No Origin at all is a program, not a page.
      if (origin !== undefined && !isAllowedOrigin(config, origin, host))
        return refuseUpgrade(socket, 403, config);
      if (closing || isFull()) return refuseUpgrade(socket, 503, config);
      server.handleUpgrade(request, socket, head, (accepted) => accept(request, accepted));
    },
    async close() {
      closing = true;
      for (const stop of stops) stop();
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
