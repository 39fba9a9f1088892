// Reads messages with their files, reactions and quotes in one query.

import type { ChatPerson, Reaction } from '@openbell/core/contract';
import { and, asc, desc, eq, gt, gte, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { batchedRead } from '../db/batched-read.ts';
import type { Db } from '../db/database.ts';
import { preparedQuery } from '../db/prepared-query.ts';
import { users } from '../db/schema/accounts.ts';
import { messages, type StoredMessageType } from '../db/schema/chat.ts';
import type { FileFacts, MessageBaseFacts, MessageFacts } from './chat-facts.ts';

const quoted = alias(messages, 'quoted');
const quotedSender = alias(users, 'quoted_sender');

const filesOf = (id: SQLWrapper): SQL =>
  sql`(select json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
    'width', f.width, 'height', f.height) order by f.position) from message_files f where f.message_id = ${id})`;
const reactions: SQL = sql`(select json_agg(json_build_object('emoji', r.emoji, 'user', json_build_object('id', u.id,
    'first_name', u.first_name)) order by r.created_at, r.user_id)
    from message_reactions r join users u on u.id = r.user_id where r.message_id = ${messages.id})`;
const deliveredAhead: SQL = sql`(select json_agg(d.user_id) from message_deliveries d where d.message_id = ${messages.id})`;

/** A stored message, or a quoted one. */
interface StoredBase {
  readonly id: number;
  readonly chatId: number;
  readonly sender: ChatPerson;
  readonly type: StoredMessageType;
  readonly body: string;
  readonly files: readonly FileFacts[] | null;
  readonly createdAt: string;
  readonly unsent: boolean;
}

interface StoredMessage extends StoredBase {
  readonly clientId: string | null;
  readonly quote: StoredBase | null;
  readonly forwarded: boolean;
  readonly reactions: readonly Reaction[] | null;
  readonly deliveredAhead: readonly number[] | null;
}

const baseParts = (message: typeof messages | typeof quoted, sender: typeof users | typeof quotedSender) =>
  sql`'id', ${message.id}, 'chatId', ${message.chatId},
    'sender', json_build_object('id', ${sender.id}, 'first_name', ${sender.firstName}, 'dp', ${sender.dp}),
    'type', ${message.messageType}, 'body', ${message.body}, 'files', ${filesOf(message.id)},
    'createdAt', ${message.createdAt}, 'unsent', ${message.unsentAt} is not null`;

/** A message in one column: dozens of columns a message take ten times as long to read. */
const storedMessage = sql<StoredMessage>`json_build_object(${baseParts(messages, users)},
  'clientId', ${messages.clientId}, 'forwarded', ${messages.forwarded},
  'reactions', ${reactions}, 'deliveredAhead', ${deliveredAhead},
  'quote', case when ${quoted.id} is not null then json_build_object(${baseParts(quoted, quotedSender)}) end)`;

function messagesQuery(db: Db, condition: SQL | undefined) {
  return db
    .select({ id: messages.id, message: storedMessage.as('message') })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .leftJoin(quoted, eq(quoted.id, messages.replyToId))
    .leftJoin(quotedSender, eq(quotedSender.id, quoted.senderId))
    .where(condition);
}

const { placeholder } = sql;
const inChat = eq(messages.chatId, placeholder('chatId'));

const oldestNewer = preparedQuery((db) =>
  messagesQuery(db, and(inChat, gt(messages.id, placeholder('id'))))
    .orderBy(asc(messages.id))
    .limit(placeholder('limit'))
    .prepare('oldest_newer'),
);

/** Reads the oldest messages that are newer than an id, ascending by id. */
export async function loadOldestNewer(
  db: Db,
  start: { readonly chatId: number; readonly id: number; readonly limit: number },
): Promise<MessageFacts[]> {
  const rows = await oldestNewer(db).execute({ ...start });
  return rows.map(({ message }) => factsOf(message));
}

/** A page has about this many bytes of JSON at most, and one more message. */
export const PAGE_BYTES = 1024 * 1024;

/**
 * A part of a chat's messages: the newest ones with an id above `after`, up to `upto`, at most `limit` and at most
 * {@link PAGE_BYTES}.
 */
export interface MessageRange {
  readonly chatId: number;
  readonly after: number;
  readonly upto: number;
  readonly limit: number;
}

export interface MessagePage {
  /** Ascending by id. */
  readonly messages: readonly MessageFacts[];
  /** Id of the chat's first message; null in an empty chat. */
  readonly oldestId: number | null;
}

/** Bytes of a message, or of a file, without the texts that users have written. */
const MESSAGE_BYTES = 500;
const FILE_BYTES = 300;
const REACTION_BYTES = 100;

/** The bytes of a text in JSON, where a control character has six. */
const jsonBytes = (text: SQL) => sql`octet_length(to_json(${text})::text)`;

/** Id of the oldest message of a page: messages before it exceed the bytes. */
const firstOfPage = sql`(select coalesce(min(sized.id), 0)
  from (
    select recent.id, sum(recent.bytes) over (order by recent.id desc rows between unbounded preceding and 1 preceding) as newer
    from (
      select m.id, ${MESSAGE_BYTES} + ${jsonBytes(sql`m.body`)}
        + coalesce((select ${jsonBytes(sql`q.body`)} from messages q where q.id = m.reply_to_id), 0)
        + coalesce((select sum(${FILE_BYTES} + ${jsonBytes(sql`f.name`)}) from message_files f
          where f.message_id in (m.id, m.reply_to_id)), 0)
        + coalesce((select sum(${REACTION_BYTES} + ${jsonBytes(sql`u.first_name`)}) from message_reactions r
          join users u on u.id = r.user_id where r.message_id = m.id), 0) as bytes
      from messages m
      where m.chat_id = ${placeholder('chatId')} and m.id > ${placeholder('after')} and m.id <= ${placeholder('upto')}
      order by m.id desc limit ${placeholder('limit')}
    ) as recent
  ) as sized where coalesce(sized.newer, 0) <= ${PAGE_BYTES})`;

const pageQuery = preparedQuery((db) => {
  const inRange = and(
    inChat,
    gte(messages.id, firstOfPage),
    lte(messages.id, placeholder('upto')),
    gt(messages.id, placeholder('after')),
  );
  const newest = messagesQuery(db, inRange).orderBy(desc(messages.id)).limit(placeholder('limit'));
  return db
    .select({
      messages: sql<
        StoredMessage[] | null
      >`(select json_agg(page.message order by page.id) from ${newest} as page)`,
      oldestId: sql<
        number | null
      >`(select min(m.id) from messages m where m.chat_id = ${placeholder('chatId')})`.mapWith(Number),
    })
    .from(sql`(select 1) as one`)
    .prepare('page');
});

/** Reads a part of a chat's messages. The members of a chat who come back at the same time share one read. */
export const loadMessagePage = batchedRead(
  ({ chatId, after, upto, limit }: MessageRange) => `${chatId} ${after} ${upto} ${limit}`,
  (db, ranges) => Promise.all(ranges.map((range) => readPage(db, range))),
);

async function readPage(db: Db, range: MessageRange): Promise<MessagePage> {
  const [row] = await pageQuery(db).execute({ ...range });
  return { messages: (row?.messages ?? []).map(factsOf), oldestId: row?.oldestId ?? null };
}

/** Reads a message that also matches `condition`; undefined when there is none. */
export async function loadMessage(
  db: Db,
  messageId: number,
  condition?: SQL,
): Promise<MessageFacts | undefined> {
  const [row] = await messagesQuery(db, and(eq(messages.id, messageId), condition));
  return row === undefined ? undefined : factsOf(row.message);
}

function factsOf(stored: StoredMessage): MessageFacts {
  return {
    ...baseFacts(stored),
    clientId: stored.clientId,
    replyTo: stored.quote === null ? null : baseFacts(stored.quote),
    forwarded: stored.forwarded,
    reactions: stored.reactions ?? [],
    deliveredAhead: new Set(stored.deliveredAhead),
  };
}

function baseFacts(stored: StoredBase): MessageBaseFacts {
  const { id, chatId, sender, type, body, files, createdAt, unsent } = stored;
  return { id, chatId, sender, type, body, files: files ?? [], createdAt: new Date(createdAt), unsent };
}
