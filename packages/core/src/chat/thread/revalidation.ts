// What may have changed unheard while the connection was lost is read again as it comes into view.
import type { Thread, ThreadPage } from './types.ts';

/** Pages that are read in one go: holes of more are not filled, what is before them is forgotten and loads on demand. */
export const maxFills = 40;

export interface FreshnessOptions {
  readonly thread: () => Thread;
  /** The first message in view; null when none of the server's is. */
  readonly firstInView: () => number | null;
  readonly isConnected: () => boolean;
  /** Reads the page before a message. Gives false when it could not. */
  readonly readBefore: (id: number) => Promise<boolean>;
}

export interface Freshness {
  /** All of it may have changed. */
  doubt(): void;
  /** A page was read while the connection stood. */
  note(page: ThreadPage): void;
  /** Reads again what is in view and may have changed. */
  refresh(): Promise<void>;
  reset(): void;
}

export function createFreshness(options: FreshnessOptions): Freshness {
  const { thread } = options;
  /** From this message on, everything has been read since the connection was lost. Null: all of it. */
  let freshFrom: number | null = null;
  let isRefreshing = false;
  /** Grows with each doubt and each reset: a refresh that began before it goes no further, another one may begin. */
  let round = 0;

  function restart(from: number | null): void {
    freshFrom = from;
    isRefreshing = false;
    round += 1;
  }

  return {
    doubt: () => restart(Number.POSITIVE_INFINITY),
    note({ messages, first_message_id, after, before }) {
      const first = messages[0]?.id ?? (after === undefined ? undefined : after + 1);
      if (freshFrom === null || first === undefined || (before !== undefined && before < freshFrom)) return;
      freshFrom = first_message_id === -1 ? null : Math.min(freshFrom, first);
    },
    async refresh() {
      if (freshFrom === null || isRefreshing || !options.isConnected()) return;
      const mine = round;
      isRefreshing = true;
      for (let pages = 0; pages < maxFills; pages += 1) {
        const oldest = thread().oldestId();
        const newest = thread().newestId();
        if (freshFrom === null || oldest === null || newest === null) break;
        // Nothing that is here is newer: the newest ones may have been deleted since, or all is in doubt.
        freshFrom = Math.min(freshFrom, newest + 1);
        const before: number = freshFrom;
        const wanted = Math.min(options.firstInView() ?? newest, newest);
        if (Math.max(wanted, oldest) >= before) break;
        const isRead = await options.readBefore(before);
        if (mine !== round) return;
        if (!isRead || freshFrom === null || freshFrom >= before) break;
      }
      isRefreshing = false;
    },
    reset: () => restart(null),
  };
}
