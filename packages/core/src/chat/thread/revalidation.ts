// Reads loaded messages again: after a lost connection, after an unblock, and when the URL of a file has expired.
import type { ThreadHost } from './host.ts';
import type { Thread, ThreadPage } from './types.ts';

/** Pages read in one go. Longer gaps are not filled: the messages before them are dropped and load on demand. */
export const maxPages = 40;

/** Milliseconds before the files of the same message are requested again. */
const renewPauseMs = 30_000;

export interface RevalidationOptions {
  readonly rows: Pick<Thread, 'oldestId' | 'newestId'>;
  readonly host: Pick<ThreadHost, 'scheduler' | 'connection'>;
  /** The first message in view; null when none of the server's is. */
  readonly firstInView: () => number | null;
  /** Reads the page before a message. Returns its first id, undefined for an empty page, null when it failed. */
  readonly readBefore: (id: number) => Promise<number | undefined | null>;
}

export interface Revalidation {
  /** All loaded messages may have changed. */
  invalidate(): void;
  /** A page was read while the socket was connected. */
  noteRead(page: ThreadPage): void;
  /** Reads the messages in view again, if they may have changed. */
  refresh(): Promise<void>;
  /** Reads every loaded page again. */
  refreshAll(): Promise<void>;
  /** Reads the page that ends with a message again: URLs of files expire. Returns false when it cannot. */
  renew(messageId: number): Promise<boolean>;
}

export function createRevalidation(options: RevalidationOptions): Revalidation {
  const { rows, host, readBefore } = options;
  /** Messages from this id on were read since the connection was lost. Null: all of them. */
  let freshFrom: number | null = null;
  let isRefreshing = false;
  /** Incremented by `invalidate()`; a refresh started under an older value stops. */
  let round = 0;
  const renewing = new Set<number>();

  return {
    invalidate() {
      freshFrom = Number.POSITIVE_INFINITY;
      isRefreshing = false;
      round += 1;
    },
    noteRead({ messages, first_message_id, after, before }) {
      const first = messages[0]?.id ?? (after === undefined ? undefined : Math.floor(after) + 1);
      if (freshFrom === null || first === undefined || (before !== undefined && before < freshFrom)) return;
      freshFrom = first_message_id === -1 ? null : Math.min(freshFrom, first);
    },
    async refresh() {
      if (freshFrom === null || isRefreshing || host.connection() === 0) return;
      const mine = round;
      isRefreshing = true;
      for (let pages = 0; pages < maxPages; pages += 1) {
        const oldest = rows.oldestId();
        const newest = rows.newestId();
        if (freshFrom === null || oldest === null || newest === null) break;
        // The newest message may have been deleted since, or everything is invalid: start after the newest one.
        freshFrom = Math.min(freshFrom, newest + 1);
        const before: number = freshFrom;
        const wanted = Math.min(options.firstInView() ?? newest, newest);
        if (Math.max(wanted, oldest) >= before) break;
        const first = await readBefore(before);
        if (mine !== round) return;
        if (first === null || freshFrom === null || freshFrom >= before) break;
      }
      isRefreshing = false;
    },
    async refreshAll() {
      const oldest = rows.oldestId();
      let before = (rows.newestId() ?? -1) + 1;
      for (let pages = 0; pages < maxPages && oldest !== null && before > oldest; pages += 1) {
        const first = (await readBefore(before)) ?? before;
        if (first >= before) return;
        before = first;
      }
    },
    async renew(messageId) {
      if (renewing.has(messageId)) return false;
      renewing.add(messageId);
      const first = await readBefore(messageId + 1);
      // A file that was deleted must not be requested in a loop.
      host.scheduler.after(renewPauseMs, () => renewing.delete(messageId));
      return first !== null;
    },
  };
}
