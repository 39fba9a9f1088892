// Ticks: who has got and who has read a message.
import type { MemberFacts, MessageFacts, ViewerFacts } from './chat-facts.ts';

export interface Receipts {
  readonly delivered_to_all: boolean;
  readonly seen_by_all: boolean;
  readonly read_by: readonly number[];
}

/** Whether every other member had a connection when it was sent, or has fetched since. */
export function isDeliveredToAll(message: MessageFacts, members: readonly MemberFacts[]): boolean {
  return everyOther(message, members, ({ userId, deliveredUpto, readUpto }) => {
    return deliveredUpto >= message.id || readUpto >= message.id || message.deliveredAhead.has(userId);
  });
}

/**
 * Whether every other member has read it. Between two people of whom one has blocked the other nothing is told, so
 * `hidden` members (those blocked by the sender, or blocking them) neither count nor show.
 */
export function isSeenByAll(
  message: MessageFacts,
  members: readonly MemberFacts[],
  hidden: ReadonlySet<number> = new Set(),
): boolean {
  const visible = members.filter(({ userId }) => !hidden.has(userId));
  return everyOther(message, visible, ({ readUpto }) => readUpto >= message.id);
}

/** The receipts of a message as one viewer may know them. */
export function receiptsFor(
  message: MessageFacts,
  members: readonly MemberFacts[],
  viewer: ViewerFacts,
): Receipts {
  const hidden = new Set([...viewer.blocked, ...viewer.blockedBy]);
  return {
    delivered_to_all: isDeliveredToAll(message, members),
    seen_by_all: isSeenByAll(message, members, hidden),
    read_by: members
      .filter(({ userId, readUpto }) => {
        return userId !== message.sender.id && readUpto >= message.id && !hidden.has(userId);
      })
      .map(({ userId }) => userId),
  };
}

/** A message to nobody but its sender has reached nobody: false, not vacuously true. */
function everyOther(
  message: MessageFacts,
  members: readonly MemberFacts[],
  holds: (member: MemberFacts) => boolean,
): boolean {
  const others = members.filter(({ userId, active }) => active && userId !== message.sender.id);
  return others.length > 0 && others.every(holds);
}
