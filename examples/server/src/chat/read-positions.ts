// Who has got and read what, in the database.
import { and, eq, gt, inArray, lt, lte, max, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chatMembers, messageDeliveries, messages } from '../db/schema/chat.ts';
import type { BusEvents } from '../live/bus.ts';
import type { Membership } from './membership.ts';

/** News of receipts, for the senders of the messages. */
export type ReceiptEvent = BusEvents['receipt'];

/** How many ids one piece of news carries at most: the newest; older ones show with the next page that is read. */
const NEWS_LIMIT = 500;

/** The member has fetched the chat: all of it counts as delivered. Answers what has now reached everybody. */
export async function markFetched(db: Db, member: Membership, now: number): Promise<ReceiptEvent[]> {
  const newest = await newestMessageId(db, member.chatId);
  if (newest <= member.deliveredUpto) return [];
  await moveMarks(db, member, { deliveredUpto: newest });
  return news(db, 'delivered', member, member.deliveredUpto, newest, now);
}

/** The member has read the chat to its end. Null when there was nothing unread. */
export async function markRead(db: Db, member: Membership, now: number): Promise<ReceiptEvent[] | null> {
  const newest = await newestMessageId(db, member.chatId);
  if (newest <= member.readUpto) return null;
  await moveMarks(db, member, { deliveredUpto: newest, readUpto: newest });
  return [
    ...(newest > member.deliveredUpto
      ? await news(db, 'delivered', member, member.deliveredUpto, newest, now)
      : []),
    ...(await news(db, 'read', member, member.readUpto, newest, now)),
  ];
}

/**
 * A new message went to the connections of these members. A member whose older messages all arrived moves the mark;
 * for one who still misses some, the single delivery is noted until they fetch. Answers whether all now have it.
 */
export async function markSent(
  db: Db,
  message: { readonly id: number; readonly chatId: number; readonly senderId: number },
  connectedIds: readonly number[],
  now: number,
): Promise<ReceiptEvent[]> {
  const others = connectedIds.filter((id) => id !== message.senderId);
  if (others.length === 0) return [];
  const here = and(eq(chatMembers.chatId, message.chatId), inArray(chatMembers.userId, others));
  await db
    .update(chatMembers)
    .set({ deliveredUpto: message.id })
    .where(
      and(
        here,
        lt(chatMembers.deliveredUpto, message.id),
        sql`not exists (select 1 from messages m where m.chat_id = ${message.chatId} and m.id < ${message.id}
          and m.id > ${chatMembers.deliveredUpto} and m.sender_id <> ${chatMembers.userId})`,
      ),
    );
  const behind = await db
    .select({ userId: chatMembers.userId })
    .from(chatMembers)
    .where(and(here, lt(chatMembers.deliveredUpto, message.id)));
  if (behind.length > 0) {
    await db
      .insert(messageDeliveries)
      .values(behind.map(({ userId }) => ({ messageId: message.id, userId })))
      .onConflictDoNothing();
  }
  const bearer = { chatId: message.chatId, userId: null };
  return news(db, 'delivered', bearer, message.id - 1, message.id, now);
}

async function newestMessageId(db: Db, chatId: number): Promise<number> {
  const [row] = await db
    .select({ id: max(messages.id) })
    .from(messages)
    .where(eq(messages.chatId, chatId));
  return Number(row?.id ?? 0);
}

/** Marks only ever grow: two requests that cross leave the higher one. */
async function moveMarks(
  db: Db,
  member: Membership,
  marks: { readonly deliveredUpto: number; readonly readUpto?: number },
): Promise<void> {
  const grown: { deliveredUpto: SQL; readUpto?: SQL } = {
    deliveredUpto: sql`greatest(${chatMembers.deliveredUpto}, ${marks.deliveredUpto})`,
  };
  if (marks.readUpto !== undefined)
    grown.readUpto = sql`greatest(${chatMembers.readUpto}, ${marks.readUpto})`;
  await db
    .update(chatMembers)
    .set(grown)
    .where(and(eq(chatMembers.chatId, member.chatId), eq(chatMembers.userId, member.userId)));
  // From the member's few deliveries to their messages, not from the whole chat to its deliveries.
  const isOfChat = sql`exists (select 1 from messages m
    where m.id = ${messageDeliveries.messageId} and m.chat_id = ${member.chatId})`;
  await db
    .delete(messageDeliveries)
    .where(
      and(
        eq(messageDeliveries.userId, member.userId),
        lte(messageDeliveries.messageId, marks.deliveredUpto),
        isOfChat,
      ),
    );
}

/**
 * Messages after `from` up to `to` that by now reached (or were read by) every other member who may enter, by sender.
 * Runs after the marks are committed: of two members who come at once, the later one sees both.
 */
async function news(
  db: Db,
  kind: 'delivered' | 'read',
  bearer: { readonly chatId: number; readonly userId: number | null },
  from: number,
  to: number,
  now: number,
): Promise<ReceiptEvent[]> {
  const { chatId, userId } = bearer;
  const missing =
    kind === 'delivered'
      ? sql`c.delivered_upto < ${messages.id} and c.read_upto < ${messages.id} and not exists
          (select 1 from message_deliveries d where d.message_id = ${messages.id} and d.user_id = c.user_id)`
      : sql`c.read_upto < ${messages.id}`;
  // Reading is not told between two people of whom one has blocked the other.
  const counts = (other: SQL) => (kind === 'read' ? sql`and not ${blockedBetween(other)}` : sql``);
  const others = sql`from chat_members c join users u on u.id = c.user_id
    where c.chat_id = ${chatId} and c.user_id <> ${messages.senderId}
    and u.expired_at > ${new Date(now).toISOString()}::timestamptz ${counts(sql`c.user_id`)}`;
  const conditions = [
    eq(messages.chatId, chatId),
    gt(messages.id, from),
    lte(messages.id, to),
    sql`exists (select 1 ${others})`,
    sql`not exists (select 1 ${others} and ${missing})`,
  ];
  if (userId !== null) conditions.push(sql`${messages.senderId} <> ${userId} ${counts(sql`${userId}`)}`);
  const rows = await db
    .select({ id: messages.id, senderId: messages.senderId })
    .from(messages)
    .where(and(...conditions))
    .orderBy(sql`${messages.id} desc`)
    .limit(NEWS_LIMIT);
  const bySender = new Map<number, number[]>();
  for (const { id, senderId } of rows.reverse()) {
    const list = bySender.get(senderId);
    if (list === undefined) bySender.set(senderId, [id]);
    else list.push(id);
  }
  return [...bySender].map(([senderId, messageIds]) => ({ kind, chatId, senderId, messageIds }));
}

function blockedBetween(other: SQL): SQL {
  return sql`exists (select 1 from user_blocks b
    where (b.user_id = ${messages.senderId} and b.blocked_id = ${other})
    or (b.user_id = ${other} and b.blocked_id = ${messages.senderId}))`;
}
