// Sends typing, receipts, relations, list changes, and published and retracted alerts to the member sockets of this process.
import type { MemberServerFrame } from '@openbell/core/contract';
import * as v from 'valibot';
import { readAlert } from '../../content/index.ts';
import type { ServerContext } from '../../context.ts';
import type { BusEvents } from '../../live/bus.ts';
import { blockedEitherWay } from '../blocks.ts';
import { loadViewer } from '../load-people.ts';
import { memberIds } from '../membership.ts';
import { type Connections, encodeFrame } from './connections.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { createNewestQueue } from './newest-queue.ts';

/** A member started or stopped typing. Other processes send it. */
const typingSchema = v.object({ chatId: v.number(), userId: v.number(), typing: v.boolean() });

type Typing = v.InferOutput<typeof typingSchema>;

/** Maximum number of members whose typing waits for its delivery; that of others is dropped. */
const MAX_TYPING = 1_000;

/** Starts the delivery and returns a function that stops it. */
export function deliverEvents(context: ServerContext, connections: Connections): () => void {
  const { bus, channel, log } = context;
  const onError = (error: unknown) => log.error('socket.delivery-failed', { error });
  const typing = createNewestQueue<string, Typing>({
    limit: MAX_TYPING,
    handle: (event) => deliverTyping(context, connections, event),
    onError,
  });
  // Events of one user are delivered in order.
  const relations = createKeyedQueue<number>(onError);
  context.metrics.queue('typing', () => typing.size());
  context.metrics.queue('relations', () => relations.size());
  const stops = [
    channel.subscribe('typing', (message) => {
      const event = v.safeParse(typingSchema, message);
      if (!event.success || connections.isEmpty()) return;
      typing.add(`${event.output.chatId} ${event.output.userId}`, event.output);
    }),
    bus.subscribe('receipt', (event) => deliverReceipt(connections, event)),
    bus.subscribe('relation-changed', (event) =>
      relations.add(event.userId, () => deliverRelation(context, connections, event)),
    ),
    bus.subscribe('chat-list-changed', ({ userId }) =>
      connections.send(userId, encodeFrame({ type: 'WebFetchChat' })),
    ),
    bus.subscribe('alert-created', ({ alertId }) => {
      if (!connections.isEmpty()) deliverAlert(context, connections, alertId).catch(onError);
    }),
    bus.subscribe('alert-retracted', ({ alertId }) =>
      sendToAll(connections, { type: 'alert_retracted', id: alertId }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Sends a frame to every connection. Everyone with a socket is a subscriber. */
function sendToAll(connections: Connections, frame: MemberServerFrame): void {
  const encoded = encodeFrame(frame);
  for (const connection of connections.all()) connection.send(encoded);
}

/** Sends a new alert to every connection, unless it was retracted meanwhile. */
async function deliverAlert({ db }: ServerContext, connections: Connections, alertId: number): Promise<void> {
  const alert = await readAlert(db, alertId);
  if (alert !== null) sendToAll(connections, { type: 'alert_published', alert });
}

/** Sends a typing event to the other members, except those with a block in either direction. */
async function deliverTyping({ db }: ServerContext, connections: Connections, event: Typing): Promise<void> {
  const [members, blocked] = await Promise.all([
    memberIds(db, event.chatId),
    blockedEitherWay(db, event.userId),
  ]);
  const frame = encodeFrame({
    type: 'WebMeesageTyping',
    chat_id: event.chatId,
    user_id: event.userId,
    typing: event.typing,
  });
  for (const userId of connections.connected(members)) {
    if (userId !== event.userId && !blocked.has(userId)) connections.send(userId, frame);
  }
}

/** Sends a changed mute or block to all devices of the member who changed it. */
async function deliverRelation(
  { db }: ServerContext,
  connections: Connections,
  { userId, otherId }: BusEvents['relation-changed'],
): Promise<void> {
  if (connections.of(userId).length === 0) return;
  const viewer = await loadViewer(db, userId, []);
  const frame = encodeFrame({
    type: 'WebMarkUser',
    user_id: otherId,
    is_mute: viewer.muted.has(otherId),
    is_block: viewer.blocked.has(otherId),
  });
  connections.send(userId, frame);
}

/** Sends receipts to the sender of the messages. */
function deliverReceipt(
  connections: Connections,
  { kind, chatId, senderId, messageIds }: BusEvents['receipt'],
): void {
  const chat = { id: chatId, message_ids: messageIds };
  connections.send(
    senderId,
    encodeFrame(
      kind === 'delivered' ? { type: 'DeliveredToAll', chats: [chat] } : { type: 'ReadByAll', chat },
    ),
  );
}
