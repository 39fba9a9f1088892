// From the bus to the sockets of this process: every frame is made from the database, for the one who gets it.

import type { ServerContext } from '../../context.ts';
import type { BusEvents } from '../../live/bus.ts';
import { blockedEitherWay } from '../blocks.ts';
import { loadMessage } from '../load-messages.ts';
import { loadMembers, loadViewers } from '../load-people.ts';
import { mediaLinksOf } from '../media-links.ts';
import { memberIds } from '../membership.ts';
import { type MediaUrl, projectMessage } from '../project-message.ts';
import { markSent } from '../read-positions.ts';
import { withQuotes } from '../view-chat.ts';
import { messageAnswer } from '../wire.ts';
import type { Connections } from './connections.ts';
import { createKeyedQueue } from './keyed-queue.ts';

/** Begins to deliver; the function that it returns stops it. */
export function startDelivery(context: ServerContext, connections: Connections): () => void {
  const { bus } = context;
  // In the order of the news, chat by chat: one busy or slow chat does not hold up the others.
  const queue = createKeyedQueue((error) => context.log.error('socket.delivery-failed', { error }));
  // Two marks of one person are told in the order in which they were made.
  const marks = createKeyedQueue((error) => context.log.error('socket.delivery-failed', { error }));
  const stops = [
    bus.subscribe('message-changed', (news) =>
      queue.add(news.chatId, () => deliverMessage(context, connections, news)),
    ),
    bus.subscribe('typing', (news) =>
      queue.add(news.chatId, () => deliverTyping(context, connections, news)),
    ),
    bus.subscribe('receipt', (news) => queue.add(news.chatId, async () => deliverReceipt(connections, news))),
    bus.subscribe('user-marked', (news) =>
      marks.add(news.userId, () => deliverMark(context, connections, news)),
    ),
    bus.subscribe('chat-list-changed', ({ userId }) => connections.send(userId, { type: 'WebFetchChat' })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function deliverMessage(
  context: ServerContext,
  connections: Connections,
  news: BusEvents['message-changed'],
): Promise<void> {
  const { db, clock, bus } = context;
  const members = (await loadMembers(db, [news.chatId], clock.now())).get(news.chatId) ?? [];
  const only = news.onlyUserIds;
  const concerned = members
    .map(({ userId }) => userId)
    .filter((id) => only === undefined || only.includes(id));
  const connectedIds = connections.connected(concerned);
  if (connectedIds.length === 0) return;
  const message = await loadMessage(db, news.messageId);
  if (message === undefined) return;
  const viewers = await loadViewers(db, connectedIds, withQuotes([message]));
  const links = await mediaLinksOf(context);
  const url: MediaUrl = ({ id }) => links.url(id);
  for (const [userId, viewer] of viewers) {
    connections.send(userId, {
      type: 'WebFetchMessage',
      user_id: news.actorId,
      message: messageAnswer(projectMessage(message, members, viewer, url)),
      isScroll: news.isNew,
    });
  }
  if (!news.isNew) return;
  const sent = { id: message.id, chatId: message.chatId, senderId: message.sender.id };
  for (const receipt of await markSent(db, sent, connectedIds, clock.now())) bus.publish('receipt', receipt);
}

/** Not to the one who types, and not between two of whom one has blocked the other. */
async function deliverTyping(
  { db }: ServerContext,
  connections: Connections,
  news: BusEvents['typing'],
): Promise<void> {
  const others = (await memberIds(db, news.chatId)).filter((id) => id !== news.userId);
  const connectedIds = connections.connected(others);
  if (connectedIds.length === 0) return;
  const blocked = await blockedEitherWay(db, news.userId);
  for (const userId of connectedIds) {
    if (blocked.has(userId)) continue;
    connections.send(userId, {
      type: 'WebMeesageTyping',
      chat_id: news.chatId,
      user_id: news.userId,
      typing: news.typing,
    });
  }
}

/** How somebody has marked another person is told to them alone, and on all of their devices. */
async function deliverMark(
  { db }: ServerContext,
  connections: Connections,
  { userId, markedId }: BusEvents['user-marked'],
): Promise<void> {
  if (connections.of(userId).length === 0) return;
  const viewer = (await loadViewers(db, [userId], [])).get(userId);
  if (viewer === undefined) return;
  connections.send(userId, {
    type: 'WebMarkUser',
    user_id: markedId,
    is_mute: viewer.muted.has(markedId),
    is_block: viewer.blocked.has(markedId),
  });
}

/** Receipts go to the sender of the messages. */
function deliverReceipt(
  connections: Connections,
  { kind, chatId, senderId, messageIds }: BusEvents['receipt'],
): void {
  const chat = { id: chatId, message_ids: messageIds };
  connections.send(
    senderId,
    kind === 'delivered' ? { type: 'DeliveredToAll', chats: [chat] } : { type: 'ReadByAll', chat },
  );
}
