// POST /web/chat/{messageId}/action.

import type { MessageActionBody } from '@openbell/core/contract';
import { eq, inArray } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { chatMembers, messages } from '../db/schema/chat.ts';
import { fieldError, HttpError, notFound } from '../http/http-error.ts';
import type { Publish } from '../live/bus.ts';
import { type Handler, readId } from '../routes.ts';
import { throttle } from '../security/limits.ts';
import { actOnMessage } from './act-on-message.ts';
import { judgeAction } from './action-rules.ts';
import type { MessageFacts } from './chat-facts.ts';
import { loadMessage } from './load-messages.ts';
import { removeMedia } from './message-files.ts';
import { isReactionEmoji } from './reaction-emoji.ts';
import { readChat, requireMembership } from './read-chats.ts';
import { viewOf } from './view-message.ts';

export const postAction: Handler<'messageAction'> = async (context, { params, body, caller }) => {
  const { clock, bus } = context;
  await throttle(context, 'chat-action.user', caller.userId);
  const message = await findOwnChatsMessage(context, params.messageId, caller.userId);
  const member = await requireMembership(context, message.chatId, caller.userId);
  const target = {
    senderId: message.sender.id,
    unsent: message.unsent,
    activity: message.type === 'ACT',
    createdAt: message.createdAt,
  };
  const refusal = judgeAction(body.type, target, { memberId: caller.userId, now: clock.now() });
  if (refusal !== null) throw new HttpError(refusal.status, refusal.message);
  if (body.type === 'report') await throttle(context, 'chat-report.user', caller.userId);
  if (body.type === 'react' && !isReactionEmoji(body.emoji)) throw fieldError('emoji', 'Not an emoji.');

  const { removedFiles } = await bus.transact(async (tx, publish) => {
    announce(publish, body.type, { message, memberId: caller.userId });
    return actOnMessage(tx, body, { memberId: caller.userId, message, now: clock.now() });
  });
  await removeMedia(context, removedFiles);
  if (changesRelation.has(body.type)) {
    return { body: { data: await readChat(context, member, { kind: 'newer', than: -1 }) } };
  }
  return { body: { data: await viewOf(context, message.id, caller.userId) } };
};

type ActionType = MessageActionBody['type'];

const changesRelation: ReadonlySet<ActionType> = new Set(['mute', 'unmute', 'block', 'unblock']);

/** Publishes the events of an action. */
function announce(
  publish: Publish,
  type: ActionType,
  { message, memberId }: { readonly message: MessageFacts; readonly memberId: number },
): void {
  const { id: messageId, chatId, sender } = message;
  const changed = { chatId, messageId, actorId: memberId, isNew: false };
  if (changesRelation.has(type)) {
    publish('chat-list-changed', { userId: memberId });
    publish('relation-changed', { userId: memberId, otherId: sender.id });
  } else if (type === 'delete') publish('message-changed', { ...changed, onlyUserIds: [memberId] });
  else if (type === 'react') publish('message-changed', { ...changed, part: 'reactions' });
  else if (type === 'unsend') publish('message-changed', { ...changed, part: 'delete_from_everyone' });
}

/** Finds a message in the caller's chats. Throws 404, the same for other chats' messages and unknown ids. */
async function findOwnChatsMessage(
  context: ServerContext,
  id: string,
  userId: number,
): Promise<MessageFacts> {
  const memberChats = context.db
    .select({ id: chatMembers.chatId })
    .from(chatMembers)
    .where(eq(chatMembers.userId, userId));
  const message = await loadMessage(
    context.db,
    readId(id, Number.MAX_SAFE_INTEGER),
    inArray(messages.chatId, memberChats),
  );
  if (message === undefined) throw notFound();
  return message;
}
