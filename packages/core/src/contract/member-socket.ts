// The member socket's frames. Flat JSON objects with a `type`; the names, the
// misspelt one included, are exactly the specification's.
import * as v from 'valibot';
import { type Message, messageSchema } from './chat.ts';
import { booleanSchema, flagSchema, idSchema } from './primitives.ts';
import { lenientList, type Schema } from './schema.ts';

/** Somebody starts or stops typing. From a client the server ignores `user_id`: the connection's user counts. */
export interface TypingFrame {
  readonly type: 'WebMeesageTyping';
  readonly chat_id: number;
  readonly user_id: number;
  readonly typing: boolean;
}

/** A new or changed message: upsert by id. `isScroll` is true for a new one; `user_id` is who acted. */
export interface FetchMessageFrame {
  readonly type: 'WebFetchMessage';
  readonly user_id: number;
  readonly message: Message;
  readonly isScroll: boolean;
}

/** From a client to the server, after a post, for backends that only relay. */
export interface FetchMessageHintFrame {
  readonly type: 'WebFetchMessage';
  readonly user_id: number;
  readonly message: unknown;
  readonly isScroll: boolean;
}

/** Fetch the chat list again. */
export interface FetchChatFrame {
  readonly type: 'WebFetchChat';
}

/**
 * To a client: this is how the viewer has marked the person `user_id`, on whichever of their devices. It concerns that
 * person's messages in every chat. An addition to the commissioned contract (docs/decisions/0026-mute-and-block-events.md).
 */
export interface MarkUserFrame {
  readonly type: 'WebMarkUser';
  readonly user_id: number;
  readonly is_mute: boolean;
  readonly is_block: boolean;
}

/** From a client: the viewer has read the chat to its end. */
export interface ReadFrame {
  readonly type: 'ReadByAll';
  readonly user_id: number;
  readonly chat_id: number;
}

/** To a client: these messages have been read by everyone. */
export interface ReadByAllFrame {
  readonly type: 'ReadByAll';
  readonly chat: { readonly id: number; readonly message_ids: readonly number[] };
}

/** To a client: these messages have reached everyone. */
export interface DeliveredToAllFrame {
  readonly type: 'DeliveredToAll';
  readonly chats: readonly { readonly id: number; readonly message_ids: readonly number[] }[];
}

export type MemberClientFrame = TypingFrame | FetchMessageHintFrame | FetchChatFrame | ReadFrame;
export type MemberServerFrame =
  | TypingFrame
  | FetchMessageFrame
  | FetchChatFrame
  | MarkUserFrame
  | DeliveredToAllFrame
  | ReadByAllFrame;

/** The subprotocol that both sides speak; the client also offers `bearer.<token>`. */
export const memberSocketProtocol = 'openbell.v1';
export const bearerProtocolPrefix = 'bearer.';
/** The close codes after which a client does not come back by itself. */
export const closeSignedOut = 4401;
export const closeNotSubscribed = 4403;
/** A newer socket of the same person has taken this one's place: it waits until it is looked at again. */
export const closeReplaced = 4409;
/** Too many connections in a short time: the client waits a good while before the next. */
export const closeTooMany = 4429;
/** Longer frames are refused by the server. Bytes. */
export const memberFrameLimit: number = 16_384;

const typingSchema: Schema<TypingFrame> = v.object({
  type: v.literal('WebMeesageTyping'),
  chat_id: idSchema,
  user_id: v.optional(idSchema, 0),
  typing: booleanSchema,
});
const fetchChatSchema: Schema<FetchChatFrame> = v.object({ type: v.literal('WebFetchChat') });
const messageIds: Schema<{ id: number; message_ids: number[] }> = v.object({
  id: idSchema,
  message_ids: lenientList(idSchema),
});

export const memberClientFrameSchema: Schema<MemberClientFrame> = v.union([
  typingSchema,
  fetchChatSchema,
  v.object({
    type: v.literal('WebFetchMessage'),
    user_id: v.optional(idSchema, 0),
    message: v.unknown(),
    isScroll: flagSchema,
  }),
  v.object({ type: v.literal('ReadByAll'), user_id: v.optional(idSchema, 0), chat_id: idSchema }),
]);

export const memberServerFrameSchema: Schema<MemberServerFrame> = v.union([
  typingSchema,
  fetchChatSchema,
  v.object({
    type: v.literal('WebFetchMessage'),
    user_id: v.optional(idSchema, 0),
    message: messageSchema,
    isScroll: flagSchema,
  }),
  v.object({
    type: v.literal('WebMarkUser'),
    user_id: idSchema,
    is_mute: flagSchema,
    is_block: flagSchema,
  }),
  v.object({ type: v.literal('DeliveredToAll'), chats: lenientList(messageIds) }),
  v.object({ type: v.literal('ReadByAll'), chat: messageIds }),
]);
