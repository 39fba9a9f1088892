import type { Cancel, Timers } from '../ports/index.ts';

/** A stored value, available at once or asynchronously. */
export type Kept = string | null | Promise<string | null>;

/** Timeout and error handling of an asynchronous storage. */
export interface RestoreOptions {
  /** Milliseconds; 5,000 by default. */
  readonly timeOut: number;
  readonly scheduler: Timers;
  readonly onProblem: (problem: unknown) => void;
}

/**
 * Passes a stored value on, at once or when it is available. After the timeout or an error it passes null and ignores a
 * later value. Returns a function that cancels the wait.
 */
export function restoreKept(
  kept: Kept,
  options: RestoreOptions,
  take: (text: string | null) => void,
): Cancel {
  if (!(kept instanceof Promise)) {
    take(kept);
    return () => {};
  }
  let waiting = true;
  const finish = (text: string | null, problem?: unknown): void => {
    if (!waiting) return;
    giveUp();
    if (problem !== undefined) options.onProblem(problem);
    take(text);
  };
  const cancelTimer = options.scheduler.after(options.timeOut, () =>
    finish(null, 'The stored state did not come in time.'),
  );
  const giveUp = (): void => {
    waiting = false;
    cancelTimer();
  };
  kept.then(finish, (error: unknown) => finish(null, error ?? 'The stored state could not be read.'));
  return giveUp;
}
