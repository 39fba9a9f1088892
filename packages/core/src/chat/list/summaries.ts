// The rows of the chat list. Pure.
import type { Chat, ChatPerson, LastMessage, Message } from '../../contract/index.ts';
import { isSameData } from '../message/equality.ts';
import { keepMembers } from './members.ts';

/** A chat without its messages. */
export type ChatSummary = Omit<Chat, 'messages' | 'first_message_id'>;

/** One row of the chat list. */
export interface ChatRow extends ChatSummary {
  /** Whether a member was typing within the last 3 s. */
  readonly isTyping: boolean;
}

/** `chats` is kept when a later load fails. Also `ready` while cached chats are shown and the list loads. */
export interface ChatListState {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly chats: readonly ChatRow[];
}

/** Sorts by last activity, newest first; chats without activity are last, in their order. */
function orderByActivity(chats: readonly ChatSummary[]): readonly ChatSummary[] {
  const at = (chat: ChatSummary): string => chat.last_msg?.created_at ?? '';
  const ordered = [...chats].sort((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0));
  return ordered.every((chat, index) => chat === chats[index]) ? chats : ordered;
}

export function toSummary(chat: Chat): ChatSummary {
  const { messages: _messages, first_message_id: _first, ...summary } = chat;
  return summary;
}

/** Replaces the list; chats that did not change keep their object. */
export function mergeList(known: readonly ChatSummary[], fresh: readonly Chat[]): readonly ChatSummary[] {
  const byId = new Map(known.map((chat) => [chat.id, chat]));
  const merged = fresh.map((chat) => {
    const before = byId.get(chat.id);
    const next = before === undefined ? toSummary(chat) : keepMembers(before, toSummary(chat));
    return before !== undefined && isSameData(before, next) ? before : next;
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
 * Applies a new message: last message, order, and the unread count, unless the message is the viewer's own, the viewer is
 * reading the chat, or the server has counted it (it is not newer than `last_msg`).
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
  if (isHidden || (message.created_at ?? lastAt) < lastAt) return chats;
  const isCounted = message.created_at === lastAt;
  const isUnread = message.sender.id !== viewer.id && !viewer.isReading && !isCounted;
  const next = { last_msg: lastOf(message), unread_count: chat.unread_count + (isUnread ? 1 : 0) };
  const changed = changeChat(chats, chat.id, next);
  // Without a time the chat keeps its place.
  return message.created_at === null ? changed : orderByActivity(changed);
}

/** Whether a message is the one that the list shows; if it changes, the list has to be loaded again. */
export function isLastShown(chats: readonly ChatSummary[], message: Message): boolean {
  const chat = chats.find(({ id }) => id === message.chat_id);
  return chat?.last_msg?.created_at === message.created_at;
}

/** A member by id; null for a former member. */
export function personOf(chat: ChatSummary | null, userId: number): ChatPerson | null {
  return chat?.users.find((member) => member.user_id === userId)?.user ?? null;
}
