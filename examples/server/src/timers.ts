/** Delays, as the feed needs them; a test turns the hands itself. */
export interface Timers {
  /** Runs once after so many milliseconds; the function that it returns takes it back. */
  after(ms: number, run: () => void): () => void;
  /** Runs again and again, so many milliseconds apart. */
  every(ms: number, run: () => void): () => void;
}

/** The process's own timers. None of them keeps the process alive. */
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
