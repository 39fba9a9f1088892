// Marks chats as read for the users who send ReadByAll.
import type { ServerContext } from '../../context.ts';
import { markRead } from '../read-positions.ts';
import { createBatches } from './batches.ts';
import { POSITIONS_MS } from './deliveries.ts';

export interface Reads {
  /** Marks everything in a chat as read by a user. */
  add(chatId: number, userId: number): void;
  /** Writes everything that was added. */
  close(): Promise<void>;
}

export function createReads({ db, bus, clock, log, metrics }: ServerContext): Reads {
  const batches = createBatches<number, number>({
    intervalMs: POSITIONS_MS,
    handle: async (chatId, userIds) => {
      const marked = await markRead(db, { chatId, userIds, now: clock.now() });
      await bus.publish(
        ...marked.receipts,
        ...marked.userIds.map((userId) => ({ type: 'chat-list-changed', detail: { userId } }) as const),
      );
    },
    onError: (error) => log.error('socket.positions-failed', { error }),
  });
  metrics.queue('read-marks', () => batches.size());
  return { add: (chatId, userId) => batches.add(chatId, userId), close: () => batches.close() };
}
