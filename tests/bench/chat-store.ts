// What 10,000 messages weigh once they are in a store, and how soon a search among them answers.
import { createThread, findMatches, type Thread } from '@openbell/core/chat';
import { type Message, messageSchema, readWire } from '@openbell/core/contract';
import {
  addToMatrix,
  type MatrixWire,
  matrixMessage,
  matrixTimeline,
  must,
  ourMessages,
  type StreamMessage,
  streamChannel,
  streamMessage,
} from './chat-messages.ts';
import { type BenchPlan, collectGarbage, timed } from './harness.ts';

const size = 10_000;

function usedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** The heap that `fill` leaves in use, in bytes a message. */
function weigh(fill: () => object): number {
  const before = usedBytes();
  const held = fill();
  const bytes = usedBytes() - before;
  must(held !== null);
  return bytes / size;
}

export const chatMemory: BenchPlan = {
  id: 'chat-memory',
  create() {
    const messages = ourMessages(size);
    const text = JSON.stringify(messages);
    const streamText = JSON.stringify(messages.map(streamMessage));
    const matrixText = JSON.stringify(messages.map(matrixMessage));
    const parsed = <T>(json: string): T[] => JSON.parse(json) as T[];
    const overWire = (json: string, fill: () => object): number =>
      weigh(fill) / weigh(() => parsed<object>(json));
    return {
      id: 'chat-memory',
      unit: '× its wire objects',
      rounds: 5,
      note: 'Heap of a store of 10,000 messages over the parsed JSON of the same messages in its own wire form. floor: that JSON in a list.',
      ours: () =>
        overWire(text, () => {
          const thread: Thread = createThread({ chatId: 1, viewerId: 999 });
          const read = parsed<unknown>(text).flatMap((wire): Message[] => {
            const reading = readWire(messageSchema, wire);
            return reading.ok ? [reading.value] : [];
          });
          thread.mergePage({ messages: read, first_message_id: -1 });
          must(thread.length === size);
          return thread;
        }),
      peers: {
        'stream-chat channel state': () =>
          overWire(streamText, () => {
            const channel = streamChannel();
            channel.state.addMessagesSorted(parsed<StreamMessage>(streamText));
            must(channel.state.messages.length === size);
            return channel;
          }),
        'matrix-js-sdk EventTimelineSet': () =>
          overWire(matrixText, () => {
            const timeline = matrixTimeline();
            for (const wire of parsed<MatrixWire>(matrixText)) addToMatrix(timeline, wire);
            return timeline;
          }),
      },
      floor: () => overWire(text, () => parsed<object>(text)),
    };
  },
};

export const chatSearch: BenchPlan = {
  id: 'chat-search-10k',
  create() {
    const thread = createThread({ chatId: 1, viewerId: 999 });
    thread.mergePage({ messages: ourMessages(size), first_message_id: -1 });
    const kept = Array.from({ length: size }, (_, index) =>
      (thread.at(index) as Message).message.toLowerCase(),
    );
    // Another first key each time: nothing may be remembered from the last one.
    const keys = ['A', 'p', 'M', 'c', 's', 'L', 't'];
    let next = 0;
    const key = (): string => keys[next++ % keys.length] ?? 'A';
    return {
      id: 'chat-search-10k',
      unit: 'ms',
      burstMs: 100,
      rounds: 15,
      note: 'The first key of a search, to the list of all matches and its counter; no peer searches by itself. floor: a scan of lower-case copies that were kept.',
      ours() {
        const query = key();
        let count = 0;
        const taken = timed(() => {
          count = findMatches(thread.tail(thread.length), query, 999).length;
        });
        must(count === kept.filter((text) => text.includes(query.toLowerCase())).length);
        return taken;
      },
      peers: {},
      floor() {
        const query = key().toLowerCase();
        const found: number[] = [];
        const taken = timed(() => {
          for (let i = kept.length - 1; i >= 0; i -= 1) if (kept[i]?.includes(query)) found.push(i);
        });
        must(found.length > 0);
        return taken;
      },
    };
  },
};
