/** Takes back what was scheduled; harmless when it has already run. */
export type Cancel = () => void;

/** When work runs later. A port, so that tests move time by hand. */
export interface Timers {
  /** Runs `work` once, after `ms` milliseconds. Longer than a day is armed in steps: see `armAt`. */
  after(ms: number, work: () => void): Cancel;
}

/** Timers, and frames for what is drawn. */
export interface Scheduler extends Timers {
  /** Runs `work` once, before the next frame is painted (soon after, where nothing is painted). */
  nextFrame(work: () => void): Cancel;
}

/** How long a frame waits in a hidden page, where the browser paints none. */
const hiddenFrameMs = 100;

// Looks the globals up at each call, so a host's patched timers are honoured.
function after(ms: number, work: () => void): Cancel {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** The system's timers alone: whoever draws nothing carries no frames. */
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
 * Runs `work` at an instant, in milliseconds since the epoch. Waits at most a day at a time, because a timer over
 * 2^31 - 1 ms fires at once, and reads `now` again after each wait.
 */
export function armAt(
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
