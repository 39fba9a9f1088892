// Records which connected members received which new messages.

import type { ServerContext } from '../../context.ts';
import type { MessageFacts } from '../chat-facts.ts';
import { type Delivery, markDelivered } from '../read-positions.ts';
import { createBatches } from './batches.ts';

/** Minimum time in milliseconds between two writes of a chat's positions. */
export const POSITIONS_MS = 500;

export interface Deliveries {
  /** Records that connected users received messages, ascending by id. */
  add(chatId: number, messages: readonly MessageFacts[], userIds: readonly number[]): void;
  /** Writes everything that was recorded. */
  close(): Promise<void>;
}

interface Sent {
  readonly messages: readonly MessageFacts[];
  readonly userIds: readonly number[];
}

export function createDeliveries({ db, bus, clock, log, metrics }: ServerContext): Deliveries {
  const batches = createBatches<number, Sent>({
    intervalMs: POSITIONS_MS,
    handle: async (chatId, sent) => {
      const receipts = await markDelivered(db, { chatId, deliveries: deliveriesOf(sent), now: clock.now() });
      await bus.publish(...receipts);
    },
    onError: (error) => log.error('socket.positions-failed', { error }),
  });
  metrics.queue('delivery-marks', () => batches.size());
  return {
    add: (chatId, messages, userIds) => batches.add(chatId, { messages, userIds }),
    close: () => batches.close(),
  };
}

/** Returns the run of other members' messages that each user received. A user who missed a part begins after it. */
function deliveriesOf(sent: readonly Sent[]): Delivery[] {
  const runs = new Map<number, { firstId: number; lastId: number; until: number }>();
  for (const [index, { messages, userIds }] of sent.entries()) {
    const senders = new Set(messages.map(({ sender }) => sender.id));
    const ends = edges(messages);
    for (const userId of userIds) {
      const received = senders.has(userId)
        ? edges(messages.filter(({ sender }) => sender.id !== userId))
        : ends;
      const run = runs.get(userId);
      if (run !== undefined && run.until === index - 1) {
        run.until = index;
        if (received !== null) run.lastId = received.lastId;
      } else if (received !== null) {
        runs.set(userId, { ...received, until: index });
      }
    }
  }
  return [...runs].map(([userId, { firstId, lastId }]) => ({ userId, firstId, lastId }));
}

function edges(messages: readonly MessageFacts[]): { firstId: number; lastId: number } | null {
  const [first] = messages;
  const last = messages.at(-1);
  return first === undefined || last === undefined ? null : { firstId: first.id, lastId: last.id };
}
