/** The server's source of time; tests replace it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls the listener after the time has jumped, and returns a function that removes it. Absent if it never does. */
  readonly onJump?: (listener: () => void) => () => void;
}

export const systemClock: Clock = { now: () => Date.now() };
