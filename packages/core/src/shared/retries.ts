import { browserPage, type Cancel, type Page, systemTimers, type Timers } from '../ports/index.ts';

export interface RetriesOptions {
  readonly scheduler?: Timers | undefined;
  readonly page?: Page | undefined;
}

/** Tries a load again by itself while somebody needs it. */
export interface Retries {
  /** Begins to try, also what had failed before; what it returns ends it. */
  start(): () => void;
  /** A load has failed with a status (0: no answer came). What another try cannot change is left to the person. */
  failed(status: number): void;
  /** A load has begun that somebody asked for: what waited is forgotten. */
  reset(): void;
}

const firstMs = 5000;
const longestMs = 60_000;

/**
 * After a failed load `again` is called: 5 s later, then 10 s … a minute, and at once when the page comes to the front or
 * is connected again. A page that nobody looks at, or that is offline, does not try.
 */
export function createRetries(
  again: () => void,
  { scheduler = systemTimers, page = browserPage }: RetriesOptions,
): Retries {
  let failures = 0;
  let isWaiting = false;
  let isStarted = false;
  let cancel: Cancel = () => {};

  function wait(): void {
    cancel();
    if (isStarted && isWaiting)
      cancel = scheduler.after(Math.min(longestMs, firstMs * 2 ** (failures - 1)), attempt);
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
      isWaiting = status === 0 || status === 408 || status === 429 || status >= 500;
      wait();
    },
    reset() {
      cancel();
      isWaiting = false;
      failures = 0;
    },
  };
}
