// 100,000 messages arriving one by one, in order; the store is readable after each.
import { createThread } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import { StreamChat } from 'stream-chat';
import { type BenchPlan, timed } from './harness.ts';

const size = 100_000;
/** Milliseconds after which a peer is stopped; what it has done by then is scaled up linearly. */
const patience = 4000;

const people = Array.from({ length: 40 }, (_, id) => ({
  id: id + 1,
  first_name: `Member ${id + 1}`,
  dp: null,
}));
const start = Date.UTC(2026, 10, 21, 14, 30);

function ourMessages(): Message[] {
  return Array.from({ length: size }, (_, index) => ({
    id: index + 1,
    chat_id: 1,
    message: `Message ${index} about AAPL calls and the step pattern`,
    message_type: 'TXT',
    media: [],
    sender: people[index % people.length] as Message['sender'],
    created_at: new Date(start + index * 250).toISOString(),
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
    client_id: null,
  }));
}

type StreamChannel = ReturnType<StreamChat['channel']>;
type StreamMessage = Parameters<StreamChannel['state']['addMessageSorted']>[0];

/** The same messages in stream-chat's own form, built before the time is taken. */
function streamMessages(ours: readonly Message[]): StreamMessage[] {
  return ours.map(
    (message) =>
      ({
        id: String(message.id),
        cid: 'messaging:bench',
        type: 'regular',
        text: message.message,
        html: '',
        attachments: [],
        latest_reactions: [],
        own_reactions: [],
        mentioned_users: [],
        created_at: message.created_at,
        updated_at: message.created_at,
        user: { id: `u${message.sender.id}`, name: message.sender.first_name },
      }) as unknown as StreamMessage,
  );
}

function streamChannel(): StreamChannel {
  const client = new StreamChat('bench');
  // Signed in by hand: nothing here asks the network.
  client.userID = 'viewer';
  client.user = { id: 'viewer' } as NonNullable<typeof client.user>;
  client._user = { id: 'viewer' };
  const channel = client.channel('messaging', 'bench');
  channel.initialized = true;
  return channel;
}

function must(isTrue: boolean): void {
  if (!isTrue) throw new Error('The store does not hold what was put into it.');
}

export const chatIngest: BenchPlan = {
  id: 'chat-ingest-100k',
  create() {
    const messages = ourMessages();
    const theirs = streamMessages(messages);
    return {
      id: 'chat-ingest-100k',
      unit: 'ms',
      rounds: 5,
      note: `stream-chat is stopped after ${patience / 1000} s and its figure scaled up linearly, which favours it: each of its inserts copies the list. floor: Map.set and push.`,
      ours() {
        let changes = 0;
        const thread = createThread({
          chatId: 1,
          viewerId: 999,
          onChange: () => {
            changes += 1;
          },
        });
        const taken = timed(() => {
          for (const message of messages) {
            thread.upsert(message);
            must(thread.at(thread.length - 1) === message);
          }
        });
        must(changes === size && thread.indexOf(size) === size - 1);
        return taken;
      },
      peers: {
        'stream-chat channel state'() {
          const { state } = streamChannel();
          let done = 0;
          const begin = performance.now();
          while (done < size && performance.now() - begin < patience) {
            for (let i = 0; i < 64 && done < size; i += 1, done += 1) {
              state.addMessageSorted(theirs[done] as StreamMessage);
              must(state.messages.length === done + 1);
            }
          }
          return ((performance.now() - begin) * size) / done;
        },
      },
      floor() {
        const byId = new Map<number, Message>();
        const list: Message[] = [];
        return timed(() => {
          for (const message of messages) {
            byId.set(message.id, message);
            list.push(message);
            must(list[list.length - 1] === message);
          }
        });
      },
    };
  },
};
