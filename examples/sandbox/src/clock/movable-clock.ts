import type { Clock } from '@openbell/example-server';

/** A clock with an offset that only grows. */
export interface MovableClock extends Clock {
  /** Milliseconds that it is ahead of its source. */
  readonly offset: number;
  /** Sets the offset; a smaller one is ignored. */
  setOffset(milliseconds: number): void;
  /** Calls the listeners of jumps. */
  announceJump(): void;
}

/** Creates a clock that can be moved ahead of `source`. */
export function createMovableClock(source: Clock): MovableClock {
  let offset = 0;
  const listeners = new Set<() => void>();
  return {
    now: () => source.now() + offset,
    get offset() {
      return offset;
    },
    setOffset(milliseconds) {
      offset = Math.max(offset, milliseconds);
    },
    onJump(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    announceJump() {
      for (const listener of listeners) listener();
    },
  };
}
