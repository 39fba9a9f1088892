// Group and personal chat over HTTP: Chat, Message.
import * as v from 'valibot';
import {
  flagSchema,
  type IsoInstant,
  idSchema,
  inputText,
  instantSchema,
  nullableInstantSchema,
  nullableTextSchema,
  textSchema,
} from './primitives.ts';
import { lenientList, type Schema } from './schema.ts';

/** GR = group chats, PR = personal chats. */
export type ChatType = 'GR' | 'PR';

export const chatTypeSchema: Schema<ChatType> = v.picklist(['GR', 'PR'], 'chat_type must be GR or PR.');

/** A member in a chat. */
export interface ChatPerson {
  readonly id: number;
  readonly first_name: string;
  readonly dp: string | null;
}

const personFields = { id: idSchema, first_name: textSchema, dp: nullableTextSchema };
export const chatPersonSchema: Schema<ChatPerson> = v.object(personFields);

/**
 * TXT text, IMG image, IMGS several images, VID video, AUD audio, PDF pdf, ACT system activity notice, DOC another
 * document. Unknown types are read as a document when they have media, else as unsupported.
 */
export type MessageType = 'TXT' | 'IMG' | 'IMGS' | 'VID' | 'AUD' | 'PDF' | 'ACT' | 'DOC';

export interface MessageMedia {
  /** URL of the file: root-relative or absolute https. */
  readonly file: string;
  /** The sender's file name. */
  readonly name: string;
  /** Size in bytes (optional addition). */
  readonly size: number | null;
  /** Size of an image or video in pixels (optional addition), to reserve its space before it loads. */
  readonly width: number | null;
  readonly height: number | null;
}

const optionalCount = v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0)), null), null);

export const messageMediaSchema: Schema<MessageMedia> = v.object({
  file: v.pipe(v.string(), v.nonEmpty()),
  name: textSchema,
  size: optionalCount,
  width: optionalCount,
  height: optionalCount,
});

/** One file, a list (IMGS), or null; always read as a list. */
const mediaListSchema: Schema<readonly MessageMedia[]> = v.fallback(
  v.union([
    v.pipe(
      v.nullish(v.literal(''), ''),
      v.transform((): MessageMedia[] => []),
    ),
    lenientList(messageMediaSchema),
    v.pipe(
      messageMediaSchema,
      v.transform((media): MessageMedia[] => [media]),
    ),
  ]),
  () => [],
);

export interface Reaction {
  readonly emoji: string;
  readonly user: { readonly id: number; readonly first_name: string };
}

const reactionSchema: Schema<Reaction> = v.object({
  emoji: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
  user: v.object({ id: idSchema, first_name: textSchema }),
});

const idListSchema: Schema<readonly number[]> = v.fallback(
  v.nullish(lenientList(idSchema), () => []),
  () => [],
);

/** The quoted message of a reply. */
export interface QuotedMessage {
  readonly id: number;
  readonly message: string;
  readonly message_type: string;
  readonly media: readonly MessageMedia[];
  readonly sender: ChatPerson;
  readonly delete_from_everyone: boolean;
  /** Whether the viewer has blocked the sender. */
  readonly is_block: boolean;
}

export const quotedMessageSchema: Schema<QuotedMessage> = v.object({
  id: idSchema,
  message: textSchema,
  message_type: v.fallback(v.string(), 'TXT'),
  media: mediaListSchema,
  sender: chatPersonSchema,
  delete_from_everyone: flagSchema,
  is_block: flagSchema,
});

export interface Message {
  /** Ascends in the server's order of the chat. */
  readonly id: number;
  readonly chat_id: number;
  readonly message: string;
  /** A `MessageType`, or another backend's type. */
  readonly message_type: string;
  readonly media: readonly MessageMedia[];
  readonly sender: ChatPerson;
  readonly created_at: IsoInstant;
  readonly reply_to: QuotedMessage | null;
  readonly forwarded: boolean;
  readonly reactions: readonly Reaction[];
  /** Ids of the members who deleted it for themselves; the reference server sends only the viewer's. */
  readonly deleted_list: readonly number[];
  /** Whether the sender has unsent it. */
  readonly delete_from_everyone: boolean;
  /** Whether the viewer has muted the sender. */
  readonly is_mute: boolean;
  /** Whether the viewer has blocked the sender. */
  readonly is_block: boolean;
  readonly delivered_to_all: boolean;
  readonly seen_by_all: boolean;
  /** Ids of the members who have read it. */
  readonly read_by: readonly number[];
  /** The sender's idempotency key (optional addition); null when missing. */
  readonly client_id: string | null;
}

export const messageSchema: Schema<Message> = v.object({
  id: idSchema,
  chat_id: idSchema,
  message: textSchema,
  message_type: v.fallback(v.string(), 'TXT'),
  media: mediaListSchema,
  sender: chatPersonSchema,
  created_at: instantSchema,
  reply_to: v.fallback(v.nullish(quotedMessageSchema, null), null),
  forwarded: flagSchema,
  reactions: v.fallback(
    v.nullish(lenientList(reactionSchema), () => []),
    () => [],
  ),
  deleted_list: idListSchema,
  delete_from_everyone: flagSchema,
  is_mute: flagSchema,
  is_block: flagSchema,
  delivered_to_all: flagSchema,
  seen_by_all: flagSchema,
  read_by: idListSchema,
  client_id: nullableTextSchema,
});

export interface LastMessage {
  readonly message: string;
  readonly created_at: IsoInstant | null;
  readonly message_type: string;
}

const lastMessageSchema: Schema<LastMessage> = v.object({
  message: textSchema,
  created_at: nullableInstantSchema,
  message_type: v.fallback(v.string(), 'TXT'),
});

export interface ChatMember {
  readonly user_id: number;
  readonly user: ChatPerson;
}

const chatMemberSchema: Schema<ChatMember> = v.object({ user_id: idSchema, user: chatPersonSchema });

export interface Chat {
  readonly id: number;
  readonly name: string;
  readonly image: string | null;
  readonly mute: boolean;
  readonly unread_count: number;
  /** The oldest id in the response; -1 when no messages are older; null when the response is empty. */
  readonly first_message_id: number | null;
  readonly last_msg: LastMessage | null;
  /** Ascending by id; empty in the list of chats, which does not clear cached messages. */
  readonly messages: readonly Message[];
  readonly users: readonly ChatMember[];
}

export const chatSchema: Schema<Chat> = v.object({
  id: idSchema,
  name: textSchema,
  image: nullableTextSchema,
  mute: flagSchema,
  unread_count: v.fallback(v.pipe(idSchema, v.minValue(0)), 0),
  first_message_id: v.fallback(v.nullish(idSchema, null), null),
  last_msg: v.fallback(v.nullish(lastMessageSchema, null), null),
  messages: v.fallback(
    v.nullish(lenientList(messageSchema), () => []),
    () => [],
  ),
  users: v.fallback(
    v.nullish(lenientList(chatMemberSchema), () => []),
    () => [],
  ),
});

export interface ChatsAnswer {
  readonly data: readonly Chat[];
}

export const chatsAnswerSchema: Schema<ChatsAnswer> = v.object({ data: lenientList(chatSchema) });

export interface ChatAnswer {
  readonly data: Chat;
}

export const chatAnswerSchema: Schema<ChatAnswer> = v.object({ data: chatSchema });

/** Multipart, with the files as `files[]`. */
export interface PostMessageBody {
  readonly chat_id: number;
  readonly message: string;
  /** A hint; the server determines the type by content. */
  readonly message_type: string;
  readonly reply_id?: number | undefined;
  /** JSON list of user ids. */
  readonly mention_for?: string | undefined;
  /** A UUID by which the server deduplicates the sender's posts (optional addition). */
  readonly client_id?: string | undefined;
}

export const postMessageBodySchema: Schema<PostMessageBody> = v.object({
  chat_id: idSchema,
  message: v.optional(inputText(4_000), ''),
  message_type: v.optional(inputText(16), 'TXT'),
  reply_id: v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      idSchema,
    ]),
  ),
  mention_for: v.optional(inputText(4_096)),
  client_id: v.optional(v.pipe(v.string(), v.uuid('client_id must be a UUID.'))),
});

/** The actions on a message or, for mute and block, on its sender. */
export type MessageAction =
  | 'delete'
  | 'report'
  | 'unsend'
  | 'mute'
  | 'unmute'
  | 'block'
  | 'unblock'
  | 'react';

export type MessageActionBody =
  | { readonly type: Exclude<MessageAction, 'react'> }
  | { readonly type: 'react'; readonly emoji: string };

export const messageActionBodySchema: Schema<MessageActionBody> = v.variant('type', [
  v.object({ type: v.literal('react'), emoji: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)) }),
  v.object({ type: v.picklist(['delete', 'report', 'unsend', 'mute', 'unmute', 'block', 'unblock']) }),
]);

/** `{ data: Message }`, or `{ data: Chat }` for mute, unmute, block and unblock. */
export interface MessageActionAnswer {
  readonly data: Message | Chat;
}

export const messageActionAnswerSchema: Schema<MessageActionAnswer> = v.object({
  data: v.union([messageSchema, chatSchema]),
});
