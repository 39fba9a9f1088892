import type { Cancel, Timers } from '../ports/index.ts';

/** A stored value, available at once or asynchronously. @inline */
export type StoredText = string | null | Promise<string | null>;

/** Timeout and error handling of an asynchronous storage. */
export interface ReadOptions {
  readonly timeoutMs: number;
  readonly scheduler: Timers;
  readonly onProblem: (problem: unknown) => void;
}

/**
 * Passes a stored value on, at once or when it is available. After the timeout or an error it passes null and ignores a
 * later value. Returns a function that cancels the wait.
 */
export function readStoredText(
  stored: StoredText,
  options: ReadOptions,
  onText: (text: string | null) => void,
): Cancel {
  if (!(stored instanceof Promise)) {
    onText(stored);
    return () => {};
  }
  let waiting = true;
  const finish = (text: string | null, problem?: unknown): void => {
    if (!waiting) return;
    cancel();
    if (problem !== undefined) options.onProblem(problem);
    onText(text);
  };
  const cancelTimer = options.scheduler.after(options.timeoutMs, () =>
    finish(null, 'Reading the stored state timed out.'),
  );
  const cancel = (): void => {
    waiting = false;
    cancelTimer();
  };
  stored.then(finish, (error: unknown) => finish(null, error ?? 'The stored state could not be read.'));
  return cancel;
}
