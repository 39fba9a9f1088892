// GET /web/chat/{id}/users and /web/chat/{id}/message/{messageId}/readers.
import { readersOf } from '@openbell/core/chat/projection';
import type { ChatMembersResponse, ChatPerson } from '@openbell/core/contract';
import { and, eq } from 'drizzle-orm';
import { messages } from '../db/schema/chat.ts';
import { fieldError, notFound } from '../http/http-error.ts';
import { type Handler, readId } from '../routes.ts';
import { lastPageOf, loadPeoplePage, MEMBERS_SHOWN } from './list-members.ts';
import { loadMessage } from './load-messages.ts';
import { loadMembers, loadViewer } from './load-people.ts';
import { requireMembership } from './read-chats.ts';

const MAX_QUERY = 100;

export const listChatUsers: Handler<'chatUsers'> = async (context, { params, query, caller }) => {
  const { chatId } = await requireMembership(context, readId(params.id), caller.userId);
  const name = query.q?.trim() ?? '';
  if (name.length > MAX_QUERY) throw fieldError('q', `q must have at most ${MAX_QUERY} characters.`);
  const page = readPage(query.page);
  const { people, lastPage } = await loadPeoplePage(context.db, { chatId, query: name, page });
  return { body: pageOf(people, lastPage) };
};

export const listReaders: Handler<'messageReaders'> = async (context, { params, query, caller }) => {
  const { db, clock } = context;
  const { chatId } = await requireMembership(context, readId(params.id), caller.userId);
  const page = readPage(query.page);
  const ownMessage = and(eq(messages.chatId, chatId), eq(messages.senderId, caller.userId));
  const message = await loadMessage(db, readId(params.messageId, Number.MAX_SAFE_INTEGER), ownMessage);
  if (message === undefined) throw notFound();
  const viewer = await loadViewer(db, caller.userId, []);
  const members = await loadMembers(db, chatId, clock.now());
  const readers = readersOf(message.id, members, viewer);
  const people = readers.slice((page - 1) * MEMBERS_SHOWN, page * MEMBERS_SHOWN).map(({ person }) => person);
  return { body: pageOf(people, lastPageOf(readers.length)) };
};

function pageOf(people: readonly ChatPerson[], lastPage: number): ChatMembersResponse {
  return { data: people.map((user) => ({ user_id: user.id, user })), last_page: lastPage };
}

function readPage(value: string | undefined): number {
  const page = value ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(page)) throw fieldError('page', 'Must be a page number.');
  return Number(page);
}
