// What may have changed unheard while the connection was lost is read again as it comes into view (decisions.md 5).
import type { Thread, ThreadPage } from './chat.thread.types.ts';

/** Pages that are read in one go: holes of more are not filled, what is before them is forgotten and loads on demand. */
export const maxFills = 40;

export interface FreshnessOptions {
  readonly thread: () => Thread;
  /** Grows with each reset: what was asked for before it is dropped. */
  readonly generation: () => number;
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
  const { thread, generation } = options;
  /** From this message on, everything has been read since the connection was lost. Null: all of it. */
  let freshFrom: number | null = null;
  let isRefreshing = false;

  return {
    doubt() {
      freshFrom = Number.POSITIVE_INFINITY;
    },
    note({ messages, first_message_id, after, before }) {
      const first = messages[0]?.id ?? (after === undefined ? undefined : after + 1);
      if (freshFrom === null || first === undefined || (before !== undefined && before < freshFrom)) return;
      freshFrom = first_message_id === -1 ? null : Math.min(freshFrom, first);
    },
    async refresh() {
      if (freshFrom === null || isRefreshing || !options.isConnected()) return;
      const mine = generation();
      isRefreshing = true;
      for (let pages = 0; pages < maxFills; pages += 1) {
        const oldest = thread().oldestId();
        const wanted = options.firstInView() ?? thread().newestId();
        if (freshFrom === null || wanted === null || oldest === null || Math.max(wanted, oldest) >= freshFrom)
          break;
        const before: number = Math.min(freshFrom, (thread().newestId() ?? 0) + 1);
        const isRead = await options.readBefore(before);
        if (mine !== generation()) return;
        if (!isRead || freshFrom === null || freshFrom >= before) break;
      }
      isRefreshing = false;
    },
    reset() {
      freshFrom = null;
      isRefreshing = false;
    },
  };
}
