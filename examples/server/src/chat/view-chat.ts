// Chats as a member gets them: the list, and one chat with some of its messages.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chatMembers, chats, messages } from '../db/schema/chat.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { MessageFacts } from './chat-facts.ts';
import type { HistoryPage } from './history.ts';
import { loadMessages } from './load-messages.ts';
import { type LoadedMember, loadMembers, loadViewers } from './load-people.ts';
import { type ChatViewFacts, projectChat, type WireChat } from './project-chat.ts';
import { projectMessage, type WireMessage } from './project-message.ts';

/** What a membership row says, with the chat's own data and the figures that only the database can count. */
interface ChatRow {
  readonly chat: typeof chats.$inferSelect;
  readonly muted: boolean;
  readonly unread: number;
  readonly lastId: number | null;
}

/** The member's chats of one kind, the most recently used first, without messages. */
export async function listChats(
  deps: ChatDeps,
  memberId: number,
  chatType: 'GR' | 'PR',
): Promise<WireChat[]> {
  const rows: ChatRow[] = await chatRowsQuery(deps.db, memberId, { chatType });
  const members = await loadMembers(deps.db, ids(rows), deps.clock.now());
  const last = await loadLast(deps.db, rows);
  const newestFirst = rows.toSorted((a, b) => (b.lastId ?? 0) - (a.lastId ?? 0) || a.chat.id - b.chat.id);
  return newestFirst.map((row) => {
    const noMessages = { messages: [], firstMessageId: row.lastId === null ? -1 : null };
    return assemble(row, members.get(row.chat.id) ?? [], last, memberId, noMessages);
  });
}

/** One chat with a page of it; undefined when there is none or the person is not in it. */
export async function viewChat(
  deps: ChatDeps,
  memberId: number,
  chatId: number,
  page: HistoryPage,
): Promise<WireChat | undefined> {
  const [row]: ChatRow[] = await chatRowsQuery(deps.db, memberId, { id: chatId });
  if (row === undefined) return undefined;
  const members = (await loadMembers(deps.db, [chatId], deps.clock.now())).get(chatId) ?? [];
  const last = await loadLast(deps.db, [row]);
  const projected = await projectFor(deps, memberId, page.messages, members);
  return assemble(row, members, last, memberId, { messages: projected, firstMessageId: page.firstMessageId });
}

/** Messages as one member sees them. */
export async function projectFor(
  deps: ChatDeps,
  viewerId: number,
  found: readonly MessageFacts[],
  members: readonly LoadedMember[],
): Promise<WireMessage[]> {
  const viewer = (await loadViewers(deps.db, [viewerId], withQuotes(found))).get(viewerId);
  if (viewer === undefined) return [];
  return found.map((message) => projectMessage(message, members, viewer, deps.mediaUrl));
}

/** Ids of messages and of what they quote: a viewer may have deleted either. */
export function withQuotes(found: readonly MessageFacts[]): number[] {
  return found.flatMap(({ id, replyTo }) => (replyTo === null ? [id] : [id, replyTo.id]));
}

/**
 * Holds for messages that the viewer may see; the table is `m`. What they deleted and whom they blocked is read once, and
 * not again for each message: `not exists` would be, where the database has no statistics yet.
 */
function visibleTo(viewerId: number): SQL {
  return sql`m.unsent_at is null
    and m.id not in (select d.message_id from message_deletions d where d.user_id = ${viewerId})
    and m.sender_id not in (select b.blocked_id from user_blocks b where b.user_id = ${viewerId})`;
}

/** The query of the member's chats, of one kind or just one. */
export function chatRowsQuery(
  db: Db,
  memberId: number,
  wanted: { readonly id: number } | { readonly chatType: 'GR' | 'PR' },
) {
  const condition = 'id' in wanted ? eq(chats.id, wanted.id) : eq(chats.chatType, wanted.chatType);
  return db
    .select({
      chat: chats,
      muted: chatMembers.muted,
      unread: sql`(select count(*) from messages m where m.chat_id = ${chats.id}
        and m.id > ${chatMembers.readUpto} and m.sender_id <> ${memberId} and m.message_type <> 'ACT'
        and ${visibleTo(memberId)})`.mapWith(Number),
      lastId: sql<number | null>`(select m.id from messages m where m.chat_id = ${chats.id}
        and ${visibleTo(memberId)} order by m.id desc limit 1)`.mapWith(Number),
    })
    .from(chatMembers)
    .innerJoin(chats, eq(chats.id, chatMembers.chatId))
    .where(and(eq(chatMembers.userId, memberId), condition));
}

async function loadLast(db: Db, rows: readonly ChatRow[]): Promise<Map<number, MessageFacts>> {
  const lastIds = rows.flatMap(({ lastId }) => (lastId === null ? [] : [lastId]));
  if (lastIds.length === 0) return new Map();
  const found = await loadMessages(db, inArray(messages.id, lastIds), lastIds.length);
  return new Map(found.map((message) => [message.id, message]));
}

function assemble(
  row: ChatRow,
  members: readonly LoadedMember[],
  last: ReadonlyMap<number, MessageFacts>,
  viewerId: number,
  page: { readonly messages: readonly WireMessage[]; readonly firstMessageId: number | null },
): WireChat {
  const lastMessage = row.lastId === null ? undefined : last.get(row.lastId);
  const view: ChatViewFacts = {
    muted: row.muted,
    unread: row.unread,
    last:
      lastMessage === undefined
        ? null
        : {
            body: lastMessage.body,
            type: lastMessage.type,
            fileName: lastMessage.files[0]?.name ?? null,
            createdAt: lastMessage.createdAt,
          },
  };
  const { id, chatType, name, image } = row.chat;
  const people = members.map(({ person }) => person);
  return projectChat({ id, type: chatType, name, image, people }, view, viewerId, page);
}

function ids(rows: readonly ChatRow[]): number[] {
  return rows.map(({ chat }) => chat.id);
}
