// Closes sockets whose session or subscription has ended.
import { closeNotSubscribed, closeSignedOut } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import type { ServerContext } from '../context.ts';
import { batchedRead } from '../db/batched-read.ts';
import type { Db } from '../db/database.ts';
import { keepSessionsAlive } from './sessions.ts';

/** Maximum duration of a timer: above 24.8 days, `setTimeout` fires at once. */
const MAX_TIMER_MS = 3_600_000;

/** An open socket of a signed-in user. */
export interface SignedInSocket {
  readonly userId: number;
  readonly sessionId: number;
  close(code: number, reason: string): void;
}

export type SocketAccess =
  | { readonly ok: true; readonly expiredAt: Date }
  | { readonly ok: false; readonly code: number };

type SocketSession = Pick<SignedInSocket, 'sessionId'>;

/** Returns the access of a connection. An open connection counts as use of its session. */
export function readAccess(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { sessionId }: SocketSession,
): Promise<SocketAccess> {
  return accessOf(db, { sessionId, now: clock.now() });
}

const accessOf = batchedRead<SocketSession & { readonly now: number }, SocketAccess>(
  ({ sessionId }) => sessionId,
  async (db, keys) => {
    const now = Math.max(...keys.map((key) => key.now));
    const read = await readSessions(db, keys, now);
    return keys.map(read);
  },
);

/** Reads the access of several connections in one query. */
export function readAccesses(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  connections: readonly SocketSession[],
): Promise<(connection: SocketSession) => SocketAccess> {
  return readSessions(db, connections, clock.now());
}

async function readSessions(
  db: Db,
  connections: readonly SocketSession[],
  now: number,
): Promise<(connection: SocketSession) => SocketAccess> {
  const sessionIds = new Set(connections.map(({ sessionId }) => sessionId));
  const valid = await keepSessionsAlive(db, [...sessionIds], now);
  return ({ sessionId }) => {
    const session = valid.get(sessionId);
    if (session === undefined) return { ok: false, code: closeSignedOut };
    const { expiredAt } = session;
    return expiredAt !== null && isSubscribed({ expired_at: expiredAt }, now)
      ? { ok: true, expiredAt }
      : { ok: false, code: closeNotSubscribed };
  };
}

export interface AccessWatch {
  /** Reads the access now. */
  check(): Promise<void>;
  /** Applies an access that was read elsewhere. */
  apply(access: SocketAccess): void;
  stop(): void;
}

/** Closes the connection when its access has ended. Checks when the subscription ends, and when `check` is called. */
export function watchAccess(
  context: Pick<ServerContext, 'db' | 'clock' | 'log'>,
  connection: SignedInSocket,
): AccessWatch {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function checkAt(until: Date): void {
    clearTimeout(timer);
    if (stopped) return;
    const left = until.getTime() - context.clock.now();
    timer = setTimeout(
      () => {
        // A renewal may have moved the end, so the database decides.
        if (left <= MAX_TIMER_MS) void check();
        else checkAt(until);
      },
      Math.min(Math.max(left, 0), MAX_TIMER_MS),
    );
    timer.unref();
  }

  function apply(access: SocketAccess): void {
    if (stopped) return;
    if (access.ok) checkAt(access.expiredAt);
    else connection.close(access.code, access.code === closeSignedOut ? 'Signed out.' : 'Not subscribed.');
  }

  async function check(): Promise<void> {
    try {
      apply(await readAccess(context, connection));
    } catch (error) {
      // The database is unavailable: the connection stays open until the next check.
      context.log.error('socket.access-check-failed', { userId: connection.userId, error });
    }
  }

  return {
    check,
    apply,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
