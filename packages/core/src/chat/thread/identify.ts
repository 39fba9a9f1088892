// Completes received messages that lack their id, chat or sender, from where they were received.
import { isServerId, localMessageId, type Message, unknownId } from '../../contract/index.ts';

/** A message with the id of the chat that it was read from, if the server sent none. */
export function inChat(message: Message, chatId: number): Message {
  return message.chat_id === unknownId ? { ...message, chat_id: chatId } : message;
}

/** The response to a post: it is the viewer's message, also when it does not say so. */
export function asOwn(message: Message, viewerId: number): Message {
  const { sender } = message;
  return sender.id === unknownId ? { ...message, sender: { ...sender, id: viewerId } } : message;
}

/**
 * Places a new message without an id after the newest one. Returns null for one that cannot be placed: own messages are
 * added by the response to their post, and a change without an id names no message.
 */
export function placeReceived(
  message: Message,
  thread: { readonly isNew: boolean; readonly viewerId: number; readonly newest: Message | undefined },
): Message | null {
  if (message.id !== unknownId) return message;
  const { isNew, viewerId, newest } = thread;
  if (!isNew || message.sender.id === viewerId) return null;
  const isRepeated =
    newest !== undefined &&
    !isServerId(newest.id) &&
    newest.message === message.message &&
    newest.created_at === message.created_at;
  return isRepeated ? null : { ...message, id: localMessageId(newest?.id ?? 0, message) };
}
