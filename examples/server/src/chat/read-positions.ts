// Stores up to which message each member has received and read a chat.
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { chatMembers, messageDeliveries } from '../db/schema/chat.ts';
import type { BusEvents } from '../live/bus.ts';
import type { ChatRow } from './chat-rows.ts';

/** An event with receipts of messages, for their sender. */
interface ReceiptEvent {
  readonly type: 'receipt';
  readonly detail: BusEvents['receipt'];
}

/** Maximum number of messages in one event, the newest; the receipts of older ones arrive with the next page. */
const EVENT_LIMIT = 500;
/** Number of slowest members that are compared with each message; see `receipts`. */
const SLOWEST = 100;

/** A member whose position moved forward from `since`. */
interface MovedMember {
  readonly userId: number;
  /** Id of the message before the first one. */
  readonly since: number;
}

/** A run of new messages that a connected member received. */
export interface Delivery {
  readonly userId: number;
  readonly firstId: number;
  readonly lastId: number;
}

/**
 * Marks a chat as delivered to a member, up to the newest message when the row was read. Returns the messages that every
 * member has now received.
 */
export async function markFetched(db: Db, row: ChatRow, now: number): Promise<ReceiptEvent[]> {
  const { deliveredUpto, newestId } = row;
  if (newestId === null || deliveredUpto >= newestId) return [];
  const chatId = row.id;
  const userId = row.viewer.id;
  // Positions only grow: of two parallel requests the higher one stays.
  const [moved] = await db
    .update(chatMembers)
    .set({ deliveredUpto: newestId })
    .where(
      and(
        eq(chatMembers.chatId, chatId),
        eq(chatMembers.userId, userId),
        lt(chatMembers.deliveredUpto, newestId),
      ),
    )
    .returning({ deliveredUpto: chatMembers.deliveredUpto });
  if (moved === undefined) return [];
  await forgetDeliveries(db, chatId, [userId]);
  return receipts(db, { chatId, kind: 'delivered', moved: [{ userId, since: deliveredUpto }], now });
}

/**
 * Marks the whole chat as read by some users, in one statement; users who are not members are ignored. Returns the users
 * who had unread messages, and the messages that every member has now received or read.
 */
export async function markRead(
  db: Db,
  {
    chatId,
    userIds,
    now,
  }: { readonly chatId: number; readonly userIds: readonly number[]; readonly now: number },
): Promise<{ readonly userIds: readonly number[]; readonly receipts: readonly ReceiptEvent[] }> {
  // The rows are locked in one order, so that two statements cannot wait for each other.
  const rows = await rowsOf<{ userId: number; delivered: number; read: number; newest: number }>(
    db,
    sql`with newest as (select coalesce(max(id), 0) as id from messages where chat_id = ${chatId}),
      behind as (select c.user_id, c.delivered_upto, c.read_upto from chat_members c, newest
        where c.chat_id = ${chatId} and c.read_upto < newest.id
        and c.user_id in (select value::int from json_array_elements_text(${JSON.stringify(userIds)}::json))
        order by c.user_id for update of c),
      moved as (update chat_members c set delivered_upto = greatest(c.delivered_upto, newest.id), read_upto = newest.id
        from behind, newest where c.chat_id = ${chatId} and c.user_id = behind.user_id)
      select behind.user_id as "userId", behind.delivered_upto::float8 as delivered,
        behind.read_upto::float8 as read, newest.id::float8 as newest from behind, newest`,
  );
  if (rows.length === 0) return { userIds: [], receipts: [] };
  const movedIds = rows.map(({ userId }) => userId);
  await forgetDeliveries(db, chatId, movedIds);
  const delivered = rows
    .filter((row) => row.delivered < row.newest)
    .map((row) => ({ userId: row.userId, since: row.delivered }));
  const read = rows.map((row) => ({ userId: row.userId, since: row.read }));
  return {
    userIds: movedIds,
    receipts: [
      ...(delivered.length > 0
        ? await receipts(db, { chatId, kind: 'delivered', moved: delivered, now })
        : []),
      ...(await receipts(db, { chatId, kind: 'read', moved: read, now })),
    ],
  };
}

/**
 * Marks new messages as delivered to the members who were connected. For a member with older undelivered messages, the
 * single deliveries are stored until they fetch the chat. Returns the messages that every member has now received.
 */
export async function markDelivered(
  db: Db,
  {
    chatId,
    deliveries,
    now,
  }: { readonly chatId: number; readonly deliveries: readonly Delivery[]; readonly now: number },
): Promise<ReceiptEvent[]> {
  if (deliveries.length === 0) return [];
  const runs = sql`json_to_recordset(${JSON.stringify(
    deliveries.map(({ userId, firstId, lastId }) => ({
      user_id: userId,
      first_id: firstId,
      last_id: lastId,
    })),
  )}::json) as run (user_id int, first_id bigint, last_id bigint)`;
  await db.execute(sql`with run as (select * from ${runs} order by user_id),
    locked as (select c.user_id from chat_members c join run on run.user_id = c.user_id
      where c.chat_id = ${chatId} and c.delivered_upto < run.last_id order by c.user_id for update of c),
    moved as (update chat_members c set delivered_upto = run.last_id from run join locked on locked.user_id = run.user_id
      where c.chat_id = ${chatId} and c.user_id = run.user_id
      and not exists (select 1 from messages m where m.chat_id = ${chatId} and m.id < run.first_id
        and m.id > c.delivered_upto and m.sender_id <> c.user_id)
      returning c.user_id)
    insert into message_deliveries (message_id, user_id)
    select m.id, run.user_id from run
      join locked on locked.user_id = run.user_id
      join messages m on m.chat_id = ${chatId} and m.id between run.first_id and run.last_id
        and m.sender_id <> run.user_id
      where run.user_id not in (select user_id from moved)
    on conflict do nothing`);
  const moved = deliveries.map(({ userId, firstId }) => ({ userId, since: firstId - 1 }));
  return receipts(db, { chatId, kind: 'delivered', moved, now });
}

/** Deletes single deliveries that the members' positions have passed. */
async function forgetDeliveries(db: Db, chatId: number, userIds: readonly number[]): Promise<void> {
  // From the members' few deliveries to their messages, not from the whole chat to its deliveries.
  await db.delete(messageDeliveries).where(
    and(
      sql`${messageDeliveries.userId} in (select value::int from json_array_elements_text(${JSON.stringify(userIds)}::json))`,
      sql`exists (select 1 from messages m join chat_members c on c.chat_id = m.chat_id
        where m.id = ${messageDeliveries.messageId} and m.chat_id = ${chatId}
        and c.user_id = ${messageDeliveries.userId} and c.delivered_upto >= m.id)`,
    ),
  );
}

interface ReceiptRequest {
  readonly chatId: number;
  readonly kind: 'delivered' | 'read';
  readonly moved: readonly MovedMember[];
  readonly now: number;
}

/**
 * Returns, by sender, the messages that every other active member has received or read since some members moved. Runs
 * after the positions are committed, so that of two parallel members the later one sees both.
 *
 * A message is compared with the slowest members only: beyond them, all members have it.
 */
async function receipts(db: Db, { chatId, kind, moved, now }: ReceiptRequest): Promise<ReceiptEvent[]> {
  const position = kind === 'delivered' ? sql`greatest(c.delivered_upto, c.read_upto)` : sql`c.read_upto`;
  // Read receipts are hidden between two members when one has blocked the other.
  const counts = (other: SQL) => (kind === 'read' ? sql`and not ${blockedBetween(other)}` : sql``);
  const isAhead =
    kind === 'delivered'
      ? sql`or exists (select 1 from message_deliveries d where d.message_id = m.id and d.user_id = slow.user_id)`
      : sql``;
  const active = sql`c.chat_id = ${chatId} and u.expired_at > ${new Date(now).toISOString()}::timestamptz`;
  const rows = await rowsOf<{ id: number; senderId: number }>(
    db,
    sql`with moved as (select * from json_to_recordset(${JSON.stringify(
      moved.map(({ userId, since }) => ({ user_id: userId, since })),
    )}::json) as moved (user_id int, since bigint)),
    slowest as materialized (select c.user_id, ${position} as upto
      from chat_members c join users u on u.id = c.user_id where ${active} order by upto limit ${SLOWEST})
    select m.id::float8 as id, m.sender_id as "senderId" from messages m
    where m.chat_id = ${chatId}
      and m.id > (select min(since) from moved)
      and m.id > coalesce((select id from messages where chat_id = ${chatId}
        order by id desc offset ${EVENT_LIMIT} limit 1), 0)
      and ((select count(*) from slowest) < ${SLOWEST} or m.id <= (select max(upto) from slowest))
      and exists (select 1 from moved where moved.since < m.id and moved.user_id <> m.sender_id
        ${counts(sql`moved.user_id`)})
      and exists (select 1 from chat_members c join users u on u.id = c.user_id
        where ${active} and c.user_id <> m.sender_id ${counts(sql`c.user_id`)})
      and not exists (select 1 from slowest slow where slow.user_id <> m.sender_id
        and not (slow.upto >= m.id ${isAhead}) ${counts(sql`slow.user_id`)})
    order by m.id`,
  );
  const bySender = new Map<number, number[]>();
  for (const { id, senderId } of rows) {
    const list = bySender.get(senderId);
    if (list === undefined) bySender.set(senderId, [id]);
    else list.push(id);
  }
  return [...bySender].map(([senderId, messageIds]) => ({
    type: 'receipt',
    detail: { kind, chatId, senderId, messageIds },
  }));
}

/** Matches a message `m` whose sender and `other` have a block between them. */
function blockedBetween(other: SQL): SQL {
  return sql`exists (select 1 from user_blocks b
    where (b.user_id = m.sender_id and b.blocked_id = ${other})
    or (b.user_id = ${other} and b.blocked_id = m.sender_id))`;
}
