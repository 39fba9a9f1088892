// Reads chats as their members see them, without messages and members.
import type { LastMessageFacts } from '@openbell/core/chat/projection';
import type { ChatPerson } from '@openbell/core/contract';
import { type SQL, sql } from 'drizzle-orm';
import { arrayOf } from '../db/array-parameter.ts';
import { batchedRead } from '../db/batched-read.ts';
import type { Db } from '../db/database.ts';
import { preparedQuery } from '../db/prepared-query.ts';

/** A chat as one member sees it. */
export interface ChatRow {
  readonly id: number;
  readonly type: 'GR' | 'PR';
  readonly name: string;
  readonly image: string | null;
  readonly viewer: ChatPerson;
  readonly muted: boolean;
  readonly deliveredUpto: number;
  readonly unread: number;
  /** The newest message that the member may see; null when there is none. */
  readonly last: LastRow | null;
  /** Id of the chat's newest message; null when there is none. */
  readonly newestId: number | null;
  /** The ids of users whom the member has blocked and muted, and who have blocked the member. */
  readonly blocked: readonly number[];
  readonly blockedBy: readonly number[];
  readonly mutedUsers: readonly number[];
  /** The ids of messages that the member has deleted for themselves. Empty in lists, which contain no messages. */
  readonly deleted: readonly number[];
}

interface LastRow extends Omit<LastMessageFacts, 'createdAt'> {
  readonly createdAt: string;
}

interface ChatSelection {
  readonly wanted: SQL;
  readonly condition: SQL;
  /** The value of {@link ChatRow.deleted}. */
  readonly deleted: SQL;
}

/**
 * Selects chats of the members in `wanted`, which has a column `user_id`. The relations of a member are read once, not per
 * message: `offset 0` keeps them a subquery of their own. One column, as dozens take longer to read. The last message has its
 * first 300 characters: the list shows one line of it.
 */
function chatRowsQuery(db: Db, { wanted, condition, deleted }: ChatSelection) {
  const visible = sql`m.unsent_at is null and m.id <> all (own.deleted) and m.sender_id <> all (own.blocked)`;
  return db
    .select({
      row: sql<ChatRow>`json_build_object('id', chat.id, 'type', chat.chat_type, 'name', chat.name, 'image', chat.image,
        'viewer', json_build_object('id', u.id, 'first_name', u.first_name, 'dp', u.dp),
        'muted', c.muted, 'deliveredUpto', c.delivered_upto,
        'unread', (select count(*) from messages m where m.chat_id = c.chat_id and m.id > c.read_upto
          and m.sender_id <> c.user_id and m.message_type <> 'ACT' and ${visible}),
        'last', (select json_build_object('id', m.id, 'body', left(m.body, 300), 'type', m.message_type,
            'createdAt', m.created_at, 'fileName',
            (select f.name from message_files f where f.message_id = m.id order by f.position limit 1))
          from messages m where m.chat_id = c.chat_id and ${visible} order by m.id desc limit 1),
        'newestId', (select max(m.id) from messages m where m.chat_id = c.chat_id),
        'blocked', own.blocked, 'blockedBy', own.blocked_by, 'mutedUsers', own.muted, 'deleted', ${deleted})`,
    })
    .from(
      sql`${wanted}
        join users u on u.id = wanted.user_id
        cross join lateral (select
          array(select b.blocked_id from user_blocks b where b.user_id = wanted.user_id) as blocked,
          array(select b.user_id from user_blocks b where b.blocked_id = wanted.user_id) as blocked_by,
          array(select t.muted_id from user_mutes t where t.user_id = wanted.user_id) as muted,
          array(select d.message_id from message_deletions d where d.user_id = wanted.user_id) as deleted offset 0) own
        join chat_members c on c.user_id = wanted.user_id
        join chats chat on chat.id = c.chat_id and ${condition}`,
    );
}

const { placeholder } = sql;

/** Selects single chats of members, by lists of their ids of the same length. */
export const singleChats = preparedQuery((db) =>
  chatRowsQuery(db, {
    wanted: sql`unnest(${placeholder('chatIds')}::int[], ${placeholder('userIds')}::int[]) as wanted (chat_id, user_id)`,
    condition: sql`c.chat_id = wanted.chat_id`,
    deleted: sql`own.deleted`,
  }).prepare('chats_by_id'),
);

const chatsByType = preparedQuery((db) =>
  chatRowsQuery(db, {
    wanted: sql`unnest(${placeholder('types')}::text[], ${placeholder('userIds')}::int[]) as wanted (chat_type, user_id)`,
    condition: sql`chat.chat_type = wanted.chat_type`,
    deleted: sql`'[]'::json`,
  }).prepare('chats_by_type'),
);

interface MemberOfChat {
  readonly userId: number;
  readonly chatId: number;
}

/** Finds a member's chat; undefined when it does not exist or the user is not a member. */
export const findChat = batchedRead<MemberOfChat, ChatRow | undefined>(
  ({ userId, chatId }) => `${userId} ${chatId}`,
  async (db, keys) => {
    const rows = await singleChats(db).execute({
      chatIds: arrayOf(keys.map(({ chatId }) => chatId)),
      userIds: arrayOf(keys.map(({ userId }) => userId)),
    });
    const found = new Map(rows.map(({ row }) => [`${row.viewer.id} ${row.id}`, row]));
    return keys.map(({ userId, chatId }) => found.get(`${userId} ${chatId}`));
  },
);

interface MemberChats {
  readonly userId: number;
  readonly type: ChatRow['type'];
}

/** Finds a member's chats of one type. */
export const findChats = batchedRead<MemberChats, ChatRow[]>(
  ({ userId, type }) => `${userId} ${type}`,
  async (db, keys) => {
    const rows = await chatsByType(db).execute({
      types: arrayOf(keys.map(({ type }) => type)),
      userIds: arrayOf(keys.map(({ userId }) => userId)),
    });
    const found = new Map<string, ChatRow[]>();
    for (const { row } of rows) {
      const key = `${row.viewer.id} ${row.type}`;
      const chats = found.get(key);
      if (chats === undefined) found.set(key, [row]);
      else chats.push(row);
    }
    return keys.map(({ userId, type }) => found.get(`${userId} ${type}`) ?? []);
  },
);
