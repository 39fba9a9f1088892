// The open connections of the options feed: limits, and checks of their access.
import { closeNotSubscribed, closeSignedOut } from '@openbell/core/contract';
import type { ServerContext } from '../../context.ts';
import { readAccess } from '../../sessions/socket-access.ts';
import type { Timers } from '../../timers.ts';
import { type FeedConnection, type FeedMember, POLICY } from './feed-connection.ts';

/** Maximum number of connections in total, and per user (the oldest is closed). */
const CONNECTIONS_LIMIT = 2_000;
const PER_USER_LIMIT = 10;
/** Maximum number of unauthenticated connections per network (the oldest is closed). Enough for an office that reconnects. */
const UNAUTHENTICATED_LIMIT = 200;
/** Close code for a busy server (RFC 6455 registry). */
const TRY_AGAIN_LATER = 1013;
const CHECK_MS = 1_000;
/** All sessions are read at every 30th check. */
const FULL_CHECK_EVERY = 30;

export interface OpenConnection {
  readonly connection: FeedConnection;
  readonly network: string;
  /** Null until it has authenticated. */
  member: FeedMember | null;
}

export interface OpenConnections {
  add(entry: OpenConnection): void;
  remove(entry: OpenConnection): void;
  /** Sets the member of a connection and closes their oldest connections beyond the limit. */
  authenticated(entry: OpenConnection, member: FeedMember): void;
  /** Returns whether the limit is reached by authenticated connections alone. */
  isFull(): boolean;
  /** Closes the oldest unauthenticated connection if its network, or the server, is at the limit. */
  makeRoom(network: string): void;
  /** Stops the access checks. */
  stop(): void;
}

export function createOpenConnections(
  context: Pick<ServerContext, 'config' | 'db' | 'clock' | 'bus' | 'log'>,
  timers: Timers,
): OpenConnections {
  const { config, clock, bus, log } = context;
  const open = new Set<OpenConnection>();
  let checks = 0;

  function end({ connection }: OpenConnection, reason: 'signed-out' | 'not-subscribed'): void {
    if (reason === 'signed-out') connection.close(closeSignedOut, 'auth_failed', 'signed out');
    else connection.close(closeNotSubscribed, 'auth_failed', 'not subscribed');
  }

  async function check(entry: OpenConnection): Promise<void> {
    const { member } = entry;
    if (member === null) return;
    const access = await readAccess(context, member);
    if (!access.ok) return end(entry, access.code === closeSignedOut ? 'signed-out' : 'not-subscribed');
    entry.member = {
      ...member,
      // Other requests may extend the session. The next full check reads it.
      sessionExpiresAt: Number.POSITIVE_INFINITY,
      subscribedUntil: access.expiredAt.getTime(),
    };
  }
  function checkSoon(entry: OpenConnection): void {
    check(entry).catch((error: unknown) => log.error('options-feed-check-failed', { error }));
  }

  const stops = [
    timers.every(CHECK_MS, () => {
      checks += 1;
      const now = clock.now();
      for (const entry of [...open]) {
        const { member } = entry;
        if (member === null) continue;
        const isDue = member.subscribedUntil <= now || member.sessionExpiresAt <= now;
        if (isDue || checks % FULL_CHECK_EVERY === 0) checkSoon(entry);
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

  return {
    add: (entry) => void open.add(entry),
    remove: (entry) => void open.delete(entry),
    authenticated(entry, member) {
      entry.member = member;
      // The session may have ended while it was being read.
      checkSoon(entry);
      // Sets keep their order, so the first is the oldest.
      const own = [...open].filter((other) => other.member?.userId === member.userId);
      for (const { connection } of own.slice(0, Math.max(0, own.length - PER_USER_LIMIT))) {
        connection.close(POLICY, 'max_connections', 'Maximum number of websocket connections exceeded.');
      }
    },
    isFull: () => open.size >= CONNECTIONS_LIMIT && [...open].every(({ member }) => member !== null),
    makeRoom(network) {
      const pending = [...open].filter((entry) => entry.member === null);
      const ofNetwork = pending.filter((entry) => entry.network === network);
      const isOverLimit = config.rateLimits && ofNetwork.length >= UNAUTHENTICATED_LIMIT;
      const [oldest] = isOverLimit ? ofNetwork : open.size >= CONNECTIONS_LIMIT ? pending : [];
      const message = 'Too many connections are waiting to authenticate.';
      oldest?.connection.close(TRY_AGAIN_LATER, 'auth_timeout', message);
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
