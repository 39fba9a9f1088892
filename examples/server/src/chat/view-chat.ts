// Reads a member's chats: the list, and one chat with a page of its messages.
import {
  type ChatPage,
  projectChat,
  projectMessage,
  receiptsFor,
  type ViewerFacts,
  type WireChat,
  type WireMessage,
} from '@openbell/core/chat/projection';
import type { ChatDeps } from './chat-deps.ts';
import type { MessageFacts } from './chat-facts.ts';
import { type ChatRow, findChats } from './chat-rows.ts';
import type { HistoryPage } from './history.ts';
import { type ChatPeople, firstPeople, loadPeople, withViewer } from './list-members.ts';
import { type LoadedMember, loadMembers } from './load-people.ts';

/** Bytes of the members in a list of chats. The groups after them have the caller only; clients load the others. */
const LIST_PEOPLE_BYTES = 512 * 1024;

/** Lists the member's chats of one kind without messages, the most recently used first. */
export async function listChats(
  { db }: Pick<ChatDeps, 'db'>,
  userId: number,
  type: 'GR' | 'PR',
): Promise<WireChat[]> {
  const rows = await findChats(db, { userId, type });
  const newestFirst = rows.toSorted((a, b) => (b.last?.id ?? 0) - (a.last?.id ?? 0) || a.id - b.id);
  const members = await Promise.all(newestFirst.map(({ id }) => loadPeople(db, id)));
  let bytes = 0;
  return newestFirst.map((row, index) => {
    const { people, count } = members[index] as ChatPeople;
    bytes += Buffer.byteLength(JSON.stringify(people));
    const isBeyond = type === 'GR' && bytes > LIST_PEOPLE_BYTES;
    const listed = { people: isBeyond ? [row.viewer] : people, count };
    return assemble(row, listed, { messages: [], firstMessageId: row.last === null ? -1 : null });
  });
}

/** Returns a chat with a page of messages for the member of the row. */
export async function viewChat(deps: ChatDeps, row: ChatRow, page: HistoryPage): Promise<WireChat> {
  const { id } = row;
  const viewerId = row.viewer.id;
  // Only receipts of the user's own messages need the positions of all members.
  const hasOwn = page.messages.some(({ sender }) => sender.id === viewerId);
  const members = hasOwn ? await loadMembers(deps.db, id, deps.clock.now()) : [];
  const people = hasOwn ? firstPeople(members) : await loadPeople(deps.db, id);
  const projected = project(deps, page.messages, {
    viewer: viewerOf(row),
    members,
  });
  return assemble(row, people, { messages: projected, firstMessageId: page.firstMessageId });
}

/** Projects messages for one member. */
export function project(
  { mediaUrl }: Pick<ChatDeps, 'mediaUrl'>,
  found: readonly MessageFacts[],
  { viewer, members }: { readonly viewer: ViewerFacts; readonly members: readonly LoadedMember[] },
): WireMessage[] {
  const receiptsOf = receiptsFor(members, viewer);
  return found.map((message) => projectMessage(message, { viewer, mediaUrl, receipts: receiptsOf(message) }));
}

function viewerOf({ viewer, blocked, blockedBy, mutedUsers, deleted }: ChatRow): ViewerFacts {
  return {
    id: viewer.id,
    blocked: new Set(blocked),
    blockedBy: new Set(blockedBy),
    muted: new Set(mutedUsers),
    deleted: new Set(deleted),
  };
}

function assemble(row: ChatRow, first: ChatPeople, page: ChatPage): WireChat {
  const { id, type, name, image, muted, unread, viewer } = row;
  const { people, count } = withViewer(first, viewer);
  const last = row.last === null ? null : { ...row.last, createdAt: new Date(row.last.createdAt) };
  return projectChat(
    { id, type, name, image, people, peopleCount: count },
    { view: { muted, unread, last }, viewerId: viewer.id, page },
  );
}
