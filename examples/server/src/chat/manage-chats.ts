// Creates and changes chats for the operator.
import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { archivedChatMembers, chatMembers, chats, messageFiles, messages } from '../db/schema/chat.ts';
import { HttpError } from '../http/http-error.ts';
import type { Publish } from '../live/bus.ts';
import { memberIds } from './membership.ts';

type ManageContext = Pick<ServerContext, 'db' | 'bus' | 'clock'>;
export type ManagedChat = typeof chats.$inferSelect;

/** Returns all archived chats, or all others, with their number of members. */
export async function listManagedChats(
  db: Db,
  archived: boolean,
): Promise<readonly (ManagedChat & { readonly members: number })[]> {
  const table = archived ? archivedChatMembers : chatMembers;
  const rows = await db
    .select({ chat: chats, members: count(table.userId) })
    .from(chats)
    .leftJoin(table, eq(table.chatId, chats.id))
    .where(archived ? isNotNull(chats.archivedAt) : isNull(chats.archivedAt))
    .groupBy(chats.id)
    .orderBy(asc(chats.id));
  return rows.map(({ chat, members }) => ({ ...chat, members }));
}

/** Returns a chat. Throws 404 for an unknown one. */
export async function findManagedChat(db: Db, id: number): Promise<ManagedChat> {
  const [chat] = await db.select().from(chats).where(eq(chats.id, id));
  if (chat === undefined) throw new HttpError(404, `There is no chat ${id}. See: chat list`);
  return chat;
}

/** Creates a group chat and returns its id. */
export function createGroup(
  { bus, clock }: ManageContext,
  name: string,
  userIds: readonly number[],
): Promise<number> {
  return bus.transact((tx, publish) =>
    insertChat(tx, publish, { type: 'GR', name, userIds, at: new Date(clock.now()) }),
  );
}

/** Creates the personal chat of two users and returns its id. Throws 409 if they have one. */
export function createPersonalChat(
  { bus, clock }: ManageContext,
  userIds: readonly [number, number],
): Promise<number> {
  return bus.transact(async (tx, publish) => {
    // The locks serialize two commands for the same users.
    await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, [...userIds]))
      .orderBy(asc(users.id))
      .for('update');
    const [existing] = await rowsOf<{ id: number }>(
      tx,
      sql`select c.id from chats c where c.chat_type = 'PR' and 2 = (
        select count(*) from (
          select chat_id, user_id from chat_members union select chat_id, user_id from archived_chat_members
        ) m where m.chat_id = c.id and m.user_id in (${userIds[0]}, ${userIds[1]})) limit 1`,
    );
    if (existing !== undefined) throw new HttpError(409, `They have the personal chat ${existing.id}.`);
    return insertChat(tx, publish, { type: 'PR', name: '', userIds, at: new Date(clock.now()) });
  });
}

interface NewChat {
  readonly type: 'GR' | 'PR';
  readonly name: string;
  readonly userIds: readonly number[];
  readonly at: Date;
}

async function insertChat(tx: Db, publish: Publish, { type, name, userIds, at }: NewChat): Promise<number> {
  const [chat] = await tx
    .insert(chats)
    .values({ chatType: type, name, createdAt: at })
    .returning({ id: chats.id });
  if (chat === undefined) throw new Error('The chat was not stored.');
  if (userIds.length > 0) {
    await tx.insert(chatMembers).values(userIds.map((userId) => ({ chatId: chat.id, userId, joinedAt: at })));
  }
  notify(publish, userIds);
  return chat.id;
}

/** Renames a group chat. */
export async function renameGroup({ bus }: ManageContext, id: number, name: string): Promise<void> {
  await bus.transact(async (tx, publish) => {
    await requireGroup(tx, id);
    await tx.update(chats).set({ name }).where(eq(chats.id, id));
    notify(publish, await memberIds(tx, id));
  });
}

/**
 * Adds users to a group chat and returns the ids of those who were not members. Its history counts as read, so that the
 * receipts of old messages do not wait for them.
 */
export async function addToGroup(
  { bus, clock }: ManageContext,
  id: number,
  userIds: readonly number[],
): Promise<readonly number[]> {
  return bus.transact(async (tx, publish) => {
    await requireGroup(tx, id);
    const newest = sql<number>`coalesce((select max(m.id) from messages m where m.chat_id = ${id}), 0)`;
    const added = await tx
      .insert(chatMembers)
      .values(
        userIds.map((userId) => ({
          chatId: id,
          userId,
          deliveredUpto: newest,
          readUpto: newest,
          joinedAt: new Date(clock.now()),
        })),
      )
      .onConflictDoNothing()
      .returning({ userId: chatMembers.userId });
    if (added.length > 0) notify(publish, await memberIds(tx, id));
    return added.map(({ userId }) => userId);
  });
}

/** Removes a user from a group chat. Returns false if they are not a member. Their messages stay. */
export async function removeFromGroup({ bus }: ManageContext, id: number, userId: number): Promise<boolean> {
  return bus.transact(async (tx, publish) => {
    await requireGroup(tx, id);
    const removed = await tx
      .delete(chatMembers)
      .where(and(eq(chatMembers.chatId, id), eq(chatMembers.userId, userId)))
      .returning({ userId: chatMembers.userId });
    if (removed.length > 0) notify(publish, [userId, ...(await memberIds(tx, id))]);
    return removed.length > 0;
  });
}

/** Archives a chat: its memberships move to another table, so that nobody can read it or post. Returns false if it is. */
export function archiveChat({ bus, clock }: ManageContext, id: number): Promise<boolean> {
  return bus.transact(async (tx, publish) => {
    const [archived] = await tx
      .update(chats)
      .set({ archivedAt: new Date(clock.now()) })
      .where(and(eq(chats.id, id), isNull(chats.archivedAt)))
      .returning({ id: chats.id });
    if (archived === undefined) return false;
    const members = await tx.delete(chatMembers).where(eq(chatMembers.chatId, id)).returning();
    if (members.length > 0) await tx.insert(archivedChatMembers).values(members);
    notify(
      publish,
      members.map(({ userId }) => userId),
    );
    return true;
  });
}

/** Restores an archived chat. Returns false if it is not archived. */
export function restoreChat({ bus }: ManageContext, id: number): Promise<boolean> {
  return bus.transact(async (tx, publish) => {
    const [restored] = await tx
      .update(chats)
      .set({ archivedAt: null })
      .where(and(eq(chats.id, id), isNotNull(chats.archivedAt)))
      .returning({ id: chats.id });
    if (restored === undefined) return false;
    const members = await tx
      .delete(archivedChatMembers)
      .where(eq(archivedChatMembers.chatId, id))
      .returning();
    if (members.length > 0) await tx.insert(chatMembers).values(members);
    notify(
      publish,
      members.map(({ userId }) => userId),
    );
    return true;
  });
}

/** Returns the messages of a chat in their order, with the names of their files. */
export async function exportChat(db: Db, id: number) {
  const rows = await db
    .select({ message: messages, sender: users.firstName })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .where(eq(messages.chatId, id))
    .orderBy(asc(messages.id));
  const files = await db
    .select({ messageId: messageFiles.messageId, name: messageFiles.name })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(eq(messages.chatId, id))
    .orderBy(asc(messageFiles.position));
  const names = new Map<number, string[]>();
  for (const { messageId, name } of files) names.set(messageId, [...(names.get(messageId) ?? []), name]);
  return rows.map(({ message, sender }) => ({
    id: message.id,
    at: message.createdAt,
    senderId: message.senderId,
    sender,
    type: message.messageType,
    text: message.body,
    unsent: message.unsentAt !== null,
    files: names.get(message.id) ?? [],
  }));
}

/** Locks a group chat until the transaction ends, so that it is not archived meanwhile. Throws 409 for another chat. */
async function requireGroup(tx: Db, id: number): Promise<void> {
  await tx.select({ id: chats.id }).from(chats).where(eq(chats.id, id)).for('no key update');
  const { chatType, archivedAt } = await findManagedChat(tx, id);
  if (chatType !== 'GR') throw new HttpError(409, `The chat ${id} is a personal chat.`);
  if (archivedAt !== null) throw new HttpError(409, `The chat ${id} is archived. See: chat restore`);
}

/** Lets members reload their list. */
function notify(publish: Publish, userIds: readonly number[]): void {
  for (const userId of userIds) publish('chat-list-changed', { userId });
}
