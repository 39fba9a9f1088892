// GET /web/chats, /web/chat/{id} and /web/chat/{id}/more.
import { contractChat } from '@openbell/core/chat/projection';
import type { Chat } from '@openbell/core/contract';
import type { ServerContext } from '../context.ts';
import { fieldError, notFound } from '../http/http-error.ts';
import { type Handler, readId } from '../routes.ts';
import type { ChatDeps } from './chat-deps.ts';
import { type ChatRow, findChat } from './chat-rows.ts';
import { type HistoryRequest, readHistory, readMinId } from './history.ts';
import { mediaLinksOf } from './media-links.ts';
import { findMembership, type Membership } from './membership.ts';
import { markFetched } from './read-positions.ts';
import { listChats, viewChat } from './view-chat.ts';

/** Returns the dependencies of reading chats. */
export async function chatDeps(context: ServerContext): Promise<ChatDeps> {
  const links = await mediaLinksOf(context);
  return { db: context.db, clock: context.clock, mediaUrl: ({ id }) => links.url(id) };
}

/** Returns the caller's membership of a chat. Throws 404, whether the chat exists or not. */
export async function requireMembership(
  context: ServerContext,
  chatId: number,
  userId: number,
): Promise<Membership> {
  const membership = await findMembership(context.db, chatId, userId);
  if (membership === undefined) throw notFound();
  return membership;
}

/** Finds the caller's chat. Throws 404, whether it exists or not. */
async function requireChat(context: ServerContext, chatId: number, userId: number): Promise<ChatRow> {
  const row = await findChat(context.db, { chatId, userId });
  if (row === undefined) throw notFound();
  return row;
}

/** Reads a page of a chat's messages, up to the newest one in the row. */
async function viewPage(context: ServerContext, row: ChatRow, request: HistoryRequest): Promise<Chat> {
  const page = await readHistory(context.db, { chatId: row.id, newestId: row.newestId }, request);
  return contractChat(await viewChat(await chatDeps(context), row, page));
}

/** Reads a chat with a page of its messages for one member. Throws 404. */
export async function readChat(
  context: ServerContext,
  { chatId, userId }: { readonly chatId: number; readonly userId: number },
  request: HistoryRequest,
): Promise<Chat> {
  return viewPage(context, await requireChat(context, chatId, userId), request);
}

export const listMemberChats: Handler<'chats'> = async (context, { query, caller }) => {
  const kind = query.chat_type;
  if (kind !== 'GR' && kind !== 'PR') throw fieldError('chat_type', 'chat_type must be GR or PR.');
  const chats = await listChats(await chatDeps(context), caller.userId, kind);
  return { body: { data: chats.map(contractChat) } };
};

export const getChat: Handler<'chat'> = async (context, { params, query, caller }) => {
  const row = await requireChat(context, readId(params.id), caller.userId);
  const data = await viewPage(context, row, pageOf(query.min_id, 'newer'));
  await context.bus.publish(...(await markFetched(context.db, row, context.clock.now())));
  return { body: { data } };
};

/** Returns the messages before `min_id`; without it the newest page. */
export const getOlderMessages: Handler<'olderMessages'> = async (context, { params, query, caller }) => {
  const row = await requireChat(context, readId(params.id), caller.userId);
  return { body: { data: await viewPage(context, row, pageOf(query.min_id, 'older')) } };
};

/** Returns the page of a `min_id`: the newest one without it. Throws 422. */
function pageOf(minId: string | undefined, kind: 'newer' | 'older'): HistoryRequest {
  const than = readMinId(minId);
  if (than === undefined) throw fieldError('min_id', 'min_id must be an integer.');
  return than === null ? { kind: 'newest' } : { kind, than };
}
