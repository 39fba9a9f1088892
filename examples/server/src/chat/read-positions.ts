// Stores up to which message each member has received and read a chat.
import { and, eq, gt, inArray, lt, lte, max, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chatMembers, messageDeliveries, messages } from '../db/schema/chat.ts';
import type { BusEvents } from '../live/bus.ts';
import type { Membership } from './membership.ts';

/** Receipts of messages, for their senders. */
export type ReceiptEvent = BusEvents['receipt'];

/** Maximum number of messages in one event, the newest; the receipts of older ones arrive with the next page. */
const EVENT_LIMIT = 500;

/** Marks the whole chat as delivered to a member. Returns the messages that every member has now received. */
export async function markFetched(db: Db, member: Membership, now: number): Promise<ReceiptEvent[]> {
  const newest = await newestMessageId(db, member.chatId);
  if (newest <= member.deliveredUpto) return [];
  await advance(db, member, { deliveredUpto: newest });
  return receipts(db, member, { kind: 'delivered', from: member.deliveredUpto, to: newest, now });
}

/** Marks the whole chat as read by a member. Null when nothing was unread. */
export async function markRead(db: Db, member: Membership, now: number): Promise<ReceiptEvent[] | null> {
  const newest = await newestMessageId(db, member.chatId);
  if (newest <= member.readUpto) return null;
  await advance(db, member, { deliveredUpto: newest, readUpto: newest });
  return [
    ...(newest > member.deliveredUpto
      ? await receipts(db, member, { kind: 'delivered', from: member.deliveredUpto, to: newest, now })
      : []),
    ...(await receipts(db, member, { kind: 'read', from: member.readUpto, to: newest, now })),
  ];
}

/**
 * Marks a new message as delivered to the members who were connected. For a member with older undelivered messages, the
 * single delivery is stored until they fetch the chat. Returns the receipt once every member has the message.
 */
export async function markSent(
  db: Db,
  message: { readonly id: number; readonly chatId: number; readonly senderId: number },
  { connectedIds, now }: { readonly connectedIds: readonly number[]; readonly now: number },
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
  const everyone = { chatId: message.chatId, userId: null };
  return receipts(db, everyone, { kind: 'delivered', from: message.id - 1, to: message.id, now });
}

async function newestMessageId(db: Db, chatId: number): Promise<number> {
  const [row] = await db
    .select({ id: max(messages.id) })
    .from(messages)
    .where(eq(messages.chatId, chatId));
  return Number(row?.id ?? 0);
}

/** Positions only grow: of two parallel requests the higher one stays. */
async function advance(
  db: Db,
  member: Membership,
  positions: { readonly deliveredUpto: number; readonly readUpto?: number },
): Promise<void> {
  const grown: { deliveredUpto: SQL; readUpto?: SQL } = {
    deliveredUpto: sql`greatest(${chatMembers.deliveredUpto}, ${positions.deliveredUpto})`,
  };
  if (positions.readUpto !== undefined)
    grown.readUpto = sql`greatest(${chatMembers.readUpto}, ${positions.readUpto})`;
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
        lte(messageDeliveries.messageId, positions.deliveredUpto),
        isOfChat,
      ),
    );
}

interface ReceiptRange {
  readonly kind: 'delivered' | 'read';
  /** Id of the message before the first one. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/**
 * Returns, by sender, the messages of a range that every other active member has received or read. `userId` is the member
 * whose position moved. Runs after the positions are committed, so that of two parallel members the later one sees both.
 */
async function receipts(
  db: Db,
  { chatId, userId }: { readonly chatId: number; readonly userId: number | null },
  { kind, from, to, now }: ReceiptRange,
): Promise<ReceiptEvent[]> {
  const missing =
    kind === 'delivered'
      ? sql`c.delivered_upto < ${messages.id} and c.read_upto < ${messages.id} and not exists
          (select 1 from message_deliveries d where d.message_id = ${messages.id} and d.user_id = c.user_id)`
      : sql`c.read_upto < ${messages.id}`;
  // Read receipts are hidden between two members when one has blocked the other.
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
    .limit(EVENT_LIMIT);
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
