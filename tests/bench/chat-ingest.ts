// Messages that arrive one at a time in order, with the store readable after each; and a page of messages at once.
import { createThread, type Thread } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import {
  addToMatrix,
  matrixId,
  matrixMessage,
  matrixTimeline,
  must,
  ourMessages,
  streamChannel,
  streamMessage,
} from './chat-messages.ts';
import { type BenchPlan, timed } from './harness.ts';

/** Milliseconds after which a library is stopped; its figure is extrapolated linearly. */
const timeLimitMs = 4000;

interface Counted {
  readonly thread: Thread;
  /** Rows that `onChange` reported. */
  readonly reported: () => number;
}

function countedThread(): Counted {
  let rows = 0;
  const onChange = (_kind: string, _index: number, count: number): void => {
    rows += count;
  };
  return { thread: createThread({ chatId: 1, viewerId: 999, onChange }), reported: () => rows };
}

function mustContain({ thread, reported }: Counted, messages: readonly Message[]): void {
  const last = messages.at(-1);
  must(reported() === messages.length && thread.length === messages.length);
  must(thread.at(thread.length - 1) === last && thread.indexOf(last?.id ?? 0) === messages.length - 1);
}

function ingest(id: string, size: number, rounds: number): BenchPlan {
  return {
    id,
    create() {
      const messages = ourMessages(size);
      const ofStream = messages.map(streamMessage);
      const ofMatrix = messages.map(matrixMessage);
      return {
        id,
        unit: 'ms',
        rounds,
        note: `A library that takes longer than ${timeLimitMs / 1000} s is stopped and its figure extrapolated linearly. This favors stream-chat, which copies its list for each message. floor: Map.set and push.`,
        ours() {
          const counted = countedThread();
          const { thread } = counted;
          const taken = timed(() => {
            for (const message of messages) {
              thread.upsert(message);
              must(thread.at(thread.length - 1) === message);
            }
          });
          mustContain(counted, messages);
          return taken;
        },
        peers: {
          'stream-chat channel state'() {
            const { state } = streamChannel();
            return timeFor(size, (index) => {
              const message = ofStream[index];
              if (message !== undefined) state.addMessageSorted(message);
              must(state.messages.length === index + 1);
            });
          },
          'matrix-js-sdk EventTimelineSet'() {
            const timeline = matrixTimeline();
            return timeFor(size, (index) => {
              const wire = ofMatrix[index];
              if (wire !== undefined) addToMatrix(timeline, wire);
              must(timeline.getLiveTimeline().getEvents().length === index + 1);
            });
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
}

/** Milliseconds for all messages, extrapolated when the time limit is reached. */
function timeFor(size: number, work: (index: number) => void): number {
  const begin = performance.now();
  let done = 0;
  while (done < size && performance.now() - begin < timeLimitMs) {
    for (let i = 0; i < 64 && done < size; i += 1, done += 1) work(done);
  }
  return ((performance.now() - begin) * size) / done;
}

export const chatIngest10k: BenchPlan = ingest('chat-ingest-10k', 10_000, 5);
export const chatIngest100k: BenchPlan = ingest('chat-ingest-100k', 100_000, 5);

export const chatBatch: BenchPlan = {
  id: 'chat-batch-10k',
  create() {
    const messages = ourMessages(10_000);
    const ofStream = messages.map(streamMessage);
    const ofMatrix = messages.map(matrixMessage);
    const last = messages.length;
    return {
      id: 'chat-batch-10k',
      unit: 'ms',
      burstMs: 100,
      note: 'matrix-js-sdk cannot append a batch to a timeline, so messages are added one at a time. floor: one pass into a Map, one into a list.',
      ours() {
        const counted = countedThread();
        const taken = timed(() => counted.thread.mergePage({ messages, first_message_id: -1 }));
        mustContain(counted, messages);
        return taken;
      },
      peers: {
        'stream-chat channel state'() {
          const { state } = streamChannel();
          const taken = timed(() => state.addMessagesSorted(ofStream));
          must(state.messages.length === last && state.messages.at(-1)?.id === String(last));
          return taken;
        },
        'matrix-js-sdk EventTimelineSet'() {
          const timeline = matrixTimeline();
          const taken = timed(() => {
            for (const wire of ofMatrix) addToMatrix(timeline, wire);
          });
          must(timeline.getLiveTimeline().getEvents().at(-1)?.getId() === matrixId(last));
          return taken;
        },
      },
      floor() {
        const byId = new Map<number, Message>();
        const list: Message[] = [];
        return timed(() => {
          for (const message of messages) byId.set(message.id, message);
          for (const message of byId.values()) list.push(message);
        });
      },
    };
  },
};
