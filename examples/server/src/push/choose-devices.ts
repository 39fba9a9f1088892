// Chooses the devices and the text of a notification. The text never contains a message.
import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { chatMembers, chats, messageDeliveries, messages, userBlocks, userMutes } from '../db/schema/chat.ts';
import { siteAlerts } from '../db/schema/content.ts';
import { type PushAbout, pushTokens } from '../db/schema/push.ts';
import { isLive } from '../sessions/sessions.ts';

interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** A path of the site. */
  readonly path: string;
  /** A later notification with the same tag replaces this one. */
  readonly tag: string;
}

export interface ChosenDevices {
  readonly notice: PushNotice;
  readonly tokenIds: readonly number[];
  /** Lifetime of the notification in milliseconds. */
  readonly ttlMs: number;
}

const title = 'Openbell';
const hour = 3_600_000;

/** Returns the devices to notify, or null if the event's message or alert no longer exists. */
export async function chooseDevices(db: Db, about: PushAbout, now: number): Promise<ChosenDevices | null> {
  if (about.kind === 'alert') {
    const [alert] = await db
      .select({ id: siteAlerts.id })
      .from(siteAlerts)
      .where(eq(siteAlerts.id, about.alertId));
    if (alert === undefined) return null;
    const notice = { title, body: 'New alert', path: '/site-alerts', tag: 'alert' };
    return { notice, tokenIds: await devicesOf(db, now, undefined), ttlMs: 4 * hour };
  }
  const [message] = await db
    .select({ senderId: messages.senderId, chatType: chats.chatType })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(and(eq(messages.id, about.messageId), isNull(messages.unsentAt), ne(messages.messageType, 'ACT')));
  if (message === undefined) return null;
  const members = await membersToNotify(db, about, message.senderId);
  if (members.length === 0) return null;
  const page = message.chatType === 'PR' ? '/personal-chat' : '/chat';
  const notice = {
    title,
    body: 'New message',
    path: `${page}/${about.chatId}`,
    tag: `chat:${about.chatId}`,
  };
  return { notice, tokenIds: await devicesOf(db, now, inArray(users.id, members)), ttlMs: 24 * hour };
}

/** Returns the members who have not received the message, except those with a mute or block. */
async function membersToNotify(
  db: Db,
  { chatId, messageId }: { readonly chatId: number; readonly messageId: number },
  senderId: number,
): Promise<number[]> {
  const member = chatMembers.userId;
  const rows = await db
    .select({ userId: member })
    .from(chatMembers)
    .where(
      and(
        eq(chatMembers.chatId, chatId),
        ne(member, senderId),
        eq(chatMembers.muted, false),
        sql`${chatMembers.deliveredUpto} < ${messageId}`,
        sql`${chatMembers.readUpto} < ${messageId}`,
        sql`not exists (select 1 from ${messageDeliveries} where ${messageDeliveries.messageId} = ${messageId} and ${messageDeliveries.userId} = ${member})`,
        sql`not exists (select 1 from ${userMutes} where ${userMutes.userId} = ${member} and ${userMutes.mutedId} = ${senderId})`,
        sql`not exists (select 1 from ${userBlocks} where (${userBlocks.userId} = ${member} and ${userBlocks.blockedId} = ${senderId}) or (${userBlocks.userId} = ${senderId} and ${userBlocks.blockedId} = ${member}))`,
      ),
    );
  return rows.map(({ userId }) => userId);
}

/** Returns the signed-in devices of subscribers who enabled push notifications. */
async function devicesOf(db: Db, now: number, filter: SQL | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: pushTokens.id })
    .from(pushTokens)
    .innerJoin(users, eq(users.id, pushTokens.userId))
    .innerJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .where(and(eq(users.pushNotification, true), gt(users.expiredAt, new Date(now)), isLive(now), filter));
  return rows.map(({ id }) => id);
}
