// A late message inserted among 10,000, and a reaction added to one of 10,000: exactly one row changes.
import { createThread } from '@openbell/core/chat';
import type { Message } from '@openbell/core/contract';
import {
  addToMatrix,
  matrixId,
  matrixMessage,
  matrixReaction,
  matrixTimeline,
  must,
  ourMessage,
  ourMessages,
  type StreamChannel,
  streamChannel,
  streamMessage,
} from './chat-messages.ts';
import { type BenchPlan, timed } from './harness.ts';
import { createRandom } from './random.ts';

const size = 10_000;
/** Changes per measurement. */
const changes = 200;

/** The initial messages have even ids; late messages get odd ones. */
const even = (index: number): number => (index + 1) * 2;

function streamOf(messages: readonly Message[]): StreamChannel {
  const channel = streamChannel();
  channel.state.addMessagesSorted(messages.map(streamMessage));
  return channel;
}

export const chatLateInsert: BenchPlan = {
  id: 'chat-late-insert',
  create() {
    const messages = ourMessages(size, even);
    const random = createRandom(4);
    const odd = new Set<number>();
    while (odd.size < changes) odd.add(Math.floor(random() * (size - 1)) * 2 + 3);
    const late = [...odd].map(ourMessage);
    const lateOfStream = late.map(streamMessage);
    const lateOfMatrix = late.map(matrixMessage);
    const each = (ms: number): number => (ms * 1000) / changes;
    return {
      id: 'chat-late-insert',
      unit: 'µs',
      burstMs: 200,
      note: 'matrix-js-sdk does not sort: it appends late messages, which is less work. floor: a splice into the middle of a list of 10,000.',
      ours() {
        let reported = 0;
        const onChange = (): void => {
          reported += 1;
        };
        const thread = createThread({ chatId: 1, viewerId: 999, onChange });
        thread.mergePage({ messages, first_message_id: -1 });
        reported = 0;
        const taken = timed(() => {
          for (const message of late) {
            thread.upsert(message);
            must(thread.get(message.id) === message);
          }
        });
        must(reported === changes && thread.length === size + changes);
        for (const { id } of late) {
          const before = thread.at(thread.indexOf(id) - 1);
          must((before as Message).id === id - 1);
        }
        return each(taken);
      },
      peers: {
        'stream-chat channel state'() {
          const { state } = streamOf(messages);
          const taken = timed(() => {
            for (const message of lateOfStream) state.addMessageSorted(message);
          });
          must(state.messages.length === size + changes);
          for (const { id } of late) {
            const place = state.messages.findIndex((message) => message.id === String(id));
            must(state.messages[place - 1]?.id === String(id - 1));
          }
          return each(taken);
        },
        'matrix-js-sdk EventTimelineSet'() {
          const timeline = matrixTimeline();
          for (const message of messages) addToMatrix(timeline, matrixMessage(message));
          const taken = timed(() => {
            for (const wire of lateOfMatrix) addToMatrix(timeline, wire);
          });
          must(timeline.getLiveTimeline().getEvents().length === size + changes);
          return each(taken);
        },
      },
      floor() {
        const list = messages.slice();
        const taken = timed(() => {
          for (const message of late) list.splice(size / 2, 0, message);
        });
        must(list.length === size + changes);
        return each(taken);
      },
    };
  },
};

export const chatReaction: BenchPlan = {
  id: 'chat-reaction',
  create() {
    const messages = ourMessages(size);
    const random = createRandom(5);
    const targets = Array.from({ length: changes }, (_, index) => ({
      index,
      id: Math.floor(random() * (size / changes)) + 1 + index * (size / changes),
    }));
    const reacted = targets.map(
      ({ id }): Message => ({
        ...ourMessage(id),
        reactions: [{ emoji: '👍', user: { id: 7, first_name: 'Member 7' } }],
      }),
    );
    const each = (ms: number): number => (ms * 1000) / changes;
    return {
      id: 'chat-reaction',
      unit: 'µs',
      burstMs: 200,
      note: 'Input in wire form: Openbell receives the whole message again, stream-chat and matrix-js-sdk only the reaction. floor: a lookup, a copy of the message and one call.',
      ours() {
        let reported = 0;
        let isChecking = false;
        const thread = createThread({
          chatId: 1,
          viewerId: 999,
          onChange: (kind, _index, count) => {
            must(!isChecking || (kind === 'changed' && count === 1));
            reported += 1;
          },
        });
        thread.mergePage({ messages, first_message_id: -1 });
        isChecking = true;
        reported = 0;
        const taken = timed(() => {
          for (const message of reacted) thread.upsert(message);
        });
        must(reported === changes);
        for (const { id } of reacted) must(thread.get(id)?.reactions.length === 1);
        return each(taken);
      },
      peers: {
        'stream-chat channel state'() {
          const { state } = streamOf(messages);
          const wires = targets.map(({ id }) => ({
            message: { ...streamMessage(ourMessage(id)), latest_reactions: [reactionOf(id)] },
            reaction: reactionOf(id),
          }));
          const taken = timed(() => {
            for (const { message, reaction } of wires) {
              state.addReaction(
                reaction as Parameters<typeof state.addReaction>[0],
                message as Parameters<typeof state.addReaction>[1],
              );
            }
          });
          for (const { id } of targets) must(state.findMessage(String(id))?.latest_reactions?.length === 1);
          return each(taken);
        },
        async 'matrix-js-sdk EventTimelineSet'() {
          const timeline = matrixTimeline();
          for (const message of messages) addToMatrix(timeline, matrixMessage(message));
          const wires = targets.map(({ index, id }) => matrixReaction(index, id));
          const begin = performance.now();
          for (const wire of wires) {
            addToMatrix(timeline, wire);
            // It adds a reaction asynchronously.
            await new Promise((resolve) => setImmediate(resolve));
          }
          const taken = performance.now() - begin;
          for (const { id } of targets) {
            const relations = timeline.relations.getChildEventsForEvent(
              matrixId(id),
              'm.annotation',
              'm.reaction',
            );
            must(relations?.getRelations().length === 1);
          }
          return each(taken);
        },
      },
      floor() {
        const byId = new Map(messages.map((message) => [message.id, message]));
        let calls = 0;
        const onChange = (): void => {
          calls += 1;
        };
        const taken = timed(() => {
          for (const { id, reactions } of reacted) {
            const current = byId.get(id);
            if (current !== undefined) byId.set(id, { ...current, reactions });
            onChange();
          }
        });
        must(calls === changes);
        return each(taken);
      },
    };
  },
};

function reactionOf(id: number): object {
  return {
    message_id: String(id),
    type: 'like',
    score: 1,
    user_id: 'u7',
    user: { id: 'u7', name: 'Member 7' },
    created_at: '2026-11-21T15:00:00.000Z',
    updated_at: '2026-11-21T15:00:00.000Z',
  };
}
