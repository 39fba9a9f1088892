import type { Clock } from '../../../server/src/clock.ts';

/** The sandbox's clock: another clock's time and an offset, which only grows. */
export interface MovableClock extends Clock {
  /** Milliseconds that it is ahead of its source. */
  readonly offset: number;
  /** Sets it ahead by so much; a smaller offset than it has changes nothing, because time never runs back. */
  setOffset(milliseconds: number): void;
}

/** A clock over `source` that can be set ahead. */
export function createMovableClock(source: Clock): MovableClock {
  let offset = 0;
  return {
    now: () => source.now() + offset,
    get offset() {
      return offset;
    },
    setOffset(milliseconds) {
      offset = Math.max(offset, milliseconds);
    },
  };
}
