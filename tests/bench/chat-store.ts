// Memory of 10,000 messages in a store, and the time of a search among them.
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

/** The heap that the result of `fill` uses, in bytes per message. */
function bytesPerMessage(fill: () => object): number {
  const before = usedBytes();
  const filled = fill();
  const bytes = usedBytes() - before;
  must(filled !== null);
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
      bytesPerMessage(fill) / bytesPerMessage(() => parsed<object>(json));
    return {
      id: 'chat-memory',
      unit: '× its wire objects',
      rounds: 5,
      note: 'The heap size of a store of 10,000 messages, divided by that of the parsed JSON of the same messages in its wire form. floor: that JSON in a list.',
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
    const lowerCased = Array.from({ length: size }, (_, index) =>
      (thread.at(index) as Message).message.toLowerCase(),
    );
    // A different key each time, so that no result of the last search can be reused.
    const keys = ['A', 'p', 'M', 'c', 's', 'L', 't'];
    let next = 0;
    const key = (): string => keys[next++ % keys.length] ?? 'A';
    return {
      id: 'chat-search-10k',
      unit: 'ms',
      burstMs: 100,
      rounds: 15,
      note: 'The first key of a search, until the list of matches and its count are complete. The other libraries have no local search. floor: a scan of stored lower-case copies.',
      ours() {
        const query = key();
        let count = 0;
        const taken = timed(() => {
          count = findMatches(thread.tail(thread.length), query, 999).length;
        });
        must(count === lowerCased.filter((text) => text.includes(query.toLowerCase())).length);
        return taken;
      },
      peers: {},
      floor() {
        const query = key().toLowerCase();
        const found: number[] = [];
        const taken = timed(() => {
          for (let i = lowerCased.length - 1; i >= 0; i -= 1)
            if (lowerCased[i]?.includes(query)) found.push(i);
        });
        must(found.length > 0);
        return taken;
      },
    };
  },
};
