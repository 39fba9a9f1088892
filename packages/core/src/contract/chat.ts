// Group and personal chat over HTTP: Chat, Message.
import * as v from 'valibot';
import {
  entityIdSchema,
  flagSchema,
  type IsoInstant,
  idSchema,
  inputText,
  instantSchema,
  nullableInstantSchema,
  nullableTextSchema,
  textSchema,
} from './primitives.ts';
import { entityList, hashOf, isServerId, lenientList, orAbsent, type Schema, unknownId } from './schema.ts';

/** GR = group chats, PR = personal chats. */
export type ChatType = 'GR' | 'PR';

export const chatTypeSchema: Schema<ChatType> = v.picklist(['GR', 'PR'], 'chat_type must be GR or PR.');

/** A member in a chat. */
export interface ChatPerson {
  /** `unknownId` when missing. */
  readonly id: number;
  /** Empty when missing. */
  readonly first_name: string;
  readonly dp: string | null;
}

const personFields = { id: entityIdSchema, first_name: textSchema, dp: nullableTextSchema };
const personOrUnknownSchema: Schema<ChatPerson> = v.object(personFields);

/** The author of something that the server attributes to nobody. */
const unknownPerson: ChatPerson = { id: unknownId, first_name: '', dp: null };

/** A member, by id or at least by name. */
export const chatPersonSchema: Schema<ChatPerson> = v.pipe(
  personOrUnknownSchema,
  v.check(({ id, first_name }) => id !== unknownId || first_name !== '', 'Nobody'),
);

/** The author of a message; `unknownPerson` when missing. */
const senderSchema: Schema<ChatPerson> = orAbsent(personOrUnknownSchema, unknownPerson, chatPersonSchema);

/**
 * TXT text, IMG image, IMGS several images, VID video, AUD audio, PDF pdf, ACT system activity notice, DOC another
 * document. Unknown types are read as a document when they have media, else as unsupported.
 */
export type MessageType = 'TXT' | 'IMG' | 'IMGS' | 'VID' | 'AUD' | 'PDF' | 'ACT' | 'DOC';

export interface MessageMedia {
  /** URL of the file: root-relative or absolute https. Empty when missing: only the name is shown. */
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

export const messageMediaSchema: Schema<MessageMedia> = v.pipe(
  v.object({
    file: orAbsent(v.string(), '', v.pipe(v.string(), v.nonEmpty())),
    name: textSchema,
    size: optionalCount,
    width: optionalCount,
    height: optionalCount,
  }),
  v.check(({ file, name }) => `${file}${name}` !== '', 'Nothing to show'),
);

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

export const reactionSchema: Schema<Reaction> = v.object({
  emoji: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
  user: orAbsent(v.object({ id: entityIdSchema, first_name: textSchema }), { id: unknownId, first_name: '' }),
});

const idListSchema: Schema<readonly number[]> = v.fallback(
  v.nullish(lenientList(idSchema), () => []),
  () => [],
);

/** The quoted message of a reply. */
export interface QuotedMessage {
  /** `unknownId` when missing: it cannot be jumped to. */
  readonly id: number;
  readonly message: string;
  readonly message_type: string;
  readonly media: readonly MessageMedia[];
  readonly sender: ChatPerson;
  readonly delete_from_everyone: boolean;
  /** Whether the viewer has blocked the sender. */
  readonly is_block: boolean;
}

/** Whether anything of a message can be shown: content, a placeholder for it, or its author. */
function hasContent(message: Omit<QuotedMessage, 'id' | 'message_type'>): boolean {
  const { media, sender, delete_from_everyone, is_block } = message;
  const isNamed = sender.id !== unknownId || sender.first_name !== '';
  return message.message !== '' || media.length > 0 || delete_from_everyone || is_block || isNamed;
}

export const quotedMessageSchema: Schema<QuotedMessage> = v.pipe(
  v.object({
    id: entityIdSchema,
    message: textSchema,
    message_type: v.fallback(v.string(), 'TXT'),
    media: mediaListSchema,
    sender: senderSchema,
    delete_from_everyone: flagSchema,
    is_block: flagSchema,
  }),
  v.check((quote) => hasContent(quote), 'Nothing to show'),
);

export interface Message {
  /**
   * Ascends in the server's order of the chat. A local id (see `isServerId`) between two of the server's when the server
   * sent none: nothing can be done with the message but read it.
   */
  readonly id: number;
  /** `unknownId` when missing, until the chat that it was read from is known. */
  readonly chat_id: number;
  readonly message: string;
  /** A `MessageType`, or another backend's type. */
  readonly message_type: string;
  readonly media: readonly MessageMedia[];
  readonly sender: ChatPerson;
  /** Null when missing or not a date. */
  readonly created_at: IsoInstant | null;
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
  /** Ids of members who have read it; the reference server sends the 20 who read furthest, to the sender. */
  readonly read_by: readonly number[];
  /** How many members have read it (optional addition); null when missing. */
  readonly read_count: number | null;
  /** How many members have received it (optional addition); null when missing. */
  readonly delivered_count: number | null;
  /** The sender's idempotency key (optional addition); null when missing. */
  readonly client_id: string | null;
}

export const messageSchema: Schema<Message> = v.pipe(
  v.object({
    id: entityIdSchema,
    chat_id: entityIdSchema,
    message: textSchema,
    message_type: v.fallback(v.string(), 'TXT'),
    media: mediaListSchema,
    sender: senderSchema,
    created_at: orAbsent(instantSchema, null),
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
    read_count: optionalCount,
    delivered_count: optionalCount,
    client_id: nullableTextSchema,
  }),
  v.check((message) => hasContent(message), 'Nothing to show'),
);

/** The response to a post or an action, which must name the message by its id. */
export const storedMessageSchema: Schema<Message> = v.pipe(
  messageSchema,
  v.check(({ id }) => id !== unknownId, 'No id'),
  v.metadata({ canonical: messageSchema }),
);

/** Local ids between two ids of the server: more would not be exact in a double. */
const localSteps = 4096;

/** The id of a message without one that follows `before` in a chat. The text keeps two such messages distinct. */
export function localMessageId(before: number, message: Message): number {
  const base = Math.floor(before);
  const step = Math.floor((before - base) * localSteps) + 1;
  const { message: text, created_at, sender } = message;
  const distinct = (hashOf(JSON.stringify([text, created_at, sender.id])) % 1023) / 1024;
  return base + Math.min(step + distinct, localSteps - 1) / localSteps;
}

/** Messages ascending by id, in which one without an id is placed after the message before it. */
const messagesSchema: Schema<Message[]> = v.pipe(
  lenientList(messageSchema),
  v.transform((messages) => {
    if (messages.every(({ id }) => id !== unknownId)) return messages;
    let before = (messages.find(({ id }) => isServerId(id))?.id ?? 1) - 1;
    return messages.map((message) => {
      before = message.id === unknownId ? localMessageId(before, message) : message.id;
      return message.id === unknownId ? { ...message, id: before } : message;
    });
  }),
);

export interface LastMessage {
  /** The message's id (optional addition); undefined when missing. */
  readonly id?: number | undefined;
  readonly message: string;
  readonly created_at: IsoInstant | null;
  readonly message_type: string;
}

const lastMessageSchema: Schema<LastMessage> = v.pipe(
  v.object({
    id: v.fallback(v.optional(idSchema), undefined),
    message: textSchema,
    created_at: nullableInstantSchema,
    message_type: v.fallback(v.string(), 'TXT'),
  }),
  v.check(
    ({ message, created_at, message_type }) =>
      message !== '' || created_at !== null || message_type !== 'TXT',
    'Nothing to show',
  ),
);

export interface ChatMember {
  /** `unknownId` when missing: the member cannot be mentioned. */
  readonly user_id: number;
  readonly user: ChatPerson;
}

const chatMemberSchema: Schema<ChatMember> = v.pipe(
  v.object({ user_id: entityIdSchema, user: senderSchema }),
  v.check(({ user_id, user }) => user_id !== unknownId || user.first_name !== '', 'Nobody'),
);

export interface Chat {
  /** A local id (see `isServerId`) when the server sent none: it is listed, but cannot be opened. */
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
  /** The members; the first ones, with the caller, when `users_count` is larger. */
  readonly users: readonly ChatMember[];
  /** How many members the chat has (optional addition); null when missing. */
  readonly users_count: number | null;
}

export const chatSchema: Schema<Chat> = v.pipe(
  v.object({
    id: entityIdSchema,
    name: textSchema,
    image: nullableTextSchema,
    mute: flagSchema,
    unread_count: v.fallback(v.pipe(idSchema, v.minValue(0)), 0),
    first_message_id: v.fallback(v.nullish(idSchema, null), null),
    last_msg: v.fallback(v.nullish(lastMessageSchema, null), null),
    messages: v.fallback(
      v.nullish(messagesSchema, () => []),
      () => [],
    ),
    users: v.fallback(
      v.nullish(lenientList(chatMemberSchema), () => []),
      () => [],
    ),
    users_count: optionalCount,
  }),
  v.check(
    ({ id, name, last_msg, messages }) =>
      id !== unknownId || name !== '' || (last_msg?.message ?? '') !== '' || messages.length > 0,
    'Nothing to show',
  ),
);

export interface ChatsResponse {
  readonly data: readonly Chat[];
}

export const chatsResponseSchema: Schema<ChatsResponse> = v.object({ data: entityList(chatSchema) });

export interface ChatResponse {
  readonly data: Chat;
}

export const chatResponseSchema: Schema<ChatResponse> = v.object({ data: chatSchema });

/** A page of members. */
export interface ChatMembersResponse {
  readonly data: readonly ChatMember[];
  readonly last_page: number;
}

export const chatMembersResponseSchema: Schema<ChatMembersResponse> = v.object({
  data: lenientList(chatMemberSchema),
  last_page: v.fallback(v.pipe(idSchema, v.minValue(1)), 1),
});

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
export interface MessageActionResponse {
  readonly data: Message | Chat;
}

export const messageActionResponseSchema: Schema<MessageActionResponse> = v.object({
  data: v.union([storedMessageSchema, chatSchema]),
});
