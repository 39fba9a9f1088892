import { and, eq, gt, lt, or } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { newToken, sha256Hex } from '../security/tokens.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes of a session: without use, and in total. */
const sessionLifetimes = {
  remembered: { idleMs: 30 * day, absoluteMs: 30 * day },
  notRemembered: { idleMs: 15 * minute, absoluteMs: 12 * hour },
} as const;

/** Minimum interval between two writes of the last use. */
const touchMs = minute;

export type UserRow = typeof users.$inferSelect;

/** A valid session and its user. */
export interface LiveSession {
  readonly id: number;
  /** Milliseconds since the epoch; use before then extends it. */
  readonly expiresAt: number;
  readonly user: UserRow;
}

const userAgentLength = 512;

interface NewSession {
  readonly userId: number;
  readonly remember: boolean;
  readonly userAgent?: string;
}

/** Starts a session and returns its token, of which only a hash is stored. */
export async function beginSession(
  db: Db,
  { userId, remember, userAgent = '' }: NewSession,
  now: number,
): Promise<string> {
  const token = newToken();
  const { idleMs, absoluteMs } = remember ? sessionLifetimes.remembered : sessionLifetimes.notRemembered;
  await db.insert(sessions).values({
    userId,
    tokenSha256: sha256Hex(token),
    remember,
    userAgent: userAgent.slice(0, userAgentLength),
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    idleExpiresAt: new Date(now + idleMs),
    expiresAt: new Date(now + absoluteMs),
  });
  return token;
}

/** Reads the session of a token and extends its idle time; null when there is none or it has ended. */
export async function readSession(db: Db, token: string, now: number): Promise<LiveSession | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const at = new Date(now);
  const [row] = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenSha256, sha256Hex(token)),
        gt(sessions.idleExpiresAt, at),
        gt(sessions.expiresAt, at),
      ),
    );
  if (row === undefined) return null;
  const { session, user } = row;
  const idleExpiresAt = await touch(db, session, now);
  return { id: session.id, expiresAt: Math.min(idleExpiresAt, session.expiresAt.getTime()), user };
}

/** Returns whether a session is valid and extends its idle time; for open sockets. */
export async function useSession(db: Db, sessionId: number, now: number): Promise<boolean> {
  const at = new Date(now);
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.idleExpiresAt, at), gt(sessions.expiresAt, at)));
  if (session === undefined) return false;
  await touch(db, session, now);
  return true;
}

/** Extends a session's idle time and returns its new end. */
async function touch(db: Db, session: typeof sessions.$inferSelect, now: number): Promise<number> {
  if (now - session.lastSeenAt.getTime() < touchMs) return session.idleExpiresAt.getTime();
  const { idleMs } = session.remember ? sessionLifetimes.remembered : sessionLifetimes.notRemembered;
  const idleExpiresAt = now + idleMs;
  await db
    .update(sessions)
    .set({ lastSeenAt: new Date(now), idleExpiresAt: new Date(idleExpiresAt) })
    .where(eq(sessions.id, session.id));
  return idleExpiresAt;
}

/** Returns whether a user has a session: signed links work no longer than the sessions of their user. */
export async function hasSession(db: Db, userId: number, now: number): Promise<boolean> {
  const at = new Date(now);
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, at), gt(sessions.idleExpiresAt, at)))
    .limit(1);
  return session !== undefined;
}

/** Ends one session. */
export async function endSession(db: Db, sessionId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Db, now: number): Promise<void> {
  const at = new Date(now);
  await db.delete(sessions).where(or(lt(sessions.idleExpiresAt, at), lt(sessions.expiresAt, at)));
}
