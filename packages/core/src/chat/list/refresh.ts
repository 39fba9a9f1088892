import type { Clock, Timers } from '../../ports/index.ts';
import { createTask } from '../../shared/task.ts';

const everyMs = 1000;

/** Loads once at a time. `refresh` loads again, also after a pending load, and at most once a second. */
export function createRefresh<T>(
  { clock, scheduler }: { readonly clock: Clock; readonly scheduler: Timers },
  work: () => Promise<T>,
): { load(): Promise<T>; refresh(): void; isLoading(): boolean } {
  let pending: Promise<T> | null = null;
  let isStale = false;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  // Bounded, in case the clock was set back.
  const waitMs = (): number => Math.min(refreshedAt + everyMs - clock.now(), everyMs);
  const reload = createTask(
    (run) => scheduler.after(waitMs(), run),
    () => {
      refreshedAt = clock.now();
      void load();
    },
  );

  function begin(): Promise<T> {
    isStale = false;
    return work().finally(() => {
      pending = null;
    });
  }

  async function load(): Promise<T> {
    pending ??= begin();
    const result = await pending;
    // The response may be older than a change that was reported meanwhile.
    if (isStale) refresh();
    return result;
  }

  function refresh(): void {
    if (pending !== null) isStale = true;
    else if (waitMs() > 0) reload.schedule();
    else reload.run();
  }

  return { load, refresh, isLoading: () => pending !== null };
}
