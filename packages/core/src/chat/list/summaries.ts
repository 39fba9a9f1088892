// The rows of the chat list. Pure.
import type { Chat, ChatPerson, LastMessage, Message } from '../../contract/index.ts';
import { isServerId, unknownId } from '../../shared/ids.ts';
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

/** Whether the ids of all last messages are known. */
function areIdentified(chats: readonly ChatSummary[]): boolean {
  return chats.every(({ last_msg }) => last_msg === null || last_msg.id !== undefined);
}

/**
 * Sorts by last activity, newest first; chats without activity are last, in their order. Ids decide, because several messages
 * can share a second. If one of them is unknown, the times decide, and ids between equal times.
 */
function orderByActivity(chats: readonly ChatSummary[]): readonly ChatSummary[] {
  const isTimed = !areIdentified(chats);
  const at = ({ last_msg }: ChatSummary): string => (isTimed && last_msg?.created_at) || '';
  const id = ({ last_msg }: ChatSummary): number => last_msg?.id ?? unknownId;
  const ordered = [...chats].sort((a, b) => (at(a) === at(b) ? id(b) - id(a) : at(a) < at(b) ? 1 : -1));
  return ordered.every((chat, index) => chat === chats[index]) ? chats : ordered;
}

/** Backends leave out the id of the last message: it is that of the loaded message that equals it. */
export function toSummary(chat: Chat): ChatSummary {
  const { messages, first_message_id: _first, ...summary } = chat;
  const last = summary.last_msg;
  if (last === null || last.id !== undefined) return summary;
  const message = messages.findLast((one) => isServerId(one.id) && equalsLast(one, last));
  return message === undefined ? summary : { ...summary, last_msg: { ...last, id: message.id } };
}

/** Replaces the list; chats that did not change keep their object. */
export function mergeList(known: readonly ChatSummary[], fresh: readonly Chat[]): readonly ChatSummary[] {
  const byId = new Map(known.map((chat) => [chat.id, chat]));
  const merged = fresh.map((chat) => {
    const before = byId.get(chat.id);
    const next = before === undefined ? toSummary(chat) : keepKnown(before, toSummary(chat));
    // In this order, because the known one may lack the id of the last message.
    return before !== undefined && isSameData(next, before) ? before : next;
  });
  const ordered = orderByActivity(merged);
  return ordered.length === known.length && ordered.every((chat, i) => chat === known[i]) ? known : ordered;
}

/** Keeps what a list may leave out: members of large chats, and the id of the last message. */
function keepKnown(before: ChatSummary, fresh: ChatSummary): ChatSummary {
  const next = keepMembers(before, fresh);
  const { last_msg: last } = next;
  if (last === null || last.id !== undefined || before.last_msg?.id === undefined) return next;
  const identified = { ...last, id: before.last_msg.id };
  return isSameData(identified, before.last_msg) ? { ...next, last_msg: before.last_msg } : next;
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
  const { id, created_at, message_type } = message;
  return { ...(isServerId(id) ? { id } : {}), message: text, created_at, message_type };
}

/** Whether a message and the last one of a list that leaves out ids are the same. */
export function equalsLast(message: Message, last: LastMessage): boolean {
  const { message: text, created_at, message_type } = lastOf(message);
  return (
    created_at !== null &&
    created_at === last.created_at &&
    message_type === last.message_type &&
    text === last.message
  );
}

/**
 * Compares a message with the last one of its chat: below 0 for an older message, 0 for the same one. Times are compared only
 * where an id is missing.
 */
export function compareWithLast(message: Message, last: LastMessage | null): number {
  if (last === null) return 1;
  const isIdentified = isServerId(message.id);
  if (last.id !== undefined && isIdentified) return message.id - last.id;
  if (equalsLast(message, last)) return 0;
  const { created_at } = message;
  if (created_at !== null && last.created_at !== null && created_at < last.created_at) return -1;
  return isIdentified || created_at !== last.created_at ? 1 : 0;
}

/** Whether the viewer sees no content of a message: it is neither counted nor shown in the list. */
export function isHidden(message: Message, viewerId: number): boolean {
  return message.delete_from_everyone || message.is_block || message.deleted_list.includes(viewerId);
}

/** Whether the unread count includes a message while it is unread. */
export function isCounted(message: Message, viewerId: number): boolean {
  return message.sender.id !== viewerId && message.message_type !== 'ACT' && !isHidden(message, viewerId);
}

/**
 * Applies a new message: last message, order, and the unread count, if `isUnread`. A late message that is older than the last
 * one is only counted.
 */
export function applyNewMessage(
  chats: readonly ChatSummary[],
  message: Message,
  { viewerId, isUnread }: { readonly viewerId: number; readonly isUnread: boolean },
): readonly ChatSummary[] {
  const chat = chats.find(({ id }) => id === message.chat_id);
  if (chat === undefined || isHidden(message, viewerId)) return chats;
  const isLast = compareWithLast(message, chat.last_msg) >= 0;
  if (!isLast && !isUnread) return chats;
  const changed = changeChat(chats, chat.id, {
    last_msg: isLast ? lastOf(message) : chat.last_msg,
    unread_count: chat.unread_count + (isUnread ? 1 : 0),
  });
  // Without a time the chat keeps its place.
  return message.created_at === null && !areIdentified(changed) ? changed : orderByActivity(changed);
}

/** Whether a message is the one that the list shows; if it changes, the list has to be loaded again. */
export function isLastShown(chats: readonly ChatSummary[], message: Message): boolean {
  const last = chats.find(({ id }) => id === message.chat_id)?.last_msg;
  if (last?.id !== undefined && isServerId(message.id)) return last.id === message.id;
  return last?.created_at === message.created_at;
}

/** A member by id; null for a former member. */
export function personOf(chat: ChatSummary | null, userId: number): ChatPerson | null {
  return chat?.users.find((member) => member.user_id === userId)?.user ?? null;
}
