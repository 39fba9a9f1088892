// POST /web/chat/{messageId}/action.
import { eq, inArray } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { chatMembers, messages } from '../db/schema/chat.ts';
import { fieldError, HttpError, notFound } from '../http/http-error.ts';
import type { Handler } from '../http/route.ts';
import { throttle } from '../security/limits.ts';
import { actOnMessage } from './act-on-message.ts';
import { judgeAction } from './action-rules.ts';
import type { MessageFacts } from './chat-facts.ts';
import { loadMessage } from './load-messages.ts';
import { readPathId } from './membership.ts';
import { removeFiles } from './message-files.ts';
import { isReactionEmoji } from './reaction-emoji.ts';
import { readChat, requireMembership } from './read-chats.ts';
import { viewOf } from './view-message.ts';
import { chatAnswer } from './wire.ts';

export const postAction: Handler<'messageAction'> = async (context, { params, body, caller }) => {
  const { db, clock, bus } = context;
  await throttle(context, 'chat-action.person', caller.userId);
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
  if (body.type === 'report') await throttle(context, 'chat-report.person', caller.userId);
  if (body.type === 'react' && !isReactionEmoji(body.emoji)) throw fieldError('emoji', 'Not an emoji.');

  const { removedFiles } = await actOnMessage(db, body, {
    memberId: caller.userId,
    message,
    now: clock.now(),
  });
  await removeFiles(context, removedFiles);

  switch (body.type) {
    case 'mute':
    case 'unmute':
    case 'block':
    case 'unblock':
      bus.publish('chat-list-changed', { userId: caller.userId });
      bus.publish('relation-changed', { userId: caller.userId, otherId: target.senderId });
      return { body: { data: chatAnswer(await readChat(context, member, { kind: 'newer', than: -1 })) } };
    case 'delete':
      bus.publish('message-changed', { ...changed(message, caller.userId), onlyUserIds: [caller.userId] });
      break;
    case 'unsend':
    case 'react':
      bus.publish('message-changed', changed(message, caller.userId));
      break;
    case 'report':
      break;
  }
  return { body: { data: await viewOf(context, message.id, caller.userId) } };
};

/** Finds a message in the caller's chats. Throws 404, the same for other chats' messages and unknown ids. */
async function findOwnChatsMessage(
  context: ServerContext,
  id: string,
  userId: number,
): Promise<MessageFacts> {
  const messageId = readPathId(id);
  if (messageId === undefined) throw notFound();
  const own = context.db
    .select({ id: chatMembers.chatId })
    .from(chatMembers)
    .where(eq(chatMembers.userId, userId));
  const message = await loadMessage(context.db, messageId, inArray(messages.chatId, own));
  if (message === undefined) throw notFound();
  return message;
}

function changed(message: MessageFacts, actorId: number) {
  return { chatId: message.chatId, messageId: message.id, actorId, isNew: false };
}
