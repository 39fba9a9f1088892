// POST /web/store-notification-token (push permission).
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { pushTokens } from '../db/schema/push.ts';
import { fieldError, notAvailable } from '../http/http-error.ts';
import type { Caller, Handler } from '../routes.ts';
import { requireSession } from '../sessions/sessions.ts';
import { deviceHashOf, readPushToken } from './push-token.ts';

/** Maximum number of devices per user. The least recently registered one is removed. */
const maxDevices = 10;

export const storeNotificationToken: Handler<'storeNotificationToken'> = async (
  context,
  { caller, body },
) => {
  if (context.config.vapid === 'off') throw notAvailable('Push notifications are');
  const token = readPushToken(body.token, context.config.pushServices);
  if (token === null) throw fieldError('token', 'This is not a subscription at a known push service.');
  await storeToken(context, caller, { token: body.token, placeSha256: deviceHashOf(token) });
  return { body: { message: 'Notifications are set up for this device.' } };
};

/** Stores a token. The browser's previous user gets no more notifications there. */
async function storeToken(
  { db, clock }: ServerContext,
  { userId, sessionId }: Caller,
  { token, placeSha256 }: { readonly token: string; readonly placeSha256: string },
): Promise<void> {
  const at = new Date(clock.now());
  await db.transaction(async (tx) => {
    // Serializes the registrations of one user, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    // If the user has signed out, the token would outlive the session.
    await requireSession(tx, sessionId);
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
      .offset(maxDevices);
    await tx.delete(pushTokens).where(and(eq(pushTokens.userId, userId), inArray(pushTokens.id, beyond)));
    // Messages for the previous user.
    await tx.execute(
      sql`delete from push_jobs using push_tokens t where push_jobs.token_id = t.id and t.place_sha256 = ${placeSha256}`,
    );
  });
}
