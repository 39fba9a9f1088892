// What is here and is read once more: messages whose files' addresses have expired, and words that were held back.
import { maxFills } from './revalidation.ts';
import type { Thread } from './types.ts';

/** Milliseconds before the same message's files are asked for again. */
const renewPauseMs = 30_000;

export interface RereadOptions {
  readonly thread: () => Thread;
  /** Grows with each reset: what was asked for before it is dropped. */
  readonly generation: () => number;
  readonly later: (ms: number, work: () => void) => void;
  /** Reads the page before a message. Gives its first id, undefined for an empty page; null when it could not. */
  readonly readBefore: (id: number) => Promise<number | undefined | null>;
}

export interface Reread {
  /** Reads the page that ends with a message again: addresses of files expire. Gives false when it cannot. */
  renew(messageId: number): Promise<boolean>;
  /** Reads every page that is here. */
  all(): Promise<void>;
  reset(): void;
}

export function createReread({ thread, generation, later, readBefore }: RereadOptions): Reread {
  /** Each is asked for anew once at a time. */
  const renewing = new Set<number>();

  return {
    async renew(messageId) {
      if (renewing.has(messageId)) return false;
      const mine = generation();
      renewing.add(messageId);
      const first = await readBefore(messageId + 1);
      // Not again at once: a file that is gone must not be asked for on and on.
      later(renewPauseMs, () => {
        if (mine === generation()) renewing.delete(messageId);
      });
      return first !== null && mine === generation();
    },
    async all() {
      const mine = generation();
      const oldest = thread().oldestId();
      let before = (thread().newestId() ?? -1) + 1;
      for (let pages = 0; pages < maxFills && oldest !== null && before > oldest; pages += 1) {
        const first = (await readBefore(before)) ?? undefined;
        if (mine !== generation() || first === undefined || first >= before) return;
        before = first;
      }
    },
    reset: () => renewing.clear(),
  };
}
