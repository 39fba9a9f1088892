// Computes the delivery and read receipts of a message. Only its sender receives them.
import type { MemberFacts, MessageFacts, ViewerFacts } from './facts.ts';

/** The fields of a message that say who has received and read it. */
export interface Receipts {
  readonly delivered_to_all: boolean;
  readonly seen_by_all: boolean;
  /** The members who read furthest, at most `READERS_SHOWN`. */
  readonly read_by: readonly number[];
  /** Null when unknown to the viewer. */
  readonly read_count: number | null;
  readonly delivered_count: number | null;
}

/** Maximum number of ids in `read_by`: a frame must not grow with the chat. */
const READERS_SHOWN = 20;

/** The receipts of other members' messages. */
export const noReceipts: Receipts = {
  delivered_to_all: false,
  seen_by_all: false,
  read_by: [],
  read_count: null,
  delivered_count: null,
};

/** The receipts of the viewer's own new message. */
export const newReceipts: Receipts = { ...noReceipts, read_count: 0, delivered_count: 0 };

/**
 * Returns a function that computes the receipts of a chat's messages for one viewer. Members with a block in either
 * direction count for `delivered_to_all` alone. Sorts the members once, not per message.
 */
export function receiptsFor(
  members: readonly MemberFacts[],
  viewer: ViewerFacts,
): (message: MessageFacts) => Receipts {
  const others = members.filter(({ userId }) => userId !== viewer.id);
  const active = others.filter(({ active }) => active);
  const visible = visibleTo(viewer, members);
  const bySlowestDelivery = active.toSorted((a, b) => receivedUpto(a) - receivedUpto(b));
  const activeReaders = visible.filter(({ active }) => active);
  const readByAllUpto = activeReaders.reduce((least, { readUpto }) => Math.min(least, readUpto), Infinity);
  const byReading = visible.toSorted(byFurthestReading);
  const byFastestDelivery = visible.toSorted((a, b) => receivedUpto(b) - receivedUpto(a));

  return (message) => {
    if (message.sender.id !== viewer.id) return noReceipts;
    return {
      delivered_to_all: active.length > 0 && isDelivered(message, bySlowestDelivery),
      seen_by_all: activeReaders.length > 0 && readByAllUpto >= message.id,
      read_by: byReading
        .slice(0, READERS_SHOWN)
        .filter(({ readUpto }) => readUpto >= message.id)
        .map(({ userId }) => userId),
      read_count: countFirst(byReading, ({ readUpto }) => readUpto >= message.id),
      delivered_count: countDelivered(message, byFastestDelivery),
    };
  };
}

/** Returns the members who have read a message of the viewer, those who read furthest first. */
export function readersOf<Member extends MemberFacts>(
  messageId: number,
  members: readonly Member[],
  viewer: ViewerFacts,
): Member[] {
  return visibleTo(viewer, members)
    .filter(({ readUpto }) => readUpto >= messageId)
    .sort(byFurthestReading);
}

/** Returns the other members without a block in either direction. */
function visibleTo<Member extends MemberFacts>(viewer: ViewerFacts, members: readonly Member[]): Member[] {
  return members.filter(
    ({ userId }) => userId !== viewer.id && !viewer.blocked.has(userId) && !viewer.blockedBy.has(userId),
  );
}

function byFurthestReading(a: MemberFacts, b: MemberFacts): number {
  return b.readUpto - a.readUpto;
}

/** Counts the first members that match; all matching ones are at the start. */
function countFirst(members: readonly MemberFacts[], matches: (member: MemberFacts) => boolean): number {
  const end = members.findIndex((member) => !matches(member));
  return end === -1 ? members.length : end;
}

function countDelivered(message: MessageFacts, byFastestDelivery: readonly MemberFacts[]): number {
  const upto = countFirst(byFastestDelivery, (member) => receivedUpto(member) >= message.id);
  const ahead = byFastestDelivery.slice(upto).filter(({ userId }) => message.deliveredAhead.has(userId));
  return upto + ahead.length;
}

function receivedUpto({ deliveredUpto, readUpto }: MemberFacts): number {
  return Math.max(deliveredUpto, readUpto);
}

function isDelivered(message: MessageFacts, bySlowestDelivery: readonly MemberFacts[]): boolean {
  for (const member of bySlowestDelivery) {
    if (receivedUpto(member) >= message.id) return true;
    if (!message.deliveredAhead.has(member.userId)) return false;
  }
  return true;
}
