// POST /web/delete-account: deletes all personal data, except billing records.
import { eq } from 'drizzle-orm';
import { endAllPlans, rejectWhileBuying } from '../billing/index.ts';
import type { ServerContext } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { requireFactorProof } from '../factors/index.ts';
import { HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import type { Handler } from '../routes.ts';
import { requireUser, type UserRow } from '../sessions/sessions.ts';
import { removeAvatar } from './avatars.ts';
import { listExportIds, removeExportFiles } from './personal-data/data-exports.ts';
import { erasePersonalData } from './personal-data/erase-personal-data.ts';
import { reauthenticate } from './reauthenticate.ts';

/**
 * Deletes the caller's account. Ends the subscription first; if that fails, nothing is deleted. Messages stay, with the
 * sender 'Deleted member'; subscriptions and invoices stay without a name.
 */
export const deleteAccount: Handler<'deleteAccount'> = async (context, { caller, body }) => {
  const user = await requireUser(context.db, caller.userId);
  await requireFactorProof(context, caller);
  await reauthenticate(context, user, body);
  await removeAccount(context, user);
  return { body: { message: 'Your account has been deleted.' } };
};

/** Deletes an account, see {@link deleteAccount}. Throws 401 when another request has deleted it. */
export async function removeAccount(context: ServerContext, user: UserRow): Promise<void> {
  const { clock, bus, log } = context;
  const userId = user.id;
  const ended = await endAllPlans(context, userId);
  const { exportIds, dp } = await bus.transact(async (tx, publish) => {
    const now = clock.now();
    // A picture may have been uploaded while the plans were ended.
    const [current] = await tx.select({ dp: users.dp }).from(users).where(eq(users.id, userId)).for('update');
    const ids = await listExportIds(tx, userId);
    const erased = await erasePersonalData(tx, user, new Date(now));
    if (!erased) throw new HttpError(401, 'Please sign in.');
    await queueMail(tx, { to: user.email, ...accountDeletedMail }, now);
    await rejectWhileBuying(tx, userId, ended);
    publish('session-ended', { userId, sessionId: 'all' });
    publish('entitlement-changed', { userId });
    return { exportIds: ids, dp: current?.dp ?? null };
  });
  await removeAvatar(context, dp);
  await removeExportFiles(context, exportIds);
  log.info('account-deleted', { userId });
}

const accountDeletedMail = {
  subject: 'Your Openbell account has been deleted',
  text: [
    'Your account has been deleted. If you had a subscription, it has ended, and you will not be charged again.',
    '',
    'If you did not do this, please reply to this email.',
  ].join('\n'),
};
