/** Cancels the scheduled work; no effect when it has run. */
export type Cancel = () => void;

/** Timers. Tests replace them to control time. */
export interface Timers {
  /** Runs `work` once, after `ms` milliseconds. For more than a day, use `runAt`. */
  after(ms: number, work: () => void): Cancel;
}

/** Timers and animation frames. */
export interface Scheduler extends Timers {
  /** Runs `work` once, before the next paint; after 100 ms when nothing is painted. */
  nextFrame(work: () => void): Cancel;
}

/** Milliseconds until a frame in a hidden page, which the browser does not paint. */
const hiddenFrameMs = 100;

// Reads the globals at each call, so that timers patched by the host are used.
function after(ms: number, work: () => void): Cancel {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** The system's timers, without animation frames. */
export const systemTimers: Timers = { after };

export const systemScheduler: Scheduler = {
  after,
  nextFrame(work) {
    let done = false;
    const run = (): void => {
      if (done) return;
      done = true;
      cancel();
      work();
    };
    const timer = setTimeout(run, hiddenFrameMs);
    const frame = typeof requestAnimationFrame === 'function' ? requestAnimationFrame(run) : null;
    const cancel = (): void => {
      clearTimeout(timer);
      if (frame !== null) cancelAnimationFrame(frame);
    };
    return () => {
      done = true;
      cancel();
    };
  },
};

const dayMs = 86_400_000;

/**
 * Runs `work` at an instant (ms since the epoch), in steps of at most a day, because a timer over 2^31 - 1 ms fires at
 * once. `now` is read at each step, so that changes of the clock are followed.
 */
export function runAt(
  instant: number,
  {
    now,
    scheduler,
    work,
  }: { readonly now: () => number; readonly scheduler: Timers; readonly work: () => void },
): Cancel {
  let cancel: Cancel = () => {};
  const step = (): void => {
    const left = instant - now();
    cancel =
      left <= 0
        ? scheduler.after(0, work)
        : scheduler.after(Math.min(left, dayMs), left <= dayMs ? work : step);
  };
  step();
  return () => cancel();
}
