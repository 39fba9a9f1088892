// Closes sockets whose session or subscription has ended.
import { closeNotSubscribed, closeSignedOut } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import { eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { useSession } from './sessions.ts';

/** Maximum timer duration; `setTimeout` fires at once above 24.8 days. */
const LONGEST_STEP_MS = 3_600_000;

/** An open socket of a signed-in user. */
export interface SignedInSocket {
  readonly userId: number;
  readonly sessionId: number;
  close(code: number, reason: string): void;
}

type Access = { readonly ok: true; readonly expiredAt: Date } | { readonly ok: false; readonly code: number };

/** Reads the access of a connection. An open connection counts as use of its session. */
export async function readAccess(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  connection: Pick<SignedInSocket, 'userId' | 'sessionId'>,
): Promise<Access> {
  const now = clock.now();
  if (!(await useSession(db, connection.sessionId, now))) return { ok: false, code: closeSignedOut };
  const [user] = await db
    .select({ expiredAt: users.expiredAt })
    .from(users)
    .where(eq(users.id, connection.userId));
  const expiredAt = user?.expiredAt ?? null;
  if (expiredAt === null || !isSubscribed({ expired_at: expiredAt }, now))
    return { ok: false, code: closeNotSubscribed };
  return { ok: true, expiredAt };
}

export interface AccessWatch {
  /** Reads the access now. */
  check(): Promise<void>;
  stop(): void;
}

/** Closes the connection when `check` finds that its access has ended, and checks by a timer at `expired_at`. */
export function watchAccess(
  context: Pick<ServerContext, 'db' | 'clock' | 'log'>,
  connection: SignedInSocket,
): AccessWatch {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function arm(until: Date): void {
    clearTimeout(timer);
    if (stopped) return;
    const left = until.getTime() - context.clock.now();
    timer = setTimeout(
      () => {
        // A renewal may have moved the end, so the database decides.
        if (left <= LONGEST_STEP_MS) void check();
        else arm(until);
      },
      Math.min(Math.max(left, 0), LONGEST_STEP_MS),
    );
    timer.unref();
  }

  async function check(): Promise<void> {
    try {
      const access = await readAccess(context, connection);
      if (stopped) return;
      if (access.ok) arm(access.expiredAt);
      else connection.close(access.code, access.code === closeSignedOut ? 'Signed out.' : 'Not subscribed.');
    } catch (error) {
      // The database is unavailable: the connection stays open until the next check.
      context.log.error('socket.access-check-failed', { userId: connection.userId, error });
    }
  }

  return {
    check,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
