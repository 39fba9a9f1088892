// Stores a message with its files and mentions.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { chats, messageFiles, messageMentions, messages, type StoredMessageType } from '../db/schema/chat.ts';
import type { FileFacts } from './chat-facts.ts';
import { memberIds } from './membership.ts';

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
  /** `created` is false when the same `client_id` had been posted before. */
  | { readonly ok: true; readonly messageId: number; readonly created: boolean }
  | { readonly ok: false; readonly refusal: 'reply-elsewhere' | 'client-id-elsewhere' };

/**
 * Stores a message once: a second post with the same sender and `clientId` returns the first message. Posts to one chat
 * are serialized, so that ids become visible in ascending order and a reader of "newer than" misses none. The time is
 * read under the same lock, so that it ascends with the ids.
 */
export async function storeMessage(db: Db, message: NewMessage, clock: Clock): Promise<PostOutcome> {
  return db.transaction(async (tx) => {
    await tx.select({ id: chats.id }).from(chats).where(eq(chats.id, message.chatId)).for('update');
    const earlier = await findPosted(tx, message);
    if (earlier !== undefined) return earlier;
    if (message.replyToId !== null && !(await isInChat(tx, message.replyToId, message.chatId))) {
      return { ok: false, refusal: 'reply-elsewhere' };
    }
    const [stored] = await tx
      .insert(messages)
      .values({
        chatId: message.chatId,
        senderId: message.senderId,
        clientId: message.clientId,
        messageType: message.type,
        body: message.body,
        replyToId: message.replyToId,
        createdAt: timeOfNext(message.chatId, clock),
      })
      .onConflictDoNothing({ target: [messages.senderId, messages.clientId] })
      .returning({ id: messages.id });
    // A parallel post with this client_id in another chat holds another lock; the unique index decides.
    if (stored === undefined) return { ok: false, refusal: 'client-id-elsewhere' };
    await storeParts(tx, stored.id, message);
    return { ok: true, messageId: stored.id, created: true };
  });
}

/** Returns the time of the next message: now, but not before the newest message if the clock went back. */
function timeOfNext(chatId: number, clock: Clock): SQL {
  const now = new Date(clock.now()).toISOString();
  return sql`greatest(${now}::timestamptz, (
    select ${messages.createdAt} from ${messages} where ${messages.chatId} = ${chatId} order by ${messages.id} desc limit 1
  ))`;
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

async function isInChat(db: Db, messageId: number, chatId: number): Promise<boolean> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.chatId, chatId)));
  return rows.length > 0;
}

async function storeParts(db: Db, messageId: number, message: NewMessage): Promise<void> {
  if (message.files.length > 0) {
    await db
      .insert(messageFiles)
      .values(message.files.map((file, position) => ({ ...file, messageId, position })));
  }
  if (message.mentions.length === 0) return;
  const members = new Set(await memberIds(db, message.chatId));
  const mentioned = message.mentions.filter((id) => members.has(id) && id !== message.senderId);
  if (mentioned.length > 0) {
    await db.insert(messageMentions).values(mentioned.map((userId) => ({ messageId, userId })));
  }
}
