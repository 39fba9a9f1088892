// Ticks of messages: they never go back, and one that overtakes its message waits for it.
import type { Message } from '../../contract/index.ts';

export type Receipt = 'delivered' | 'seen';

/** A message with a receipt; the message itself when it says nothing new. */
export function receipted(message: Message, receipt: Receipt): Message {
  if (message.seen_by_all || (message.delivered_to_all && receipt === 'delivered')) return message;
  return { ...message, delivered_to_all: true, seen_by_all: receipt === 'seen' };
}

/** Receipts that came before their message did. */
export interface EarlyReceipts {
  isEmpty(): boolean;
  note(id: number, receipt: Receipt): void;
  /** The message with what waited for it. */
  give(message: Message): Message;
}

/** Receipts of messages that never come are forgotten beyond this many. */
const most = 1000;

export function createEarlyReceipts(): EarlyReceipts {
  const waiting = new Map<number, Receipt>();
  return {
    isEmpty: () => waiting.size === 0,
    note(id, receipt) {
      if (waiting.get(id) !== 'seen') waiting.set(id, receipt);
      if (waiting.size > most) waiting.delete(waiting.keys().next().value as number);
    },
    give(message) {
      const receipt = waiting.get(message.id);
      if (receipt === undefined) return message;
      waiting.delete(message.id);
      return { ...message, delivered_to_all: true, seen_by_all: message.seen_by_all || receipt === 'seen' };
    },
  };
}
