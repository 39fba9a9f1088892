// Chats and messages as one viewer sees them.
import type {
  Chat,
  ChatPerson,
  LastMessage,
  Message,
  MessageMedia,
  QuotedMessage,
} from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import {
  type ChatMarks,
  fileUrl,
  type Person,
  type StoredChat,
  type StoredMessage,
  type World,
} from './world.ts';

/** A page of messages, ascending by id, with its `first_message_id`. */
export interface ChatPage {
  readonly messages: readonly StoredMessage[];
  readonly firstMessageId: number | null;
}

export function personOf(world: World, id: number): ChatPerson {
  const person = world.people.get(id);
  return { id, first_name: person?.first_name ?? 'Deleted member', dp: person?.dp ?? null };
}

/** False for unsent messages, for those the viewer has deleted, and for senders whom the viewer has blocked. */
function isShown(message: StoredMessage, viewer: Person): boolean {
  return !message.unsent && !message.deletedFor.has(viewer.id) && !viewer.blocked.has(message.senderId);
}

function mediaOf(world: World, message: StoredMessage): readonly MessageMedia[] {
  return message.files.map((file) => ({
    file: fileUrl(world, file),
    name: file.name,
    size: file.blob.size,
    width: null,
    height: null,
  }));
}

interface MessageInChat {
  readonly chat: StoredChat;
  readonly message: StoredMessage;
}

/** Whether the mark of every subscribed recipient is at the message or after it; false without recipients. */
export function hasReached(
  world: World,
  { chat, message, mark }: MessageInChat & { readonly mark: Exclude<keyof ChatMarks, 'muted'> },
): boolean {
  const now = world.clock.now();
  const others = [...chat.members].filter(([id]) => {
    const person = world.people.get(id);
    const isActive = person !== undefined && isSubscribed({ expired_at: person.expiredAt }, now);
    return isActive && id !== message.senderId;
  });
  return others.length > 0 && others.every(([, marks]) => marks[mark] >= message.id);
}

function quoteOf(world: World, message: StoredMessage, viewer: Person): QuotedMessage {
  return {
    id: message.id,
    message: isShown(message, viewer) ? message.text : '',
    message_type: message.type,
    media: isShown(message, viewer) ? mediaOf(world, message) : [],
    sender: personOf(world, message.senderId),
    delete_from_everyone: message.unsent,
    is_block: viewer.blocked.has(message.senderId),
  };
}

/** The other members who have read a message. */
export function readerIds(chat: StoredChat, message: StoredMessage): readonly number[] {
  return [...chat.members]
    .filter(([id, marks]) => id !== message.senderId && marks.readUpto >= message.id)
    .map(([id]) => id);
}

export function messageFor(
  world: World,
  { chat, message, viewer }: MessageInChat & { readonly viewer: Person },
): Message {
  const shown = isShown(message, viewer);
  const reactions = [...message.reactions]
    .filter(([id]) => !viewer.blocked.has(id))
    .map(([id, emoji]) => ({ emoji, user: personOf(world, id) }));
  return {
    id: message.id,
    chat_id: message.chatId,
    message: shown ? message.text : '',
    message_type: message.type,
    media: shown ? mediaOf(world, message) : [],
    sender: personOf(world, message.senderId),
    created_at: new Date(message.createdAt).toISOString(),
    reply_to: shown && message.replyTo !== null ? quoteOf(world, message.replyTo, viewer) : null,
    forwarded: false,
    reactions: shown ? reactions : [],
    deleted_list: message.deletedFor.has(viewer.id) ? [viewer.id] : [],
    delete_from_everyone: message.unsent,
    is_mute: viewer.muted.has(message.senderId),
    is_block: viewer.blocked.has(message.senderId),
    delivered_to_all: hasReached(world, { chat, message, mark: 'deliveredUpto' }),
    seen_by_all: hasReached(world, { chat, message, mark: 'readUpto' }),
    read_by: readerIds(chat, message),
    read_count: readerIds(chat, message).length,
    delivered_count: [...chat.members].filter(
      ([id, { deliveredUpto, readUpto }]) =>
        id !== message.senderId && Math.max(deliveredUpto, readUpto) >= message.id,
    ).length,
    client_id: message.clientId,
  };
}

const kindNames: Readonly<Record<string, string>> = {
  IMG: 'Photo',
  IMGS: 'Photos',
  VID: 'Video',
  AUD: 'Voice message',
};

/** Preview of a message: its text, or for a file without text its kind or file name. */
function lastOf(message: StoredMessage): LastMessage {
  const kind = kindNames[message.type] ?? message.files[0]?.name ?? '';
  return {
    id: message.id,
    message: message.text.trim() === '' ? kind : message.text,
    created_at: new Date(message.createdAt).toISOString(),
    message_type: message.type,
  };
}

/** A personal chat has the name and image of the other member. */
export function chatFor(
  world: World,
  { chat, viewer, page }: { readonly chat: StoredChat; readonly viewer: Person; readonly page: ChatPage },
): Chat {
  const people = [...chat.members.keys()].map((id) => personOf(world, id));
  const other = chat.type === 'PR' ? people.find(({ id }) => id !== viewer.id) : undefined;
  const marks = chat.members.get(viewer.id);
  const readUpto = marks?.readUpto ?? 0;
  const shown = chat.messages.filter((message) => isShown(message, viewer));
  const last = shown.at(-1);
  const unread = shown.filter(
    ({ id, senderId, type }) => id > readUpto && senderId !== viewer.id && type !== 'ACT',
  );
  return {
    id: chat.id,
    name: other?.first_name ?? chat.name,
    image: other?.dp ?? null,
    mute: marks?.muted ?? false,
    unread_count: unread.length,
    first_message_id: page.firstMessageId,
    last_msg: last === undefined ? null : lastOf(last),
    messages: page.messages.map((message) => messageFor(world, { chat, message, viewer })),
    users: people.map((user) => ({ user_id: user.id, user })),
    users_count: people.length,
  };
}
