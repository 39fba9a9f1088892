// A chat as one member sees it.
import type { Chat, ChatPerson, LastMessage } from '@openbell/core/contract';
import type { StoredMessageType } from '../db/schema/chat.ts';
import type { WireMessage } from './project-message.ts';

export interface ChatFacts {
  readonly id: number;
  readonly type: 'GR' | 'PR';
  readonly name: string;
  readonly image: string | null;
  /** The caller included. */
  readonly people: readonly ChatPerson[];
}

/** What of a chat differs from member to member. */
export interface ChatViewFacts {
  readonly muted: boolean;
  readonly unread: number;
  readonly last: LastMessageFacts | null;
}

export interface LastMessageFacts {
  readonly body: string;
  readonly type: StoredMessageType;
  readonly fileName: string | null;
  readonly createdAt: Date;
}

export interface WireChat extends Omit<Chat, 'messages'> {
  readonly messages: readonly WireMessage[];
}

/** Some messages of a chat, ascending by id, and the `first_message_id` that belongs to them. */
export interface ChatPage {
  readonly messages: readonly WireMessage[];
  readonly firstMessageId: number | null;
}

/** A personal chat bears the other one's name and image. */
export function projectChat(
  chat: ChatFacts,
  view: ChatViewFacts,
  viewerId: number,
  page: ChatPage,
): WireChat {
  const other = chat.type === 'PR' ? chat.people.find(({ id }) => id !== viewerId) : undefined;
  return {
    id: chat.id,
    name: other?.first_name ?? chat.name,
    image: other === undefined ? chat.image : other.dp,
    mute: view.muted,
    unread_count: view.unread,
    first_message_id: page.firstMessageId,
    last_msg: view.last === null ? null : projectLastMessage(view.last),
    messages: page.messages,
    users: chat.people.map((user) => ({ user_id: user.id, user })),
  };
}

const kindNames: Partial<Record<StoredMessageType, string>> = {
  IMG: 'Photo',
  IMGS: 'Photos',
  VID: 'Video',
  AUD: 'Voice message',
};

/** A file without text shows its kind; a document shows its name. */
export function projectLastMessage(last: LastMessageFacts): LastMessage {
  const text = last.body.trim() === '' ? (kindNames[last.type] ?? last.fileName ?? '') : last.body;
  return { message: text, created_at: last.createdAt.toISOString(), message_type: last.type };
}
