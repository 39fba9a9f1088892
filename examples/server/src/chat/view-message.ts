import type { Message } from '@openbell/core/contract';
import type { ServerContext } from '../context.ts';
import { notFound } from '../http/http-error.ts';
import { loadMessage } from './load-messages.ts';
import { loadMembers } from './load-people.ts';
import { chatDeps } from './read-chats.ts';
import { projectFor } from './view-chat.ts';
import { messageAnswer } from './wire.ts';

/** Returns a message in its current state as one member sees it. Throws 404 when it does not exist. */
export async function viewOf(context: ServerContext, messageId: number, userId: number): Promise<Message> {
  const deps = await chatDeps(context);
  const message = await loadMessage(context.db, messageId);
  if (message === undefined) throw notFound();
  const members = await loadMembers(context.db, [message.chatId], context.clock.now());
  const [view] = await projectFor(deps, [message], {
    viewerId: userId,
    members: members.get(message.chatId) ?? [],
  });
  if (view === undefined) throw notFound();
  return messageAnswer(view);
}
