// The members of large chats: the first ones with the chat, and pages of all.
import { type ChatPerson, foldText } from '@openbell/core/contract';
import { sql } from 'drizzle-orm';
import { arrayOf } from '../db/array-parameter.ts';
import { batchedRead } from '../db/batched-read.ts';
import { type Db, rowsOf } from '../db/database.ts';

/** Number of members in `users` of a chat, and in a page. */
export const MEMBERS_SHOWN = 50;

export interface ChatPeople {
  /** The first {@link MEMBERS_SHOWN} members, in the order in which they joined. */
  readonly people: readonly ChatPerson[];
  readonly count: number;
}

/** Reads the first members of a chat. Its members who come back at the same time share one read. */
export const loadPeople = batchedRead(
  (chatId: number) => chatId,
  async (db, chatIds): Promise<ChatPeople[]> => {
    const rows = await rowsOf<{ chatId: number; people: ChatPerson[] | null; count: number }>(
      db,
      sql`select chat.id as "chatId",
          (select json_agg(json_build_object('id', u.id, 'first_name', u.first_name, 'dp', u.dp)
              order by m.joined_at, m.user_id)
            from (select user_id, joined_at from chat_members where chat_id = chat.id
              order by joined_at, user_id limit ${MEMBERS_SHOWN}) m
            join users u on u.id = m.user_id) as people,
          (select count(*)::int from chat_members where chat_id = chat.id) as count
        from unnest(${arrayOf(chatIds)}::int[]) as chat (id)`,
    );
    const byChat = new Map(rows.map((row) => [row.chatId, row]));
    return chatIds.map((chatId) => {
      const { people, count } = byChat.get(chatId) ?? { people: null, count: 0 };
      return { people: people ?? [], count };
    });
  },
);

/** Returns the first of all members of a chat. */
export function firstPeople(members: readonly { readonly person: ChatPerson }[]): ChatPeople {
  return { people: members.slice(0, MEMBERS_SHOWN).map(({ person }) => person), count: members.length };
}

/** Returns the first members of a chat for one of its members, who is among them. */
export function withViewer({ people, count }: ChatPeople, viewer: ChatPerson): ChatPeople {
  if (people.length < MEMBERS_SHOWN || people.some(({ id }) => id === viewer.id)) return { people, count };
  return { people: [...people.slice(0, -1), viewer], count };
}

export interface PeoplePage {
  readonly people: readonly ChatPerson[];
  /** The number of the last page, at least 1. */
  readonly lastPage: number;
}

/** Reads a page of a chat's members whose name contains `query`, as `foldText` compares them. The first page is 1. */
export async function loadPeoplePage(
  db: Db,
  { chatId, query, page }: { readonly chatId: number; readonly query: string; readonly page: number },
): Promise<PeoplePage> {
  const wanted = foldText(query).trim();
  const from = (page - 1) * MEMBERS_SHOWN;
  if (wanted === '') {
    const rows = await rowsOf<ChatPerson & { count: number }>(
      db,
      sql`select u.id, u.first_name, u.dp, count(*) over ()::int as count
        from chat_members m join users u on u.id = m.user_id
        where m.chat_id = ${chatId}
        order by m.joined_at, m.user_id limit ${MEMBERS_SHOWN} offset ${from}`,
    );
    return {
      people: rows.map(({ id, first_name, dp }) => ({ id, first_name, dp })),
      lastPage: lastPageOf(rows[0]?.count ?? 0),
    };
  }
  // Databases fold letters differently, or only ASCII ones: names are compared here.
  const people = await rowsOf<ChatPerson>(
    db,
    sql`select u.id, u.first_name, u.dp
      from chat_members m join users u on u.id = m.user_id
      where m.chat_id = ${chatId}
      order by m.joined_at, m.user_id`,
  );
  const found = people.filter(({ first_name }) => foldText(first_name).includes(wanted));
  return { people: found.slice(from, from + MEMBERS_SHOWN), lastPage: lastPageOf(found.length) };
}

/** Returns the number of the last page. The first page is 1. */
export function lastPageOf(count: number): number {
  return Math.max(1, Math.ceil(count / MEMBERS_SHOWN));
}
