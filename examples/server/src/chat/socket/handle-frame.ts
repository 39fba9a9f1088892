// Handles a client's frame. The sender is the connection's user, never a `user_id` in the frame.
import type { MemberClientFrame } from '@openbell/core/contract';
import { eq } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import { messages } from '../../db/schema/chat.ts';
import { loadMessage } from '../load-messages.ts';
import { findMembership, isChatId } from '../membership.ts';
import { hintedMessageId } from './member-frames.ts';
import type { Reads } from './reads.ts';

export interface FrameParts {
  readonly context: ServerContext;
  readonly reads: Reads;
  readonly userId: number;
}

/** Handles a frame. Forbidden and unknown targets are ignored. */
export async function handleFrame(
  { context, reads, userId }: FrameParts,
  frame: MemberClientFrame,
): Promise<void> {
  switch (frame.type) {
    case 'WebMeesageTyping': {
      const member = await findMembership(context.db, frame.chat_id, userId);
      if (member === undefined) return;
      context.channel.publish('typing', { chatId: frame.chat_id, userId, typing: frame.typing });
      return;
    }
    case 'ReadByAll':
      if (isChatId(frame.chat_id)) reads.add(frame.chat_id, userId);
      return;
    case 'WebFetchMessage':
      return announceOwn(context, userId, frame.message);
    case 'WebFetchChat':
      // For backends that only relay frames; here the server itself announces changes.
      return;
  }
}

/** Announces the caller's own message again, read by its id. The content of the frame is never relayed. */
async function announceOwn({ db, bus }: ServerContext, userId: number, hint: unknown): Promise<void> {
  const messageId = hintedMessageId(hint);
  if (messageId === null) return;
  const message = await loadMessage(db, messageId, eq(messages.senderId, userId));
  if (message === undefined || (await findMembership(db, message.chatId, userId)) === undefined) return;
  const detail = { chatId: message.chatId, messageId, actorId: userId, isNew: false };
  await bus.publish({ type: 'message-changed', detail });
}
