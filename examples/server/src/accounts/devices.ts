import { and, desc, eq, ne, type SQL } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { sessions } from '../db/schema/accounts.ts';
import { notFound } from '../http/http-error.ts';
import type { Publish } from '../live/bus.ts';
import { type Caller, defineRoutes, readId } from '../routes.ts';
import { isLive } from '../sessions/sessions.ts';

/** Returns the valid sessions of a user, the last used one first. */
export function listSessions(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: number,
): Promise<(typeof sessions.$inferSelect)[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(clock.now())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/** Ends one session of a user, or all. Returns the number of ended sessions. */
export function endSessions(
  { bus }: Pick<ServerContext, 'bus'>,
  userId: number,
  sessionId: number | undefined,
): Promise<number> {
  const which = sessionId === undefined ? undefined : eq(sessions.id, sessionId);
  return bus.transact((tx, publish) => endWhere(tx, publish, and(eq(sessions.userId, userId), which)));
}

/** Ends the other sessions of the caller in a transaction of the bus. Returns their number. */
export function endOtherSessions(
  tx: Db,
  publish: Publish,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<number> {
  return endWhere(tx, publish, and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
}

async function endWhere(tx: Db, publish: Publish, which: SQL | undefined): Promise<number> {
  const { id, userId } = sessions;
  const ended = await tx.delete(sessions).where(which).returning({ sessionId: id, userId });
  for (const session of ended) publish('session-ended', session);
  return ended.length;
}

/** The calls for the caller's own sessions. */
export const deviceRoutes = defineRoutes({
  sessions: async (context, { caller }) => {
    const rows = await listSessions(context, caller.userId);
    const body = rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      user_agent: userAgent,
      created_at: createdAt.toISOString(),
      last_used_at: lastSeenAt.toISOString(),
      current: id === caller.sessionId,
    }));
    return { body };
  },

  endSession: async ({ bus, log }, { caller, params }) => {
    const ended = await endSessions({ bus }, caller.userId, readId(params.id));
    if (ended === 0) throw notFound();
    log.info('device-signed-out', { userId: caller.userId });
    return { body: { message: 'The device is signed out.' } };
  },

  endOtherSessions: async ({ bus, log }, { caller }) => {
    const count = await bus.transact((tx, publish) => endOtherSessions(tx, publish, caller));
    log.info('other-devices-signed-out', { userId: caller.userId, count });
    return { body: { message: 'All other devices are signed out.' } };
  },
});
