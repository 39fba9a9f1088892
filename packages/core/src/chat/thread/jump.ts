import type { Timers } from '../../ports/index.ts';
import type { Thread, ThreadState } from './types.ts';

export interface Jump {
  readonly highlight: ThreadState['highlight'];
  /** Loads older pages until the message is there, and highlights it. Returns false when it does not exist. */
  to(messageId: number): Promise<boolean>;
}

export interface JumpOptions {
  readonly rows: Pick<Thread, 'indexOf' | 'readFrom' | 'hasOlder'>;
  readonly scheduler: Timers;
  readonly loadOlder: () => Promise<{ readonly ok: boolean }>;
  readonly publish: () => void;
}

const highlightMs = 2000;
const maxPages = 200;

export function createJump({ rows, scheduler, loadOlder, publish }: JumpOptions): Jump {
  let highlight: ThreadState['highlight'] = null;
  let jumps = 0;
  return {
    get highlight() {
      return highlight;
    },
    async to(id) {
      jumps += 1;
      const jump = jumps;
      for (let pages = 0; rows.indexOf(id) < 0; pages += 1) {
        const oldest = rows.readFrom();
        // A message that is newer than the oldest one and not loaded was deleted.
        if (!rows.hasOlder || oldest === null || oldest < id || pages === maxPages) return false;
        const { ok } = await loadOlder();
        if (jump !== jumps || !ok) return false;
      }
      highlight = { id, jump };
      publish();
      scheduler.after(highlightMs, () => {
        if (highlight?.jump !== jump) return;
        highlight = null;
        publish();
      });
      return true;
    },
  };
}
