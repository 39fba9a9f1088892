// Reads messages with their files, reactions and quotes in one query.
import type { ChatPerson, Reaction } from '@openbell/core/contract';
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { messages } from '../db/schema/chat.ts';
import type { FileFacts, MessageBaseFacts, MessageFacts } from './chat-facts.ts';

const quoted = alias(messages, 'quoted');
const quotedSender = alias(users, 'quoted_sender');

const filesOf = (id: SQLWrapper): SQL<FileFacts[] | null> =>
  sql`(select json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
    'width', f.width, 'height', f.height) order by f.position) from message_files f where f.message_id = ${id})`;
const reactions: SQL<Reaction[] | null> =
  sql`(select json_agg(json_build_object('emoji', r.emoji, 'user', json_build_object('id', u.id,
    'first_name', u.first_name)) order by r.created_at, r.user_id)
    from message_reactions r join users u on u.id = r.user_id where r.message_id = ${messages.id})`;
const deliveredAhead: SQL<number[] | null> =
  sql`(select json_agg(d.user_id) from message_deliveries d where d.message_id = ${messages.id})`;

/** Reads the newest `limit` messages that match `condition`, ascending by id. */
export async function loadMessages(
  db: Db,
  condition: SQL | undefined,
  limit: number,
): Promise<MessageFacts[]> {
  const rows = await db
    .select({
      message: messages,
      sender: { id: users.id, first_name: users.firstName, dp: users.dp },
      files: filesOf(messages.id),
      reactions,
      deliveredAhead,
      quote: quoted,
      quoteSender: { id: quotedSender.id, first_name: quotedSender.firstName, dp: quotedSender.dp },
      quoteFiles: filesOf(quoted.id),
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .leftJoin(quoted, eq(quoted.id, messages.replyToId))
    .leftJoin(quotedSender, eq(quotedSender.id, quoted.senderId))
    .where(condition)
    .orderBy(desc(messages.id))
    .limit(limit);
  return rows.reverse().map((row) => ({
    ...baseFacts(row.message, row.sender, row.files),
    clientId: row.message.clientId,
    replyTo:
      row.quote === null || row.quoteSender === null
        ? null
        : baseFacts(row.quote, row.quoteSender, row.quoteFiles),
    forwarded: row.message.forwarded,
    reactions: row.reactions ?? [],
    deliveredAhead: new Set(row.deliveredAhead),
  }));
}

/** Reads a message that also matches `condition`; undefined when there is none. */
export async function loadMessage(
  db: Db,
  messageId: number,
  condition?: SQL,
): Promise<MessageFacts | undefined> {
  const [message] = await loadMessages(db, and(eq(messages.id, messageId), condition), 1);
  return message;
}

function baseFacts(
  row: typeof messages.$inferSelect,
  sender: ChatPerson,
  files: readonly FileFacts[] | null,
): MessageBaseFacts {
  return {
    id: row.id,
    chatId: row.chatId,
    sender,
    type: row.messageType,
    body: row.body,
    files: files ?? [],
    createdAt: row.createdAt,
    unsent: row.unsentAt !== null,
  };
}
