import type { WebSocket } from 'ws';
import type { Timers } from '../../timers.ts';

interface BacklogParts {
  readonly socket: Pick<WebSocket, 'bufferedAmount'>;
  readonly timers: Timers;
  readonly limits: {
    /** Unsent bytes above which trades are dropped. */
    readonly backlog: number;
    /** Unsent bytes at which sending resumes. */
    readonly drained: number;
    /** Milliseconds after which a client that does not read is disconnected. */
    readonly stalled: number;
  };
  /** The client reads again, and has missed this many trades. */
  readonly onDrained: (dropped: number) => void;
  readonly onStalled: () => void;
}

/** Decides which trades a slow client misses, and counts them. */
export function createBacklog({ socket, timers, limits, onDrained, onStalled }: BacklogParts) {
  let dropped = 0;
  let cancelStalled: (() => void) | null = null;

  function stop(): void {
    cancelStalled?.();
    cancelStalled = null;
  }

  function resume(): void {
    stop();
    if (dropped > 0) onDrained(dropped);
    dropped = 0;
  }

  return {
    /** Whether to drop these trades. */
    drops(trades: number): boolean {
      const unsent = socket.bufferedAmount;
      if (dropped === 0 ? unsent <= limits.backlog : unsent <= limits.drained) {
        resume();
        return false;
      }
      dropped += trades;
      cancelStalled ??= timers.after(limits.stalled, () => {
        // Without trades since it caught up, nothing has resumed sending.
        if (socket.bufferedAmount <= limits.drained) resume();
        else onStalled();
      });
      return true;
    },
    stop,
  };
}
