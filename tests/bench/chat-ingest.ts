// Messages arriving one by one, in order, the store readable after each; and a page of them at once.
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

/** Milliseconds after which a peer is stopped; what it has done by then is scaled up linearly. */
const patience = 4000;

interface Counted {
  readonly thread: Thread;
  /** Rows that were told of. */
  readonly told: () => number;
}

function countedThread(): Counted {
  let rows = 0;
  const onChange = (_kind: string, _index: number, count: number): void => {
    rows += count;
  };
  return { thread: createThread({ chatId: 1, viewerId: 999, onChange }), told: () => rows };
}

function mustHold({ thread, told }: Counted, messages: readonly Message[]): void {
  const last = messages.at(-1);
  must(told() === messages.length && thread.length === messages.length);
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
        note: `A peer is stopped after ${patience / 1000} s and its figure scaled up linearly, which favours it: stream-chat copies its list for each. floor: Map.set and push.`,
        ours() {
          const counted = countedThread();
          const { thread } = counted;
          const taken = timed(() => {
            for (const message of messages) {
              thread.upsert(message);
              must(thread.at(thread.length - 1) === message);
            }
          });
          mustHold(counted, messages);
          return taken;
        },
        peers: {
          'stream-chat channel state'() {
            const { state } = streamChannel();
            return inTime(size, (index) => {
              const message = ofStream[index];
              if (message !== undefined) state.addMessageSorted(message);
              must(state.messages.length === index + 1);
            });
          },
          'matrix-js-sdk EventTimelineSet'() {
            const timeline = matrixTimeline();
            return inTime(size, (index) => {
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

/** Milliseconds for all, or what they would be at the speed of what was done in time. */
function inTime(size: number, work: (index: number) => void): number {
  const begin = performance.now();
  let done = 0;
  while (done < size && performance.now() - begin < patience) {
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
      note: 'matrix-js-sdk has no call for a batch at the end of a timeline: its messages go in one by one. floor: one pass into a Map, one into a list.',
      ours() {
        const counted = countedThread();
        const taken = timed(() => counted.thread.mergePage({ messages, first_message_id: -1 }));
        mustHold(counted, messages);
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
