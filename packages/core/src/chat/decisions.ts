import type { Moderation } from './message/moderation.ts';

/** @inline */
type Listener = (userId: number, moderation: Moderation) => void;

/**
 * Passes a viewer's decisions about people between the chat features of a page: a block in a group chat applies to personal
 * chats at once, also with a backend that sends no `WebMarkUser`.
 *
 * @inline
 */
export interface Decisions {
  /** Returns a function that reports a decision of the viewer to the others. Ends with the signal. */
  join(viewerId: number, listener: Listener, signal: AbortSignal): Listener;
}

export function createDecisions(): Decisions {
  const members = new Set<{ readonly viewerId: number; readonly listener: Listener }>();
  return {
    join(viewerId, listener, signal) {
      const own = { viewerId, listener };
      if (!signal.aborted) members.add(own);
      signal.addEventListener('abort', () => members.delete(own));
      return (userId, moderation) => {
        for (const other of members)
          if (other !== own && other.viewerId === viewerId) other.listener(userId, moderation);
      };
    },
  };
}
