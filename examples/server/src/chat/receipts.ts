// Computes the delivery and read receipts of a message.
import type { MemberFacts, MessageFacts, ViewerFacts } from './chat-facts.ts';

export interface Receipts {
  readonly delivered_to_all: boolean;
  readonly seen_by_all: boolean;
  readonly read_by: readonly number[];
}

/** Returns whether every other member has received the message. */
export function isDeliveredToAll(message: MessageFacts, members: readonly MemberFacts[]): boolean {
  return everyOther(message, members, ({ userId, deliveredUpto, readUpto }) => {
    return deliveredUpto >= message.id || readUpto >= message.id || message.deliveredAhead.has(userId);
  });
}

/** Returns whether every other member has read the message. `hidden` members (a block in either direction) do not count. */
export function isSeenByAll(
  message: MessageFacts,
  members: readonly MemberFacts[],
  hidden: ReadonlySet<number> = new Set(),
): boolean {
  const visible = members.filter(({ userId }) => !hidden.has(userId));
  return everyOther(message, visible, ({ readUpto }) => readUpto >= message.id);
}

/** Returns the receipts of a message for one viewer. */
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

/** False without other members. */
function everyOther(
  message: MessageFacts,
  members: readonly MemberFacts[],
  holds: (member: MemberFacts) => boolean,
): boolean {
  const others = members.filter(({ userId, active }) => active && userId !== message.sender.id);
  return others.length > 0 && others.every(holds);
}
