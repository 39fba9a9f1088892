import { setTimeout as delay } from 'node:timers/promises';

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

/** Waits until all work is done, at most `ms` milliseconds. */
export async function atMost(ms: number, work: readonly unknown[]): Promise<void> {
  const limit = new AbortController();
  const late = delay(ms, undefined, { signal: limit.signal }).catch(() => undefined);
  try {
    await Promise.race([Promise.all(work), late]);
  } finally {
    limit.abort();
  }
}
