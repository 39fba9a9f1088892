import { browserPage, type Cancel, type Page, systemTimers, type Timers } from '../ports/index.ts';
import { type BackOff, backoffDelay, isTransient } from './retry.ts';

export interface LoadRetriesOptions {
  readonly scheduler?: Timers | undefined;
  readonly page?: Page | undefined;
}

/** Tries a load again by itself while somebody needs it. */
export interface LoadRetries {
  /** Begins to try, also what had failed before; what it returns ends it. */
  start(): () => void;
  /** A load has failed with a status (0: no answer came). What another try cannot change is left to the person. */
  failed(status: number): void;
  /** A load has begun that somebody asked for: what waited is forgotten. */
  reset(): void;
}

const loadBackoff: BackOff = { firstMs: 5000, longestMs: 60_000 };

/**
 * After a failed load `again` is called: 5 s later, then 10 s … a minute, and at once when the page comes to the front or
 * is connected again. A page that nobody looks at, or that is offline, does not try.
 */
export function createLoadRetries(
  again: () => void,
  { scheduler = systemTimers, page = browserPage }: LoadRetriesOptions,
): LoadRetries {
  let failures = 0;
  let isWaiting = false;
  let isStarted = false;
  let cancel: Cancel = () => {};

  function wait(): void {
    cancel();
    if (isStarted && isWaiting) cancel = scheduler.after(backoffDelay(loadBackoff, failures), attempt);
  }

  function attempt(): void {
    if (!isWaiting || !page.isVisible() || !page.isOnline()) return;
    isWaiting = false;
    cancel();
    again();
  }

  return {
    start() {
      isStarted = true;
      const unwatch = page.onChange((event) => {
        if (event === 'visible' || event === 'online') attempt();
      });
      wait();
      return () => {
        isStarted = false;
        cancel();
        unwatch();
      };
    },
    failed(status) {
      failures += 1;
      isWaiting = isTransient(status);
      wait();
    },
    reset() {
      cancel();
      isWaiting = false;
      failures = 0;
    },
  };
}
