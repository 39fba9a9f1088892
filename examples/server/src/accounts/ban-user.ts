import { eq } from 'drizzle-orm';
import { cancelRenewals, rejectWithRenewals } from '../billing/index.ts';
import type { ServerContext } from '../context.ts';
import { sessions, users } from '../db/schema/accounts.ts';

/**
 * Bans a user: ends the sessions and refuses sign-ins. Cancels the renewal of the plan first; if that fails, or a purchase
 * is pending, the user is not banned, so that a banned user is never charged. Idempotent.
 */
export async function banUser(context: ServerContext, userId: number): Promise<void> {
  const { bus, clock, log } = context;
  await cancelRenewals(context, userId);
  await bus.transact(async (tx, publish) => {
    const bannedAt = new Date(clock.now());
    // A sign-in locks this row, so it has either committed its session or sees the ban.
    await tx.update(users).set({ bannedAt }).where(eq(users.id, userId));
    await rejectWithRenewals(tx, userId);
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    publish('session-ended', { userId, sessionId: 'all' });
  });
  log.info('user-banned', { userId });
}

/** Ends the ban and the mute of a user. */
export async function unbanUser({ db, log }: ServerContext, userId: number): Promise<void> {
  await db.update(users).set({ bannedAt: null, mutedUntil: null }).where(eq(users.id, userId));
  log.info('user-unbanned', { userId });
}
