// Jumping to a message: older pages are loaded until it is there, and it is marked for 2 s.

import type { ThreadState } from '../types.ts';
import type { Thread } from './types.ts';

export interface Jump {
  readonly highlight: ThreadState['highlight'];
  /** Gives false when the message is gone. */
  to(messageId: number): Promise<boolean>;
  reset(): void;
}

export interface JumpOptions {
  readonly thread: () => Thread;
  /** Grows with each reset: what was begun before it ends. */
  readonly generation: () => number;
  readonly loadOlder: () => Promise<{ readonly ok: boolean }>;
  readonly later: (ms: number, work: () => void) => void;
  readonly publish: () => void;
}

const highlightMs = 2000;
/** Pages that a jump loads at most. */
const mostPages = 200;

export function createJump(options: JumpOptions): Jump {
  const { thread, generation, publish } = options;
  let highlight: ThreadState['highlight'] = null;
  let jumps = 0;
  return {
    get highlight() {
      return highlight;
    },
    async to(id) {
      const mine = generation();
      jumps += 1;
      const jump = jumps;
      for (let pages = 0; thread().indexOf(id) < 0; pages += 1) {
        const oldest = thread().readFrom();
        // Something newer than the oldest one here that is not here is gone.
        if (!thread().hasOlder || oldest === null || oldest < id || pages === mostPages) return false;
        const isLoaded = (await options.loadOlder()).ok;
        if (mine !== generation() || jump !== jumps || !isLoaded) return false;
      }
      highlight = { id, jump };
      publish();
      options.later(highlightMs, () => {
        if (highlight?.jump !== jump) return;
        highlight = null;
        publish();
      });
      return true;
    },
    reset() {
      highlight = null;
    },
  };
}
