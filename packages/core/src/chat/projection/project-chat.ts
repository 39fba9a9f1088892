// Projects a chat to the contract's shape for one member.
import type { Chat, ChatPerson, LastMessage, MessageType } from '../../contract/index.ts';
import type { WireMessage } from './project-message.ts';

/** A chat without its messages, the same for all members. */
export interface ChatFacts {
  readonly id: number;
  readonly type: 'GR' | 'PR';
  readonly name: string;
  readonly image: string | null;
  /** The first members, the caller included. */
  readonly people: readonly ChatPerson[];
  /** The number of members. */
  readonly peopleCount: number;
}

/** The parts of a chat that differ by member. */
export interface ChatViewFacts {
  readonly muted: boolean;
  readonly unread: number;
  readonly last: LastMessageFacts | null;
}

/** The newest message that a member sees. */
export interface LastMessageFacts {
  readonly id: number;
  readonly body: string;
  readonly type: MessageType;
  readonly fileName: string | null;
  readonly createdAt: Date;
}

/** A chat as it is sent. */
export interface WireChat extends Omit<Chat, 'messages'> {
  readonly messages: readonly WireMessage[];
}

/** A page of messages, ascending by id, and its `first_message_id`. */
export interface ChatPage {
  readonly messages: readonly WireMessage[];
  readonly firstMessageId: number | null;
}

/** For whom a chat is projected, with a page of its messages. */
export interface ChatProjection {
  readonly viewerId: number;
  readonly view: ChatViewFacts;
  readonly page: ChatPage;
}

/** Projects a chat for one member. A personal chat has the name and image of the other member. */
export function projectChat(chat: ChatFacts, { viewerId, view, page }: ChatProjection): WireChat {
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
    users_count: chat.peopleCount,
  };
}

const kindNames: Partial<Record<MessageType, string>> = {
  IMG: 'Photo',
  IMGS: 'Photos',
  VID: 'Video',
  AUD: 'Voice message',
};

/** Projects the last message; a file without text shows its kind, a document its name. */
export function projectLastMessage(last: LastMessageFacts): LastMessage {
  const text = last.body.trim() === '' ? (kindNames[last.type] ?? last.fileName ?? '') : last.body;
  return { id: last.id, message: text, created_at: last.createdAt.toISOString(), message_type: last.type };
}
