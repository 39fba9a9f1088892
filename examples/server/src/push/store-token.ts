// POST /web/store-notification-token (push permission).
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { pushTokens } from '../db/schema/push.ts';
import { absent, fieldError, HttpError } from '../http/http-error.ts';
import type { Handler } from '../http/route.ts';
import { placeOf, readPushToken } from './push-token.ts';

/** Maximum number of devices per user; the least recently registered one is removed. */
const mostTokens = 10;

export const storeNotificationToken: Handler<'storeNotificationToken'> = async (
  context,
  { caller, body },
) => {
  if (context.config.vapid === 'off') throw absent('Push notifications are');
  const token = readPushToken(body.token, context.config.pushServices);
  if (token === null) throw fieldError('token', 'This is not the address of a push service.');
  await keep(context, caller, { token: body.token, placeSha256: placeOf(token) });
  return { body: { message: 'Notifications are set up for this device.' } };
};

/** Stores a token. The browser's previous user gets no more notifications there. */
async function keep(
  { db, clock }: ServerContext,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: number },
  { token, placeSha256 }: { readonly token: string; readonly placeSha256: string },
): Promise<void> {
  const at = new Date(clock.now());
  await db.transaction(async (tx) => {
    // Serializes the registrations of one user, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.id, sessionId))
      .for('share');
    // Signed out in the meantime: the token would outlive the session.
    if (session === undefined) throw new HttpError(401, 'Please sign in.');
    await tx
      .insert(pushTokens)
      .values({ userId, sessionId, token, placeSha256, createdAt: at, refreshedAt: at })
      .onConflictDoUpdate({
        target: pushTokens.placeSha256,
        set: { userId, sessionId, token, refreshedAt: at },
      });
    const beyond = tx
      .select({ id: pushTokens.id })
      .from(pushTokens)
      .where(eq(pushTokens.userId, userId))
      .orderBy(desc(pushTokens.refreshedAt), desc(pushTokens.id))
      .offset(mostTokens);
    await tx.delete(pushTokens).where(and(eq(pushTokens.userId, userId), inArray(pushTokens.id, beyond)));
    // Messages for the previous user.
    await tx.execute(
      sql`delete from push_jobs using push_tokens t where push_jobs.token_id = t.id and t.place_sha256 = ${placeSha256}`,
    );
  });
}
