// Whom a piece of news concerns, and what they are told: never a word of its content.
import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { chatMembers, chats, messageDeliveries, messages, userBlocks, userMutes } from '../db/schema/chat.ts';
import { type PushAbout, pushTokens } from '../db/schema/push.ts';

/** What the service worker shows, and where a click leads. */
interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** A path of the site. */
  readonly path: string;
  /** A later notification of the same tag takes the place of this one. */
  readonly tag: string;
}

export interface ChosenDevices {
  readonly notice: PushNotice;
  readonly tokenIds: readonly number[];
  /** How long it is worth telling (ms). */
  readonly keepMs: number;
}

const title = 'Openbell';
const hour = 3_600_000;

/** The devices to tell; null when there is nothing to tell any more. */
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

/**
 * Members of the chat who do not have the message yet (whoever is connected, in whichever process, has it by now), and
 * have muted neither the chat nor the sender; nobody who has blocked the other.
 */
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

/** Devices of subscribers who want push messages, where they are still signed in. */
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
