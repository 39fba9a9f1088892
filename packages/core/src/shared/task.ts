import type { Cancel } from '../ports/index.ts';

/** Work that is scheduled at most once at a time. */
export interface Task {
  schedule(): void;
  cancel(): void;
  /** Runs now, in place of a scheduled run. */
  run(): void;
  /** Runs now, if it is scheduled. */
  flush(): void;
}

export function createTask(later: (run: () => void) => Cancel, work: () => void): Task {
  let pending: Cancel | null = null;

  function cancel(): void {
    pending?.();
    pending = null;
  }

  function run(): void {
    cancel();
    work();
  }

  return {
    schedule() {
      pending ??= later(run);
    },
    cancel,
    run,
    flush() {
      if (pending !== null) run();
    },
  };
}
