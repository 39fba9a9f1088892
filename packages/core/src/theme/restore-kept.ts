import type { Cancel, Timers } from '../ports/index.ts';

/** What a storage has for a key: there at once, or still on its way. */
export type Kept = string | null | Promise<string | null>;

/** How long what is kept may take to come, and who hears of it when it does not. */
export interface RestoreOptions {
  /** Milliseconds: 5000. */
  readonly timeOut: number;
  readonly scheduler: Timers;
  readonly onProblem: (problem: unknown) => void;
}

/**
 * Hands on what is kept: at once where it is there, otherwise when it has come. What has not come in time, or cannot be
 * read, is null: the state begins empty, and what comes after that is dropped. The function returned gives
 * the waiting up.
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
