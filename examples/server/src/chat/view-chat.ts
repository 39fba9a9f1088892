// Reads a member's chats: the list, and one chat with a page of its messages.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chatMembers, chats, messages } from '../db/schema/chat.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { MessageFacts } from './chat-facts.ts';
import type { HistoryPage } from './history.ts';
import { loadMessages } from './load-messages.ts';
import { type LoadedMember, loadMembers, loadViewers } from './load-people.ts';
import { type ChatPage, type ChatViewFacts, projectChat, type WireChat } from './project-chat.ts';
import { projectMessage, type WireMessage } from './project-message.ts';

interface ChatRow {
  readonly chat: typeof chats.$inferSelect;
  readonly muted: boolean;
  readonly unread: number;
  readonly lastId: number | null;
}

/** Lists the member's chats of one kind without messages, the most recently used first. */
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
    return assemble(row, {
      members: members.get(row.chat.id) ?? [],
      last,
      viewerId: memberId,
      page: { messages: [], firstMessageId: row.lastId === null ? -1 : null },
    });
  });
}

/** Returns a chat with a page of messages; undefined when it does not exist or the user is not a member. */
export async function viewChat(
  deps: ChatDeps,
  { userId, chatId }: { readonly userId: number; readonly chatId: number },
  page: HistoryPage,
): Promise<WireChat | undefined> {
  const [row]: ChatRow[] = await chatRowsQuery(deps.db, userId, { id: chatId });
  if (row === undefined) return undefined;
  const members = (await loadMembers(deps.db, [chatId], deps.clock.now())).get(chatId) ?? [];
  const last = await loadLast(deps.db, [row]);
  const projected = await projectFor(deps, page.messages, { viewerId: userId, members });
  return assemble(row, {
    members,
    last,
    viewerId: userId,
    page: { messages: projected, firstMessageId: page.firstMessageId },
  });
}

/** Projects messages for one member. */
export async function projectFor(
  deps: ChatDeps,
  found: readonly MessageFacts[],
  { viewerId, members }: { readonly viewerId: number; readonly members: readonly LoadedMember[] },
): Promise<WireMessage[]> {
  const viewer = (await loadViewers(deps.db, [viewerId], withQuotes(found))).get(viewerId);
  if (viewer === undefined) return [];
  return found.map((message) => projectMessage(message, { members, viewer, mediaUrl: deps.mediaUrl }));
}

/** Returns the ids of messages and of their quotes: a viewer may have deleted either. */
export function withQuotes(found: readonly MessageFacts[]): number[] {
  return found.flatMap(({ id, replyTo }) => (replyTo === null ? [id] : [id, replyTo.id]));
}

/**
 * Matches the messages of table `m` that the viewer may see. `not in` is evaluated once; `not exists` runs per message
 * while the database has no statistics.
 */
function visibleTo(viewerId: number): SQL {
  return sql`m.unsent_at is null
    and m.id not in (select d.message_id from message_deletions d where d.user_id = ${viewerId})
    and m.sender_id not in (select b.blocked_id from user_blocks b where b.user_id = ${viewerId})`;
}

/** Selects the member's chats of one kind, or a single one. */
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

interface ChatParts {
  readonly members: readonly LoadedMember[];
  /** The last messages of the chats, by id. */
  readonly last: ReadonlyMap<number, MessageFacts>;
  readonly viewerId: number;
  readonly page: ChatPage;
}

function assemble(row: ChatRow, { members, last, viewerId, page }: ChatParts): WireChat {
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
  return projectChat({ id, type: chatType, name, image, people }, { view, viewerId, page });
}

function ids(rows: readonly ChatRow[]): number[] {
  return rows.map(({ chat }) => chat.id);
}
