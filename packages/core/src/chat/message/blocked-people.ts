// The people whom the viewer has blocked, as far as this page knows. A backend may go on sending what they say.
import type { Message } from '../../contract/index.ts';
import { isServerId } from '../../shared/ids.ts';
import { moderated } from './moderation.ts';

export interface BlockedPeople {
  /** Incremented by every decision: the response to an earlier request proves nothing. */
  readonly revision: number;
  /** Their ids: the same list until it changes. */
  ids(): readonly number[];
  has(userId: number): boolean;
  /** The viewer has blocked or unblocked a person. */
  decide(userId: number, isBlocked: boolean): void;
  /**
   * Finds the people who are blocked by the marks of received messages. In a response to a request that was sent under the
   * revision `since`, unmarked messages of a person who was marked before are an unblock; without `since`, nothing is.
   */
  learn(
    messages: readonly Message[],
    since?: number,
  ): readonly (readonly [userId: number, isBlocked: boolean])[];
  /** Removes texts, quotes and reactions of blocked people. Returns `message` itself when it has none. */
  withhold(message: Message): Message;
}

/** What a chat needs of them. */
export interface KnownBlocks extends Pick<BlockedPeople, 'ids' | 'withhold'> {
  /** Incremented by every decision about a block. */
  revision(): number;
  /** Applies the marks of received messages; see `BlockedPeople.learn`. */
  learn(messages: readonly Message[], since?: number): void;
}

export function createBlockedPeople(viewerId: number): BlockedPeople {
  let revision = 0;
  let list: readonly number[] = [];
  /** People whose messages the server has marked. */
  const marked = new Set<number>();

  return {
    get revision() {
      return revision;
    },
    ids: () => list,
    has: (userId) => list.includes(userId),
    decide(userId, isBlocked) {
      revision += 1;
      if (isBlocked === list.includes(userId)) return;
      list = isBlocked ? [...list, userId] : list.filter((id) => id !== userId);
      if (!isBlocked) marked.delete(userId);
    },
    learn(messages, since) {
      if (since !== undefined && since !== revision) return [];
      const marks = new Map<number, boolean>();
      for (const { sender, is_block, reply_to } of messages) {
        marks.set(sender.id, is_block);
        if (reply_to?.is_block === true) marks.set(reply_to.sender.id, true);
      }
      return [...marks].filter(([userId, isBlocked]) => {
        if (!isServerId(userId) || userId === viewerId) return false;
        if (!isBlocked) return since !== undefined && marked.has(userId);
        marked.add(userId);
        return !list.includes(userId);
      });
    },
    withhold: (message) =>
      list.reduce((next, userId) => moderated(next, userId, { is_block: true }), message),
  };
}
