// The same chat in the wire form of each engine.
import type { Message } from '@openbell/core/contract';
import { EventTimelineSet, type MatrixClient, MatrixEvent } from 'matrix-js-sdk';
import { StreamChat } from 'stream-chat';

const people = Array.from({ length: 40 }, (_, id) => ({
  id: id + 1,
  first_name: `Member ${id + 1}`,
  dp: null,
}));
const start = Date.UTC(2026, 10, 21, 14, 30);

/** Message `id` of the chat; messages are 250 ms apart. */
export function ourMessage(id: number): Message {
  return {
    id,
    chat_id: 1,
    message: `Message ${id} about AAPL calls and the step pattern`,
    message_type: 'TXT',
    media: [],
    sender: { ...(people[id % people.length] as Message['sender']) },
    created_at: new Date(start + id * 250).toISOString(),
    reply_to: null,
    forwarded: false,
    reactions: [],
    deleted_list: [],
    delete_from_everyone: false,
    is_mute: false,
    is_block: false,
    delivered_to_all: false,
    seen_by_all: false,
    read_by: [],
    read_count: null,
    delivered_count: null,
    client_id: null,
  };
}

export function ourMessages(
  count: number,
  idOf: (index: number) => number = (index) => index + 1,
): Message[] {
  return Array.from({ length: count }, (_, index) => ourMessage(idOf(index)));
}

export type StreamChannel = ReturnType<StreamChat['channel']>;
export type StreamMessage = Parameters<StreamChannel['state']['addMessageSorted']>[0];

export function streamMessage({ id, message, created_at, sender }: Message): StreamMessage {
  return {
    id: String(id),
    cid: 'messaging:bench',
    type: 'regular',
    text: message,
    html: '',
    attachments: [],
    latest_reactions: [],
    own_reactions: [],
    mentioned_users: [],
    created_at,
    updated_at: created_at,
    user: { id: `u${sender.id}`, name: sender.first_name },
  } as unknown as StreamMessage;
}

/** Creates an empty channel of a client that sends no requests. */
export function streamChannel(): StreamChannel {
  const client = new StreamChat('bench');
  // Sets the user without a connection.
  client.userID = 'viewer';
  client.user = { id: 'viewer' } as NonNullable<typeof client.user>;
  client._user = { id: 'viewer' };
  const channel = client.channel('messaging', 'bench');
  channel.initialized = true;
  return channel;
}

export type MatrixWire = ConstructorParameters<typeof MatrixEvent>[0];

export const matrixId = (id: number): string => `$event${id}`;

export function matrixMessage({ id, message, created_at, sender }: Message): MatrixWire {
  return {
    type: 'm.room.message',
    event_id: matrixId(id),
    room_id: '!bench:localhost',
    sender: `@member${sender.id}:localhost`,
    origin_server_ts: Date.parse(created_at ?? ''),
    content: { msgtype: 'm.text', body: message },
    unsigned: {},
  };
}

export function matrixReaction(id: number, target: number): MatrixWire {
  return {
    type: 'm.reaction',
    event_id: `$reaction${id}`,
    room_id: '!bench:localhost',
    sender: `@member${(id % people.length) + 1}:localhost`,
    origin_server_ts: start,
    content: { 'm.relates_to': { rel_type: 'm.annotation', event_id: matrixId(target), key: '👍' } },
    unsigned: {},
  };
}

/** Creates an empty timeline, with a client that sends no requests. */
export function matrixTimeline(): EventTimelineSet {
  // Relations call only this method of the client. Nothing is encrypted here.
  const client = { decryptEventIfNeeded: async () => {} } as unknown as MatrixClient;
  return new EventTimelineSet(undefined, {}, client);
}

export function addToMatrix(timeline: EventTimelineSet, wire: MatrixWire): MatrixEvent {
  const event = new MatrixEvent(wire);
  timeline.addLiveEvent(event, { addToState: false });
  return event;
}

export function must(isTrue: boolean): void {
  if (!isTrue) throw new Error('The store has unexpected contents.');
}
