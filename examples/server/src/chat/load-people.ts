// Members and viewers, read from the database.
import type { ChatPerson } from '@openbell/core/contract';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { chatMembers, messageDeletions, userBlocks, userMutes } from '../db/schema/chat.ts';
import type { MemberFacts, ViewerFacts } from './chat-facts.ts';

export interface LoadedMember extends MemberFacts {
  readonly person: ChatPerson;
  readonly muted: boolean;
}

/** The members of some chats, in the order in which they joined. `now` in milliseconds since the epoch. */
export async function loadMembers(
  db: Db,
  chatIds: readonly number[],
  now: number,
): Promise<Map<number, LoadedMember[]>> {
  const members = new Map<number, LoadedMember[]>(chatIds.map((id) => [id, []]));
  if (chatIds.length === 0) return members;
  const rows = await db
    .select({
      member: chatMembers,
      person: { id: users.id, first_name: users.firstName, dp: users.dp },
      expiredAt: users.expiredAt,
    })
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .where(inArray(chatMembers.chatId, [...chatIds]))
    .orderBy(asc(chatMembers.joinedAt), asc(chatMembers.userId));
  for (const { member, person, expiredAt } of rows) {
    members.get(member.chatId)?.push({
      userId: person.id,
      person,
      muted: member.muted,
      deliveredUpto: member.deliveredUpto,
      readUpto: member.readUpto,
      active: expiredAt !== null && expiredAt.getTime() > now,
    });
  }
  return members;
}

/** What concerns each of these viewers; deletions are looked up for `messageIds` only. */
export async function loadViewers(
  db: Db,
  viewerIds: readonly number[],
  messageIds: readonly number[],
): Promise<Map<number, ViewerFacts>> {
  const ids = [...viewerIds];
  const viewers = new Map(ids.map((id) => [id, emptyViewer(id)]));
  if (ids.length === 0) return viewers;
  const blocks = await db
    .select({ userId: userBlocks.userId, blockedId: userBlocks.blockedId })
    .from(userBlocks)
    .where(or(inArray(userBlocks.userId, ids), inArray(userBlocks.blockedId, ids)));
  for (const { userId, blockedId } of blocks) {
    viewers.get(userId)?.blocked.add(blockedId);
    viewers.get(blockedId)?.blockedBy.add(userId);
  }
  const mutes = await db.select().from(userMutes).where(inArray(userMutes.userId, ids));
  for (const { userId, mutedId } of mutes) viewers.get(userId)?.muted.add(mutedId);
  if (messageIds.length > 0) {
    const deletions = await db
      .select({ userId: messageDeletions.userId, messageId: messageDeletions.messageId })
      .from(messageDeletions)
      .where(
        and(inArray(messageDeletions.userId, ids), inArray(messageDeletions.messageId, [...messageIds])),
      );
    for (const { userId, messageId } of deletions) viewers.get(userId)?.deleted.add(messageId);
  }
  return viewers;
}

function emptyViewer(id: number) {
  return {
    id,
    blocked: new Set<number>(),
    blockedBy: new Set<number>(),
    muted: new Set<number>(),
    deleted: new Set<number>(),
  } satisfies ViewerFacts;
}
