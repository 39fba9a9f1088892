// POST /web/delete-account: deletes all personal data, except billing records.
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { endAllPlans, refuseWhileBuying } from '../billing/index.ts';
import type { Db } from '../db/database.ts';
import { contactMessages, mails, sessions, users } from '../db/schema/accounts.ts';
import { chatMembers, chats, userBlocks, userMutes } from '../db/schema/chat.ts';
import { identities } from '../db/schema/identities.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handler } from '../http/route.ts';
import { queueMail } from '../mail/outbox.ts';
import type { UserRow } from '../sessions/sessions.ts';
import { removeAvatar } from './avatars.ts';
import { confirmPerson } from './confirm-person.ts';
import { dropOtpCodes } from './otp-codes.ts';

/**
 * Deletes the caller's account. The subscription ends first; if that fails, nothing is deleted. Messages stay, by 'Deleted
 * member'; subscriptions and invoices stay without a name.
 */
export const deleteAccount: Handler<'deleteAccount'> = async (context, { caller, body }) => {
  const { db, clock, bus, log } = context;
  const { userId } = caller;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new HttpError(401, 'Please sign in.');
  await confirmPerson(context, user, body);
  const ended = await endAllPlans(context, userId);
  await db.transaction(async (tx) => {
    await forget(tx, user, clock.now());
    await refuseWhileBuying(tx, userId, ended);
  });
  bus.publish('session-ended', { userId, sessionId: 'all' });
  bus.publish('entitlement-changed', { userId });
  await removeAvatar(context, user.dp);
  log.info('account-deleted', { userId });
  return { body: { message: 'Your account has been deleted.' } };
};

/** Throws 401 when another request has deleted the account first. */
async function forget(tx: Db, user: UserRow, now: number): Promise<void> {
  const { id, email } = user;
  const at = new Date(now);
  const [deleted] = await tx
    .update(users)
    .set({
      // A unique address that cannot receive mail.
      email: `deleted-${id}@deleted.invalid`,
      firstName: 'Deleted member',
      phone: null,
      about: '',
      dp: null,
      pushNotification: false,
      emailNotification: false,
      passwordHash: null,
      expiredAt: null,
      referralCode: null,
      termsAgreedIpHmac: null,
      deletedAt: at,
      updatedAt: at,
    })
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning({ id: users.id });
  if (deleted === undefined) throw new HttpError(401, 'Please sign in.');
  await dropOtpCodes(tx, id);
  // Their push tokens are deleted by cascade.
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await tx.delete(identities).where(eq(identities.userId, id));
  // Leaves groups; a personal chat stays for the other member.
  const groups = tx.select({ id: chats.id }).from(chats).where(eq(chats.chatType, 'GR'));
  await tx.delete(chatMembers).where(and(eq(chatMembers.userId, id), inArray(chatMembers.chatId, groups)));
  await tx.delete(userBlocks).where(or(eq(userBlocks.userId, id), eq(userBlocks.blockedId, id)));
  await tx.delete(userMutes).where(or(eq(userMutes.userId, id), eq(userMutes.mutedId, id)));
  const address = email.toLowerCase();
  await tx.delete(contactMessages).where(eq(sql`lower(${contactMessages.email})`, address));
  await tx.delete(mails).where(eq(sql`lower(${mails.toAddress})`, address));
  await queueMail(tx, { to: email, ...goodbye }, now);
}

const goodbye = {
  subject: 'Your Openbell account has been deleted',
  text: [
    'Your account has been deleted, and your subscription, if you had one, has ended.',
    'Nothing will be charged any more.',
    '',
    'If this was not you, please answer this mail.',
  ].join('\n'),
};
