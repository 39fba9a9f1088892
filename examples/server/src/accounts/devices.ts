import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { sessions } from '../db/schema/accounts.ts';
import { notFound } from '../http/http-error.ts';
import { defineRoutes, readId } from '../http/route.ts';

/** The calls for the caller's own sessions. */
export const deviceRoutes = defineRoutes({
  sessions: async ({ db, clock }, { caller }) => {
    const now = new Date(clock.now());
    const rows = await db
      .select()
      .from(sessions)
      .where(
        and(eq(sessions.userId, caller.userId), gt(sessions.idleExpiresAt, now), gt(sessions.expiresAt, now)),
      )
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
    const body = rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      user_agent: userAgent,
      created_at: createdAt.toISOString(),
      last_used_at: lastSeenAt.toISOString(),
      current: id === caller.sessionId,
    }));
    return { body };
  },

  endSession: async ({ db, bus, log }, { caller, params }) => {
    const [ended] = await db
      .delete(sessions)
      .where(and(eq(sessions.id, readId(params.id)), eq(sessions.userId, caller.userId)))
      .returning({ id: sessions.id });
    if (ended === undefined) throw notFound();
    bus.publish('session-ended', { userId: caller.userId, sessionId: ended.id });
    log.info('device-signed-out', { userId: caller.userId });
    return { body: { message: 'The device is signed out.' } };
  },

  endOtherSessions: async ({ db, bus, log }, { caller }) => {
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.userId, caller.userId), ne(sessions.id, caller.sessionId)))
      .returning({ id: sessions.id });
    for (const { id } of ended) bus.publish('session-ended', { userId: caller.userId, sessionId: id });
    log.info('other-devices-signed-out', { userId: caller.userId, count: ended.length });
    return { body: { message: 'All other devices are signed out.' } };
  },
});
