// Sends bus events to the member sockets of this process. Each frame is read from the database for its receiver.

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

/** Starts the delivery and returns a function that stops it. */
export function startDelivery(context: ServerContext, connections: Connections): () => void {
  const { bus } = context;
  // Events of one chat are delivered in order; a slow chat does not delay the others.
  const queue = createKeyedQueue((error) => context.log.error('socket.delivery-failed', { error }));
  const relations = createKeyedQueue((error) => context.log.error('socket.delivery-failed', { error }));
  const stops = [
    bus.subscribe('message-changed', (event) =>
      queue.add(event.chatId, () => deliverMessage(context, connections, event)),
    ),
    bus.subscribe('typing', (event) =>
      queue.add(event.chatId, () => deliverTyping(context, connections, event)),
    ),
    bus.subscribe('receipt', (event) =>
      queue.add(event.chatId, async () => deliverReceipt(connections, event)),
    ),
    bus.subscribe('relation-changed', (event) =>
      relations.add(event.userId, () => deliverRelation(context, connections, event)),
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
  event: BusEvents['message-changed'],
): Promise<void> {
  const { db, clock, bus } = context;
  const members = (await loadMembers(db, [event.chatId], clock.now())).get(event.chatId) ?? [];
  const only = event.onlyUserIds;
  const concerned = members
    .map(({ userId }) => userId)
    .filter((id) => only === undefined || only.includes(id));
  const connectedIds = connections.connected(concerned);
  if (connectedIds.length === 0) return;
  const message = await loadMessage(db, event.messageId);
  if (message === undefined) return;
  const viewers = await loadViewers(db, connectedIds, withQuotes([message]));
  const links = await mediaLinksOf(context);
  const mediaUrl: MediaUrl = ({ id }) => links.url(id);
  for (const [userId, viewer] of viewers) {
    connections.send(userId, {
      type: 'WebFetchMessage',
      user_id: event.actorId,
      message: messageAnswer(projectMessage(message, { members, viewer, mediaUrl })),
      isScroll: event.isNew,
    });
  }
  if (!event.isNew) return;
  const sent = { id: message.id, chatId: message.chatId, senderId: message.sender.id };
  const receipts = await markSent(db, sent, { connectedIds, now: clock.now() });
  for (const receipt of receipts) bus.publish('receipt', receipt);
}

/** Sends a typing event to the other members, except those with a block in either direction. */
async function deliverTyping(
  { db }: ServerContext,
  connections: Connections,
  event: BusEvents['typing'],
): Promise<void> {
  const others = (await memberIds(db, event.chatId)).filter((id) => id !== event.userId);
  const connectedIds = connections.connected(others);
  if (connectedIds.length === 0) return;
  const blocked = await blockedEitherWay(db, event.userId);
  for (const userId of connectedIds) {
    if (blocked.has(userId)) continue;
    connections.send(userId, {
      type: 'WebMeesageTyping',
      chat_id: event.chatId,
      user_id: event.userId,
      typing: event.typing,
    });
  }
}

/** Sends a changed mute or block to all devices of the member who changed it. */
async function deliverRelation(
  { db }: ServerContext,
  connections: Connections,
  { userId, otherId }: BusEvents['relation-changed'],
): Promise<void> {
  if (connections.of(userId).length === 0) return;
  const viewer = (await loadViewers(db, [userId], [])).get(userId);
  if (viewer === undefined) return;
  connections.send(userId, {
    type: 'WebMarkUser',
    user_id: otherId,
    is_mute: viewer.muted.has(otherId),
    is_block: viewer.blocked.has(otherId),
  });
}

/** Sends receipts to the sender of the messages. */
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
