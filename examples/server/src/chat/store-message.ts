// Stores a message with its files and mentions.

import { and, eq, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { messages, type StoredMessageType } from '../db/schema/chat.ts';
import { storedEvent } from '../live/stored-events.ts';
import type { FileFacts, MessageFacts } from './chat-facts.ts';
import { findMembership } from './membership.ts';

export interface NewMessage {
  readonly chatId: number;
  readonly senderId: number;
  readonly clientId: string | null;
  readonly type: StoredMessageType;
  readonly body: string;
  readonly replyToId: number | null;
  readonly mentions: readonly number[];
  readonly files: readonly FileFacts[];
}

export type PostOutcome =
  | { readonly ok: true; readonly messageId: number; readonly created: true; readonly message: MessageFacts }
  /** The same `client_id` had been posted before. */
  | { readonly ok: true; readonly messageId: number; readonly created: false }
  | { readonly ok: false; readonly refusal: 'not-member' | 'reply-elsewhere' | 'client-id-elsewhere' };

/**
 * Stores a message of a member of the chat once, in one statement: a second post with the same sender and `clientId` returns
 * the first message. The update of the chat's row serializes the posts to a chat, so that ids become visible in ascending order and a reader of
 * "newer than" misses none. The times ascend with the ids, also when the clock goes back. Wake the bus after it.
 */
export async function storeMessage(db: Db, message: NewMessage, clock: Clock): Promise<PostOutcome> {
  const { chatId, senderId, replyToId } = message;
  const now = new Date(clock.now()).toISOString();
  const newestAt = sql`coalesce(last_message_at,
    (select m.created_at from messages m where m.chat_id = ${chatId} order by m.id desc limit 1))`;
  const isReplyHere = sql`(${replyToId}::bigint is null
    or exists (select 1 from messages m where m.id = ${replyToId}::bigint and m.chat_id = ${chatId}))`;
  const [stored] = await rowsOf<StoredRow>(
    db,
    sql`with chat as (update chats set last_message_at = greatest(${now}::timestamptz, ${newestAt})
        where id = ${chatId} and exists (select 1 from chat_members c
          where c.chat_id = ${chatId} and c.user_id = ${senderId}) returning last_message_at),
      stored as (insert into messages (chat_id, sender_id, client_id, message_type, body, reply_to_id, created_at)
        select ${chatId}::int, ${senderId}::int, ${message.clientId}::text, ${message.type}::text,
          ${message.body}::text, ${replyToId}::bigint, last_message_at from chat where ${isReplyHere}
        on conflict (sender_id, client_id) do nothing returning id, created_at),
      files as (insert into message_files (id, message_id, position, name, mime, bytes, width, height)
        select f.id, stored.id, f.position, f.name, f.mime, f.bytes, f.width, f.height
        from stored, json_to_recordset(${JSON.stringify(message.files.map((file, position) => ({ ...file, position })))}::json)
          as f (id text, position int, name text, mime text, bytes bigint, width int, height int)),
      mentions as (insert into message_mentions (message_id, user_id)
        select stored.id, c.user_id from stored, chat_members c
        where c.chat_id = ${chatId} and c.user_id <> ${senderId}
          and c.user_id in (select value::bigint from json_array_elements_text(${JSON.stringify(message.mentions)}::json))),
      event as (${storedEvent(
        'message-changed',
        sql`select jsonb_build_object('chatId', ${chatId}::int, 'messageId', id, 'actorId', ${senderId}::int,
          'isNew', true) from stored`,
      )})
      select stored.id::float8 as id, (extract(epoch from stored.created_at) * 1000)::float8 as "createdAt",
        u.first_name as "firstName", u.dp from stored join users u on u.id = ${senderId}`,
  );
  if (stored !== undefined)
    return { ok: true, messageId: stored.id, created: true, message: factsOf(message, stored) };
  const isMember = (await findMembership(db, chatId, senderId)) !== undefined;
  // The sender may have been removed while their files arrived.
  if (!isMember) return { ok: false, refusal: 'not-member' };
  return (await findPosted(db, message)) ?? { ok: false, refusal: 'reply-elsewhere' };
}

interface StoredRow {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly firstName: string;
  readonly dp: string | null;
}

/** The facts of a stored message, without its quote. */
function factsOf(message: NewMessage, { id, createdAt, firstName, dp }: StoredRow): MessageFacts {
  const { chatId, senderId, type, body, files, clientId } = message;
  return {
    id,
    chatId,
    sender: { id: senderId, first_name: firstName, dp },
    type,
    body,
    files,
    createdAt: new Date(createdAt),
    unsent: false,
    clientId,
    replyTo: null,
    forwarded: false,
    reactions: [],
    deliveredAhead: new Set(),
  };
}

/** Finds the outcome of an earlier request with the same `client_id`. */
export async function findPosted(
  db: Db,
  message: Pick<NewMessage, 'senderId' | 'clientId' | 'chatId'>,
): Promise<PostOutcome | undefined> {
  if (message.clientId === null) return undefined;
  const [earlier] = await db
    .select({ id: messages.id, chatId: messages.chatId })
    .from(messages)
    .where(and(eq(messages.senderId, message.senderId), eq(messages.clientId, message.clientId)));
  if (earlier === undefined) return undefined;
  return earlier.chatId === message.chatId
    ? { ok: true, messageId: earlier.id, created: false }
    : { ok: false, refusal: 'client-id-elsewhere' };
}
