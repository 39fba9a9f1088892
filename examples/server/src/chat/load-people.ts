// Reads members and viewers from the database.
import type { ChatPerson } from '@openbell/core/contract';
import { and, asc, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { chatMembers, messageDeletions, userBlocks, userMutes } from '../db/schema/chat.ts';
import type { MemberFacts, ViewerFacts } from './chat-facts.ts';

export interface LoadedMember extends MemberFacts {
  readonly person: ChatPerson;
  readonly muted: boolean;
}

/** Reads the members of chats in the order in which they joined. `now` in milliseconds since the epoch. */
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

type Relation = 'block' | 'mute' | 'deletion';

/** User ids have 4 bytes and message ids 8; a union needs one type. */
const asOther = (id: SQLWrapper): SQL<number> => sql`${id}::bigint`.mapWith(Number);

/** Reads the blocks, mutes and deletions of viewers in one query; deletions only of `messageIds`. */
export async function loadViewers(
  db: Db,
  viewerIds: readonly number[],
  messageIds: readonly number[],
): Promise<Map<number, ViewerFacts>> {
  const ids = [...viewerIds];
  const viewers = new Map(ids.map((id) => [id, emptyViewer(id)]));
  if (ids.length === 0) return viewers;
  const relations = unionAll(
    db
      .select({
        kind: sql<Relation>`'block'`,
        userId: userBlocks.userId,
        other: asOther(userBlocks.blockedId),
      })
      .from(userBlocks)
      .where(or(inArray(userBlocks.userId, ids), inArray(userBlocks.blockedId, ids))),
    db
      .select({ kind: sql<Relation>`'mute'`, userId: userMutes.userId, other: asOther(userMutes.mutedId) })
      .from(userMutes)
      .where(inArray(userMutes.userId, ids)),
    db
      .select({
        kind: sql<Relation>`'deletion'`,
        userId: messageDeletions.userId,
        other: asOther(messageDeletions.messageId),
      })
      .from(messageDeletions)
      .where(
        and(inArray(messageDeletions.userId, ids), inArray(messageDeletions.messageId, [...messageIds])),
      ),
  );
  for (const { kind, userId, other } of await relations) {
    if (kind === 'deletion') viewers.get(userId)?.deleted.add(other);
    else if (kind === 'mute') viewers.get(userId)?.muted.add(other);
    else {
      viewers.get(userId)?.blocked.add(other);
      viewers.get(other)?.blockedBy.add(userId);
    }
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
