// GET /web/chats, /web/chat/{id} and /web/chat/{id}/more.
import type { ServerContext } from '../context.ts';
import { fieldError, notFound } from '../http/http-error.ts';
import { type Handler, readId } from '../http/route.ts';
import type { ChatDeps } from './chat-deps.ts';
import { type HistoryRequest, readHistory, readMinId } from './history.ts';
import { mediaLinksOf } from './media-links.ts';
import { findMembership, type Membership } from './membership.ts';
import type { WireChat } from './project-chat.ts';
import { markFetched } from './read-positions.ts';
import { listChats, viewChat } from './view-chat.ts';
import { chatAnswer } from './wire.ts';

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

/** Reads a chat with a page of its messages for one member. */
export async function readChat(
  context: ServerContext,
  member: Membership,
  request: HistoryRequest,
): Promise<WireChat> {
  const page = await readHistory(context.db, member.chatId, request);
  const chat = await viewChat(await chatDeps(context), member, page);
  if (chat === undefined) throw notFound();
  return chat;
}

export const listMemberChats: Handler<'chats'> = async (context, { query, caller }) => {
  const kind = query.chat_type;
  if (kind !== 'GR' && kind !== 'PR') throw fieldError('chat_type', 'chat_type must be GR or PR.');
  const chats = await listChats(await chatDeps(context), caller.userId, kind);
  return { body: { data: chats.map(chatAnswer) } };
};

export const getChat: Handler<'chat'> = async (context, { params, query, caller }) => {
  const member = await requireMembership(context, readId(params.id), caller.userId);
  const minId = requireMinId(query.min_id);
  const request: HistoryRequest = minId === null ? { kind: 'newest' } : { kind: 'newer', than: minId };
  const receipts = await markFetched(context.db, member, context.clock.now());
  const chat = await readChat(context, member, request);
  for (const receipt of receipts) context.bus.publish('receipt', receipt);
  return { body: { data: chatAnswer(chat) } };
};

/** Returns the messages before `min_id`; without it the newest page. */
export const getOlderMessages: Handler<'olderMessages'> = async (context, { params, query, caller }) => {
  const member = await requireMembership(context, readId(params.id), caller.userId);
  const minId = requireMinId(query.min_id);
  const chat = await readChat(
    context,
    member,
    minId === null ? { kind: 'newest' } : { kind: 'older', than: minId },
  );
  return { body: { data: chatAnswer(chat) } };
};

function requireMinId(value: string | undefined): number | null {
  const minId = readMinId(value);
  if (minId === undefined) throw fieldError('min_id', 'min_id must be an integer.');
  return minId;
}
