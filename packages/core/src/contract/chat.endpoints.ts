// Calls of chat.
// Each row is everything about a call; docs/contract/openapi.json is made from the rows and their comments.
import {
  type ChatMembersResponse,
  type ChatResponse,
  type ChatsResponse,
  type ChatType,
  chatMembersResponseSchema,
  chatResponseSchema,
  chatsResponseSchema,
  type Message,
  type MessageActionBody,
  type MessageActionResponse,
  messageActionResponseSchema,
  type PostMessageBody,
  storedMessageSchema,
} from './chat.ts';
import { get, post, unknownResponse } from './endpoint.build.ts';
import type { ContractCall, Id, UnknownResponse } from './endpoint.types.ts';

/**
 * Lists the caller's group chats or personal chats.
 *
 * `messages` is empty. A personal chat has the name and picture of the other member.
 *
 * @response 422
 */
export const chatsEndpoint: ContractCall<
  'subscriber',
  ChatsResponse,
  undefined,
  undefined,
  { readonly chat_type: ChatType }
> = /* @__PURE__ */ get('/web/chats', chatsResponseSchema, { access: 'subscriber', hasDataKey: true });

/**
 * Returns a chat with its newest messages.
 *
 * Messages ascend by id. Without `min_id`: the newest 50. With it: everything newer (exclusive, at most 1,000); -1
 * returns all. `first_message_id` is the oldest id in the response, or -1 when the chat has no older messages.
 *
 * @response 404 A chat with this id that the caller belongs to.
 * @response 422
 */
export const chatEndpoint: ContractCall<
  'subscriber',
  ChatResponse,
  undefined,
  Id,
  { readonly min_id?: number | undefined }
> = /* @__PURE__ */ get('/web/chat/{id}', chatResponseSchema, { access: 'subscriber', hasDataKey: true });

/**
 * Returns the page of messages before `min_id`.
 *
 * @response 404 A chat with this id that the caller belongs to.
 * @response 422
 */
export const olderMessagesEndpoint: ContractCall<
  'subscriber',
  ChatResponse,
  undefined,
  Id,
  { readonly min_id: number }
> = /* @__PURE__ */ get('/web/chat/{id}/more', chatResponseSchema, {
  access: 'subscriber',
  hasDataKey: true,
});

/**
 * Returns a page of a chat's members, in the order in which they joined (optional addition).
 *
 * Chats of more than 50 members have the first ones in `users`. `q` is a part of the name, ignoring case.
 *
 * @response 404 A chat with this id that the caller belongs to.
 * @response 422
 */
export const chatUsersEndpoint: ContractCall<
  'subscriber',
  ChatMembersResponse,
  undefined,
  Id,
  { readonly q?: string | undefined; readonly page: number }
> = /* @__PURE__ */ get('/web/chat/{id}/users', chatMembersResponseSchema, {
  access: 'subscriber',
  hasDataKey: true,
});

/**
 * Returns a page of the members who have read one of the caller's own messages, those who read furthest first (optional
 * addition).
 *
 * @response 404 A message of the caller with this id in a chat that the caller belongs to.
 * @response 422
 */
export const messageReadersEndpoint: ContractCall<
  'subscriber',
  ChatMembersResponse,
  undefined,
  { readonly id: number; readonly messageId: number },
  { readonly page: number }
> = /* @__PURE__ */ get('/web/chat/{id}/message/{messageId}/readers', chatMembersResponseSchema, {
  access: 'subscriber',
  hasDataKey: true,
});

/**
 * Posts a message.
 *
 * Requires text that is not blank, or at least one file. `message_type` is a hint; the server decides by content.
 * `mention_for` is a JSON list of user ids. The server echoes the optional `client_id` and deduplicates by it.
 *
 * @response 200
 * @response 201
 * @response 404 A chat with this id that the caller belongs to.
 * @response 409 The `client_id` was used in another chat.
 * @files files[] At most 10 files of 25 MiB each (a video 100), 120 MiB together.
 */
export const postMessageEndpoint: ContractCall<'subscriber', Message, PostMessageBody, Id> =
  /* @__PURE__ */ post('/web/chat/{id}', storedMessageSchema, {
    access: 'subscriber',
    bodyFormat: 'multipart',
  });

/**
 * Mutes a chat.
 *
 * A GET that changes state, by the commissioned contract; the reference server accepts POST as well.
 *
 * @response 404 A chat with this id that the caller belongs to.
 */
export const muteChatEndpoint: ContractCall<'subscriber', UnknownResponse, undefined, Id> =
  /* @__PURE__ */ get('/web/chat/{id}/mute', unknownResponse, { access: 'subscriber' });

/**
 * Unmutes a chat.
 *
 * A GET that changes state, by the commissioned contract; the reference server accepts POST as well.
 *
 * @response 404 A chat with this id that the caller belongs to.
 */
export const unmuteChatEndpoint: ContractCall<'subscriber', UnknownResponse, undefined, Id> =
  /* @__PURE__ */ get('/web/chat/{id}/unmute', unknownResponse, { access: 'subscriber' });

/**
 * Acts on a message: delete, unsend, react, mute, block, report.
 *
 * Returns the message, or the chat for mute, unmute, block and unblock. Only a receiver can mute, block and report;
 * only the sender can unsend. Sending the same reaction again removes it.
 *
 * @response 404 A message with this id in a chat that the caller belongs to.
 * @response 409 A notice or an unsent message can only be deleted for oneself.
 */
export const messageActionEndpoint: ContractCall<
  'subscriber',
  MessageActionResponse,
  MessageActionBody,
  { readonly messageId: number }
> = /* @__PURE__ */ post('/web/chat/{messageId}/action', messageActionResponseSchema, {
  access: 'subscriber',
  hasDataKey: true,
});
