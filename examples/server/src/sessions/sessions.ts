import { and, eq, gt, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { arrayOf } from '../db/array-parameter.ts';
import { batchedRead } from '../db/batched-read.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { preparedQuery } from '../db/prepared-query.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { HttpError } from '../http/http-error.ts';
import { newToken, sha256Hex } from '../security/tokens.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes of a session: idle and absolute. */
const sessionLifetimes = {
  remembered: { idleMs: 30 * day, absoluteMs: 30 * day },
  notRemembered: { idleMs: 15 * minute, absoluteMs: 12 * hour },
} as const;

/** Minimum interval between two updates of the last use. */
const touchIntervalMs = minute;

export type UserRow = typeof users.$inferSelect;

/** The parts of a user that are read with each request. */
export type SessionUser = Pick<UserRow, 'id' | 'firstName' | 'email' | 'expiredAt' | 'mutedUntil'>;

/** A valid session and its user. */
export interface LiveSession {
  readonly id: number;
  /** Milliseconds since the epoch. Use before then extends it. */
  readonly expiresAt: number;
  readonly user: SessionUser;
}

const userAgentLength = 512;
const BANNED = 'Your account is suspended. Please contact us.';

/** Matches sessions that have not expired. `now` in milliseconds since the epoch. */
export function isLive(now: number): SQL | undefined {
  return isLiveAt(new Date(now));
}

function isLiveAt(at: Date | Placeholder): SQL | undefined {
  return and(gt(sessions.idleExpiresAt, at), gt(sessions.expiresAt, at));
}

interface NewSession {
  readonly userId: number;
  readonly remember: boolean;
  readonly userAgent?: string;
}

/** Starts a session and returns its token, of which only a hash is stored. Throws 422 for a banned user. */
export async function beginSession(
  db: Db,
  { userId, remember, userAgent = '' }: NewSession,
  now: number,
): Promise<string> {
  const [user] = await db.select({ bannedAt: users.bannedAt }).from(users).where(eq(users.id, userId));
  if (user?.bannedAt != null) throw new HttpError(422, BANNED);
  const token = newToken();
  const { idleMs, absoluteMs } = lifetimesOf(remember);
  await db.insert(sessions).values({
    userId,
    tokenSha256: sha256Hex(token),
    remember,
    userAgent: userAgent.slice(0, userAgentLength),
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    idleExpiresAt: new Date(now + idleMs),
    expiresAt: new Date(now + absoluteMs),
    provedAt: new Date(now),
  });
  return token;
}

/** Reads the user of a session. Throws 401 if the account is deleted, as it may be since the session was read. */
export async function requireUser(db: Db, userId: number): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined || user.deletedAt !== null) throw new HttpError(401, 'Please sign in.');
  return user;
}

/** Returns the session of a token and extends its idle time. Null if it does not exist or has ended. */
export async function readSession(db: Db, token: string, now: number): Promise<LiveSession | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  return sessionOf(db, { tokenSha256: sha256Hex(token), now });
}

interface SessionRequest {
  readonly tokenSha256: string;
  readonly now: number;
}

const sessionOf = batchedRead<SessionRequest, LiveSession | null>(
  ({ tokenSha256 }) => tokenSha256,
  async (db, keys) => {
    const now = Math.max(...keys.map((key) => key.now));
    const tokens = arrayOf(keys.map(({ tokenSha256 }) => tokenSha256));
    const rows = await sessionsByToken(db).execute({ tokens, now: new Date(now) });
    const touched = await touch(db, rows, now);
    const found = new Map(
      rows.map(({ id, tokenSha256, remember, idleExpiresAt, expiresAt, user }): [string, LiveSession] => {
        const idle = touched.has(id) ? now + lifetimesOf(remember).idleMs : idleExpiresAt.getTime();
        return [tokenSha256, { id, expiresAt: Math.min(idle, expiresAt.getTime()), user }];
      }),
    );
    return keys.map(({ tokenSha256 }) => found.get(tokenSha256) ?? null);
  },
);

const sessionsByToken = preparedQuery((db) =>
  db
    .select({
      id: sessions.id,
      tokenSha256: sessions.tokenSha256,
      remember: sessions.remember,
      lastSeenAt: sessions.lastSeenAt,
      idleExpiresAt: sessions.idleExpiresAt,
      expiresAt: sessions.expiresAt,
      user: {
        id: users.id,
        firstName: users.firstName,
        email: users.email,
        expiredAt: users.expiredAt,
        mutedUntil: users.mutedUntil,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.tokenSha256} = any(${sql.placeholder('tokens')}::text[])`,
        isLiveAt(sql.placeholder('now')),
      ),
    )
    .prepare('sessions'),
);

/** Returns the valid ones of the sessions of open sockets, with their users' `expired_at`, and extends their idle time. */
export async function keepSessionsAlive(
  db: Db,
  sessionIds: readonly number[],
  now: number,
): Promise<Map<number, { readonly expiredAt: Date | null }>> {
  const rows = await sessionsById(db).execute({ ids: arrayOf(sessionIds), now: new Date(now) });
  await touch(db, rows, now);
  return new Map(rows.map(({ id, expiredAt }) => [id, { expiredAt }]));
}

const sessionsById = preparedQuery((db) =>
  db
    .select({ id: sessions.id, lastSeenAt: sessions.lastSeenAt, expiredAt: users.expiredAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(sql`${sessions.id} = any(${sql.placeholder('ids')}::int[])`, isLiveAt(sql.placeholder('now'))))
    .prepare('sessions_by_id'),
);

function lifetimesOf(remember: boolean) {
  return remember ? sessionLifetimes.remembered : sessionLifetimes.notRemembered;
}

/** Extends the idle time of the sessions that were last extended a while ago. Returns their ids. */
async function touch(
  db: Db,
  rows: readonly { readonly id: number; readonly lastSeenAt: Date }[],
  now: number,
): Promise<ReadonlySet<number>> {
  const due = rows.filter(({ lastSeenAt }) => now - lastSeenAt.getTime() >= touchIntervalMs);
  if (due.length === 0) return new Set();
  const idleEnd = (remember: boolean) => new Date(now + lifetimesOf(remember).idleMs).toISOString();
  const ids = arrayOf(due.map(({ id }) => id));
  // A locked session is being extended or ended by another request: waiting would hold up all of the batch.
  const touched = await rowsOf<{ id: number }>(
    db,
    sql`update sessions s set last_seen_at = ${new Date(now).toISOString()}::timestamptz,
        idle_expires_at = case when s.remember then ${idleEnd(true)}::timestamptz else ${idleEnd(false)}::timestamptz end
      from (select id from sessions where id = any(${ids}::int[]) for update skip locked) due
      where s.id = due.id returning s.id`,
  );
  return new Set(touched.map(({ id }) => id));
}

/** Returns whether a user has a session. Without one, the user's signed links are invalid. */
export async function hasSession(db: Db, userId: number, now: number): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .limit(1);
  return session !== undefined;
}

/**
 * Locks a session until the transaction ends, so that the session cannot end between this check and the transaction's writes.
 * Throws 401 if the session has ended. Lock the user's row first. Code that ends sessions deletes the sessions before the
 * data that they may have stored.
 */
export async function requireSession(tx: Db, sessionId: number): Promise<void> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('share');
  if (session === undefined) throw new HttpError(401, 'Please sign in.');
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/**
 * Ends all sessions of a user, in a transaction: the lock waits for sign-ins that have verified their user. Publish
 * `session-ended` for the sockets.
 */
export async function endAllSessions(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  const at = new Date(now);
  await db.delete(sessions).where(or(lt(sessions.idleExpiresAt, at), lt(sessions.expiresAt, at)));
}
