// Frames of the member socket: flat JSON objects with a `type`. The names, including the misspelled one, are those of the
// specification.
import * as v from 'valibot';
import { type Message, messageSchema, type Reaction, reactionSchema } from './chat.ts';
import { type Alert, alertSchema } from './content.ts';
import { booleanSchema, flagSchema, idSchema } from './primitives.ts';
import { lenientList, type Schema } from './schema.ts';

/** A member starts or stops typing. The server ignores a client's `user_id` and uses the connection's user. */
export interface TypingFrame {
  readonly type: 'WebMeesageTyping';
  readonly chat_id: number;
  readonly user_id: number;
  readonly typing: boolean;
}

/** A new or changed message: upsert by id. `isScroll` is true for a new one; `user_id` is the acting user. */
export interface FetchMessageFrame {
  readonly type: 'WebFetchMessage';
  readonly user_id: number;
  readonly message: Message;
  readonly isScroll: boolean;
}

/** Client to server, after a post, for backends that only relay. */
export interface FetchMessageHintFrame {
  readonly type: 'WebFetchMessage';
  readonly user_id: number;
  readonly message: unknown;
  readonly isScroll: boolean;
}

/** The parts of a message that can change; an absent part has not changed. */
export interface MessagePatch {
  readonly id: number;
  readonly chat_id: number;
  /** All reactions. */
  readonly reactions?: readonly Reaction[] | undefined;
  readonly delivered_to_all?: boolean | undefined;
  readonly seen_by_all?: boolean | undefined;
  readonly delete_from_everyone?: boolean | undefined;
}

/**
 * Server to client: parts of a message have changed. Only for clients that offer `memberPatchProtocol`; others receive the
 * whole message (docs/decisions/0036-message-patches.md).
 */
export interface MessagePatchFrame extends MessagePatch {
  readonly type: 'message_patch';
  /** The acting user. */
  readonly user_id: number;
}

/** The chat list has changed: refetch it. */
export interface FetchChatFrame {
  readonly type: 'WebFetchChat';
}

/**
 * Server to client: the viewer has muted or blocked `user_id` on any device, in all chats. An optional addition
 * (docs/decisions/0026-mute-and-block-events.md), which other clients ignore.
 */
export interface MarkUserFrame {
  readonly type: 'WebMarkUser';
  readonly user_id: number;
  readonly is_mute: boolean;
  readonly is_block: boolean;
}

/** Server to client: an alert was published. An optional addition, which other clients ignore. */
export interface AlertPublishedFrame {
  readonly type: 'alert_published';
  readonly alert: Alert;
}

/** Server to client: an alert was retracted, and leaves open lists. An optional addition, which other clients ignore. */
export interface AlertRetractedFrame {
  readonly type: 'alert_retracted';
  /** The alert's id. */
  readonly id: number;
}

/** Client to server: the viewer has read the chat to its end. */
export interface ReadFrame {
  readonly type: 'ReadByAll';
  readonly user_id: number;
  readonly chat_id: number;
}

/** Server to client: all recipients have read these messages. */
export interface ReadByAllFrame {
  readonly type: 'ReadByAll';
  readonly chat: { readonly id: number; readonly message_ids: readonly number[] };
}

/** Server to client: these messages were delivered to all recipients. */
export interface DeliveredToAllFrame {
  readonly type: 'DeliveredToAll';
  readonly chats: readonly { readonly id: number; readonly message_ids: readonly number[] }[];
}

export type MemberClientFrame = TypingFrame | FetchMessageHintFrame | FetchChatFrame | ReadFrame;
export type MemberServerFrame =
  | TypingFrame
  | FetchMessageFrame
  | MessagePatchFrame
  | FetchChatFrame
  | MarkUserFrame
  | AlertPublishedFrame
  | AlertRetractedFrame
  | DeliveredToAllFrame
  | ReadByAllFrame;

/** The subprotocol of the member socket; the client also offers `bearer.<token>`. */
export const memberSocketProtocol = 'openbell.v1';
export const bearerProtocolPrefix = 'bearer.';
/** An optional subprotocol: a client that also offers it understands {@link MessagePatchFrame}. */
export const memberPatchProtocol = 'openbell.v1+patch';
/** The close codes after which a client does not reconnect automatically. */
export const closeSignedOut = 4401;
export const closeNotSubscribed = 4403;
/** Replaced by a newer socket of the same member: the client waits until its page is visible again. */
export const closeReplaced = 4409;
/** Too many connections in a short time: the client waits longer before it reconnects. */
export const closeTooMany = 4429;
/** Maximum size of a client frame in bytes. */
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
    type: v.literal('message_patch'),
    user_id: v.optional(idSchema, 0),
    id: idSchema,
    chat_id: idSchema,
    reactions: v.optional(lenientList(reactionSchema)),
    delivered_to_all: v.optional(booleanSchema),
    seen_by_all: v.optional(booleanSchema),
    delete_from_everyone: v.optional(booleanSchema),
  }),
  v.object({
    type: v.literal('WebMarkUser'),
    user_id: idSchema,
    is_mute: flagSchema,
    is_block: flagSchema,
  }),
  v.object({ type: v.literal('alert_published'), alert: alertSchema }),
  v.object({ type: v.literal('alert_retracted'), id: idSchema }),
  v.object({ type: v.literal('DeliveredToAll'), chats: lenientList(messageIds) }),
  v.object({ type: v.literal('ReadByAll'), chat: messageIds }),
]);
