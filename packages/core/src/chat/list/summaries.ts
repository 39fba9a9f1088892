// The chat list: what one message, one read, one fresh answer do to it. Pure.
import type { Chat, ChatPerson, LastMessage, Message } from '../../contract/index.ts';
import { isJsonEqual } from '../../shared/equality.ts';

/** A chat as its row in the list needs it: everything but the messages. */
export type ChatSummary = Omit<Chat, 'messages' | 'first_message_id'>;

/** By last activity, newest first; chats without any keep their order, last. */
function orderByActivity(chats: readonly ChatSummary[]): readonly ChatSummary[] {
  const at = (chat: ChatSummary): string => chat.last_msg?.created_at ?? '';
  const ordered = [...chats].sort((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0));
  return ordered.every((chat, index) => chat === chats[index]) ? chats : ordered;
}

export function toSummary(chat: Chat): ChatSummary {
  const { messages: _messages, first_message_id: _first, ...summary } = chat;
  return summary;
}

/** A fresh list in place of the known one; chats that did not change keep their identity. */
export function mergeList(known: readonly ChatSummary[], fresh: readonly Chat[]): readonly ChatSummary[] {
  const byId = new Map(known.map((chat) => [chat.id, chat]));
  const merged = fresh.map((chat) => {
    const next = toSummary(chat);
    const before = byId.get(chat.id);
    return before !== undefined && isJsonEqual(before, next) ? before : next;
  });
  const ordered = orderByActivity(merged);
  return ordered.length === known.length && ordered.every((chat, i) => chat === known[i]) ? known : ordered;
}

export function changeChat(
  chats: readonly ChatSummary[],
  id: number,
  change: Partial<ChatSummary>,
): readonly ChatSummary[] {
  return chats.map((chat) => (chat.id === id ? { ...chat, ...change } : chat));
}

function lastOf(message: Message): LastMessage {
  const text = message.message === '' ? (message.media[0]?.name ?? '') : message.message;
  return { message: text, created_at: message.created_at, message_type: message.message_type };
}

/**
 * What a new message does to the list: last message, order, and one more unread, unless it is the viewer's own, the
 * viewer is looking at the chat, or the list's own answer has counted it already (it is not newer than `last_msg`).
 */
export function applyNewMessage(
  chats: readonly ChatSummary[],
  message: Message,
  viewer: { readonly id: number; readonly isReading: boolean },
): readonly ChatSummary[] {
  const chat = chats.find(({ id }) => id === message.chat_id);
  if (chat === undefined) return chats;
  const isHidden =
    message.delete_from_everyone || message.is_block || message.deleted_list.includes(viewer.id);
  const lastAt = chat.last_msg?.created_at ?? '';
  if (isHidden || message.created_at < lastAt) return chats;
  const isCounted = message.created_at === lastAt;
  const isUnread = message.sender.id !== viewer.id && !viewer.isReading && !isCounted;
  const next = { last_msg: lastOf(message), unread_count: chat.unread_count + (isUnread ? 1 : 0) };
  return orderByActivity(changeChat(chats, chat.id, next));
}

/** Whether a changed message is the one that the list shows last: then only the server knows what stands there now. */
export function isLastShown(chats: readonly ChatSummary[], message: Message): boolean {
  const chat = chats.find(({ id }) => id === message.chat_id);
  return chat?.last_msg?.created_at === message.created_at;
}

/** A member by id; null for somebody who has left. */
export function personOf(chat: ChatSummary | undefined, userId: number): ChatPerson | null {
  return chat?.users.find((member) => member.user_id === userId)?.user ?? null;
}
