// Handles a client's frame. The sender is the connection's user, never a `user_id` in the frame.
import type { MemberClientFrame } from '@openbell/core/contract';
import { eq } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import { messages } from '../../db/schema/chat.ts';
import { loadMessage } from '../load-messages.ts';
import { findMembership } from '../membership.ts';
import { markRead } from '../read-positions.ts';
import { hintedMessageId } from './member-frames.ts';

/** Handles a frame. Forbidden and unknown targets are ignored. */
export async function handleFrame(
  context: ServerContext,
  userId: number,
  frame: MemberClientFrame,
): Promise<void> {
  switch (frame.type) {
    case 'WebMeesageTyping': {
      const member = await findMembership(context.db, frame.chat_id, userId);
      if (member === undefined) return;
      context.bus.publish('typing', { chatId: frame.chat_id, userId, typing: frame.typing });
      return;
    }
    case 'ReadByAll':
      return readToTheEnd(context, userId, frame.chat_id);
    case 'WebFetchMessage':
      return announceOwn(context, userId, frame.message);
    case 'WebFetchChat':
      // For backends that only relay frames; here the server itself announces changes.
      return;
  }
}

async function readToTheEnd(
  { db, bus, clock }: ServerContext,
  userId: number,
  chatId: number,
): Promise<void> {
  const member = await findMembership(db, chatId, userId);
  if (member === undefined) return;
  const receipts = await markRead(db, member, clock.now());
  if (receipts === null) return;
  for (const receipt of receipts) bus.publish('receipt', receipt);
  bus.publish('chat-list-changed', { userId });
}

/** Announces the caller's own message again, read by its id. The content of the frame is never relayed. */
async function announceOwn({ db, bus }: ServerContext, userId: number, hint: unknown): Promise<void> {
  const messageId = hintedMessageId(hint);
  if (messageId === null) return;
  const message = await loadMessage(db, messageId, eq(messages.senderId, userId));
  if (message === undefined || (await findMembership(db, message.chatId, userId)) === undefined) return;
  bus.publish('message-changed', { chatId: message.chatId, messageId, actorId: userId, isNew: false });
}
