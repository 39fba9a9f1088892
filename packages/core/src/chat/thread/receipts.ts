// Delivery and read receipts. They are never revoked, and one may arrive before its message.
import type { Message } from '../../contract/index.ts';

export type Receipt = 'delivered' | 'seen';

/** Applies a receipt. Returns `message` itself when nothing changes. */
export function receipted(message: Message, receipt: Receipt): Message {
  if (message.seen_by_all || (message.delivered_to_all && receipt === 'delivered')) return message;
  return { ...message, delivered_to_all: true, seen_by_all: receipt === 'seen' };
}

/** Receipts that arrived before their message. */
export interface EarlyReceipts {
  isEmpty(): boolean;
  add(id: number, receipt: Receipt): void;
  /** Applies the receipt of a message that has arrived, and forgets it. */
  apply(message: Message): Message;
}

/** Bounds the memory for receipts whose messages never arrive. */
const maxReceipts = 1000;

export function createEarlyReceipts(): EarlyReceipts {
  const receipts = new Map<number, Receipt>();
  return {
    isEmpty: () => receipts.size === 0,
    add(id, receipt) {
      if (receipts.get(id) !== 'seen') receipts.set(id, receipt);
      if (receipts.size > maxReceipts) receipts.delete(receipts.keys().next().value as number);
    },
    apply(message) {
      const receipt = receipts.get(message.id);
      if (receipt === undefined) return message;
      receipts.delete(message.id);
      return receipted(message, receipt);
    },
  };
}
