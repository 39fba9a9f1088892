import { contractMessage, newReceipts, projectMessage } from '@openbell/core/chat/projection';
import type { Message } from '@openbell/core/contract';
import type { ServerContext } from '../context.ts';
import { notFound } from '../http/http-error.ts';
import type { MessageFacts } from './chat-facts.ts';
import { loadMessage } from './load-messages.ts';
import { loadMembers, loadViewer, plainViewer } from './load-people.ts';
import { chatDeps } from './read-chats.ts';
import { project } from './view-chat.ts';

/** Returns a message that its sender has just posted. Nobody has received it yet, so no positions are read. */
export async function viewOfNew(
  context: ServerContext,
  posted: MessageFacts,
  { isReply }: { readonly isReply: boolean },
): Promise<Message> {
  const { mediaUrl } = await chatDeps(context);
  // Only a quote must be read, and may be hidden from them.
  const message = isReply ? await loadMessage(context.db, posted.id) : posted;
  if (message === undefined) throw notFound();
  const viewer = isReply ? await loadViewer(context.db, posted.sender.id, [message]) : plainViewer;
  return contractMessage(projectMessage(message, { viewer, mediaUrl, receipts: newReceipts }));
}

/** Returns a message in its current state as one member sees it. Throws 404 when it does not exist. */
export async function viewOf(context: ServerContext, messageId: number, userId: number): Promise<Message> {
  const deps = await chatDeps(context);
  const message = await loadMessage(context.db, messageId);
  if (message === undefined) throw notFound();
  // Only the sender receives receipts, and they need the positions of all members.
  const members =
    message.sender.id === userId ? await loadMembers(context.db, message.chatId, context.clock.now()) : [];
  const [view] = project(deps, [message], {
    viewer: await loadViewer(context.db, userId, [message]),
    members,
  });
  if (view === undefined) throw notFound();
  return contractMessage(view);
}
