// Reads members and viewers from the database.
import type { MemberFacts, ViewerFacts } from '@openbell/core/chat/projection';
import type { ChatPerson } from '@openbell/core/contract';
import { type SQL, sql } from 'drizzle-orm';
import { arrayOf } from '../db/array-parameter.ts';
import { type Db, rowsOf } from '../db/database.ts';
import type { MessageBaseFacts, MessageFacts } from './chat-facts.ts';

export interface LoadedMember extends MemberFacts {
  readonly person: ChatPerson;
}

/** A member as a list, which is shorter than an object: large groups have thousands. */
type MemberRow = readonly [
  id: number,
  firstName: string,
  dp: string | null,
  deliveredUpto: number,
  readUpto: number,
  active: boolean | null,
];

/** Reads the members of a chat in the order in which they joined. `now` in milliseconds since the epoch. */
export async function loadMembers(db: Db, chatId: number, now: number): Promise<LoadedMember[]> {
  // One row: thousands of rows take ten times as long to read.
  const [row] = await rowsOf<{ members: readonly MemberRow[] | null }>(
    db,
    sql`select json_agg(json_build_array(u.id, u.first_name, u.dp,
        c.delivered_upto, c.read_upto, u.expired_at > ${new Date(now).toISOString()}::timestamptz)
        order by c.joined_at, c.user_id) as members
      from chat_members c join users u on u.id = c.user_id
      where c.chat_id = ${chatId}`,
  );
  return (row?.members ?? []).map(memberOf);
}

function memberOf([id, first_name, dp, deliveredUpto, readUpto, active]: MemberRow): LoadedMember {
  return {
    userId: id,
    person: { id, first_name, dp },
    deliveredUpto,
    readUpto,
    active: active === true,
  };
}

type Relation = 'block' | 'mute' | 'deletion';

/** A block, a mute or a deleted message of a user. `other` is the id of the blocked or muted user or of the message. */
interface RelationRow {
  readonly kind: Relation;
  readonly userId: number;
  readonly other: number;
}

const anyOf = (ids: Iterable<number>): SQL => sql`any(${arrayOf(ids)}::bigint[])`;

/** Reads the relations of one viewer, and which of `messages` and their quotes the viewer has deleted. */
export async function loadViewer(
  db: Db,
  viewerId: number,
  messages: readonly MessageFacts[],
): Promise<ViewerFacts> {
  const viewer = emptyViewer(viewerId);
  const messageIds = withQuotes(messages).map(({ id }) => id);
  const rows = await rowsOf<RelationRow>(
    db,
    sql`select 'block' as kind, user_id as "userId", blocked_id::float8 as other from user_blocks
        where user_id = ${viewerId} or blocked_id = ${viewerId}
      union all select 'mute', user_id, muted_id from user_mutes where user_id = ${viewerId}
      union all select 'deletion', user_id, message_id from message_deletions
        where user_id = ${viewerId} and message_id = ${anyOf(messageIds)}`,
  );
  for (const { kind, userId, other } of rows) {
    if (kind === 'deletion') viewer.deleted.add(other);
    else if (kind === 'mute') viewer.muted.add(other);
    else if (userId === viewerId) viewer.blocked.add(other);
    else viewer.blockedBy.add(userId);
  }
  return viewer;
}

/**
 * Reads the users who see some of `messages` differently: they have blocked or muted a sender, blocked someone who reacted,
 * or deleted a message. Their facts contain these relations only. Everybody else sees {@link plainViewer}'s projection.
 */
export async function loadSpecialViewers(
  db: Db,
  messages: readonly MessageFacts[],
): Promise<Map<number, ViewerFacts>> {
  const all = withQuotes(messages);
  const senders = all.map(({ sender }) => sender.id);
  const reactors = messages.flatMap(({ reactions }) => reactions.map(({ user }) => user.id));
  const senderIds = anyOf(new Set(senders));
  const rows = await rowsOf<RelationRow>(
    db,
    sql`select 'block' as kind, user_id as "userId", blocked_id::float8 as other from user_blocks
        where blocked_id = ${anyOf(new Set([...senders, ...reactors]))}
      union all select 'mute', user_id, muted_id from user_mutes where muted_id = ${senderIds}
      union all select 'deletion', user_id, message_id from message_deletions
        where message_id = ${anyOf(all.map(({ id }) => id))}`,
  );
  const viewers = new Map<number, ReturnType<typeof emptyViewer>>();
  for (const { kind, userId, other } of rows) {
    const viewer = viewers.get(userId) ?? emptyViewer(userId);
    viewers.set(userId, viewer);
    if (kind === 'deletion') viewer.deleted.add(other);
    else if (kind === 'mute') viewer.muted.add(other);
    else viewer.blocked.add(other);
  }
  return viewers;
}

/** Returns messages and their quotes: a viewer may have hidden either. */
function withQuotes(messages: readonly MessageFacts[]): MessageBaseFacts[] {
  return messages.flatMap((message) => (message.replyTo === null ? [message] : [message, message.replyTo]));
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

/** A viewer without relations. */
export const plainViewer: ViewerFacts = emptyViewer(0);
