/** Timers that tests can replace. */
export interface Timers {
  /** Runs once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Runs every `ms` milliseconds. Returns a function that stops it. */
  every(ms: number, run: () => void): () => void;
}

/** The timers of the process. They do not keep it alive. */
export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
