// Messages and what hangs on them, read from the database in a fixed number of queries.
import type { ChatPerson, Reaction } from '@openbell/core/contract';
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { messageDeliveries, messageFiles, messageReactions, messages } from '../db/schema/chat.ts';
import type { FileFacts, MessageBaseFacts, MessageFacts } from './chat-facts.ts';

const quoted = alias(messages, 'quoted');
const quotedSender = alias(users, 'quoted_sender');

/** The newest `limit` messages for which `condition` holds, ascending by id. */
export async function loadMessages(
  db: Db,
  condition: SQL | undefined,
  limit: number,
): Promise<MessageFacts[]> {
  const rows = await db
    .select({
      message: messages,
      sender: { id: users.id, first_name: users.firstName, dp: users.dp },
      quote: quoted,
      quoteSender: { id: quotedSender.id, first_name: quotedSender.firstName, dp: quotedSender.dp },
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .leftJoin(quoted, eq(quoted.id, messages.replyToId))
    .leftJoin(quotedSender, eq(quotedSender.id, quoted.senderId))
    .where(condition)
    .orderBy(desc(messages.id))
    .limit(limit);
  if (rows.length === 0) return [];
  rows.reverse();

  const ids = rows.map(({ message }) => message.id);
  const quoteIds = rows.flatMap(({ quote }) => (quote === null ? [] : [quote.id]));
  const files = await loadFiles(db, [...ids, ...quoteIds]);
  const reactions = await loadReactions(db, ids);
  const deliveries = await loadDeliveries(db, ids);
  return rows.map(({ message, sender, quote, quoteSender }) => ({
    ...baseFacts(message, sender, files),
    clientId: message.clientId,
    replyTo: quote === null || quoteSender === null ? null : baseFacts(quote, quoteSender, files),
    forwarded: message.forwarded,
    reactions: reactions.get(message.id) ?? [],
    deliveredAhead: deliveries.get(message.id) ?? nobody,
  }));
}

/** One message of a chat that `condition` may further restrict; undefined when there is none. */
export async function loadMessage(
  db: Db,
  messageId: number,
  condition?: SQL,
): Promise<MessageFacts | undefined> {
  const [message] = await loadMessages(db, and(eq(messages.id, messageId), condition), 1);
  return message;
}

const nobody: ReadonlySet<number> = new Set();

function baseFacts(
  row: typeof messages.$inferSelect,
  sender: ChatPerson,
  files: ReadonlyMap<number, readonly FileFacts[]>,
): MessageBaseFacts {
  return {
    id: row.id,
    chatId: row.chatId,
    sender,
    type: row.messageType,
    body: row.body,
    files: files.get(row.id) ?? [],
    createdAt: row.createdAt,
    unsent: row.unsentAt !== null,
  };
}

async function loadFiles(db: Db, ids: readonly number[]): Promise<Map<number, FileFacts[]>> {
  const rows = await db
    .select()
    .from(messageFiles)
    .where(inArray(messageFiles.messageId, [...ids]))
    .orderBy(asc(messageFiles.messageId), asc(messageFiles.position));
  return group(rows, ({ messageId, id, name, mime, bytes, width, height }) => [
    messageId,
    { id, name, mime, bytes, width, height },
  ]);
}

async function loadReactions(db: Db, ids: readonly number[]): Promise<Map<number, Reaction[]>> {
  const rows = await db
    .select({
      messageId: messageReactions.messageId,
      emoji: messageReactions.emoji,
      user: { id: users.id, first_name: users.firstName },
    })
    .from(messageReactions)
    .innerJoin(users, eq(users.id, messageReactions.userId))
    .where(inArray(messageReactions.messageId, [...ids]))
    .orderBy(asc(messageReactions.createdAt), asc(messageReactions.userId));
  return group(rows, ({ messageId, emoji, user }) => [messageId, { emoji, user }]);
}

async function loadDeliveries(db: Db, ids: readonly number[]): Promise<Map<number, Set<number>>> {
  const rows = await db
    .select()
    .from(messageDeliveries)
    .where(inArray(messageDeliveries.messageId, [...ids]));
  const lists = group(rows, ({ messageId, userId }) => [messageId, userId]);
  return new Map([...lists].map(([id, userIds]) => [id, new Set(userIds)]));
}

function group<Row, Value>(rows: readonly Row[], entry: (row: Row) => [number, Value]): Map<number, Value[]> {
  const groups = new Map<number, Value[]>();
  for (const row of rows) {
    const [key, value] = entry(row);
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [value]);
    else list.push(value);
  }
  return groups;
}
