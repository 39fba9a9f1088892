// Chooses the devices for a notification, and its text, which never contains content.
import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { chatMembers, chats, messageDeliveries, messages, userBlocks, userMutes } from '../db/schema/chat.ts';
import { type PushAbout, pushTokens } from '../db/schema/push.ts';

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
  readonly keepMs: number;
}

const title = 'Openbell';
const hour = 3_600_000;

/** Returns the devices to notify; null when the subject no longer exists. */
export async function chooseDevices(db: Db, about: PushAbout, now: number): Promise<ChosenDevices | null> {
  if (about.kind === 'alert') {
    const notice = { title, body: 'New alert', path: '/site-alerts', tag: 'alert' };
    return { notice, tokenIds: await devicesOf(db, now, undefined), keepMs: 4 * hour };
  }
  const [message] = await db
    .select({ senderId: messages.senderId, chatType: chats.chatType })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(and(eq(messages.id, about.messageId), isNull(messages.unsentAt), ne(messages.messageType, 'ACT')));
  if (message === undefined) return null;
  const members = await membersWithout(db, about, message.senderId);
  if (members.length === 0) return null;
  const folder = message.chatType === 'PR' ? '/personal-chat' : '/chat';
  const notice = {
    title,
    body: 'New message',
    path: `${folder}/${about.chatId}`,
    tag: `chat:${about.chatId}`,
  };
  return { notice, tokenIds: await devicesOf(db, now, inArray(users.id, members)), keepMs: 24 * hour };
}

/** Returns the members who have not received the message and have no mute of the chat or the sender, and no block. */
async function membersWithout(
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

/** Returns the signed-in devices of subscribers with push notifications. */
async function devicesOf(db: Db, now: number, whom: SQL | undefined): Promise<number[]> {
  const at = new Date(now);
  const rows = await db
    .select({ id: pushTokens.id })
    .from(pushTokens)
    .innerJoin(users, eq(users.id, pushTokens.userId))
    .innerJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .where(
      and(
        eq(users.pushNotification, true),
        gt(users.expiredAt, at),
        gt(sessions.idleExpiresAt, at),
        gt(sessions.expiresAt, at),
        whom,
      ),
    );
  return rows.map(({ id }) => id);
}
