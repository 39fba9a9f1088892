import { browserPage, type Cancel, type Page, systemTimers, type Timers } from '../ports/index.ts';
import { type BackOff, backoffDelay, isTransient } from './retry.ts';

export interface LoadRetriesOptions {
  readonly scheduler?: Timers | undefined;
  readonly page?: Page | undefined;
}

/** Retries a failed load automatically while started. */
export interface LoadRetries {
  /** Starts retrying, including an earlier failure. Returns the stop function. */
  start(): () => void;
  /** Reports a failed load by its HTTP status (0: no response). Only transient failures are retried. */
  failed(status: number): void;
  /** Reports a load that was started otherwise: cancels the pending retry. */
  reset(): void;
}

const loadBackoff: BackOff = { firstMs: 5000, longestMs: 60_000 };

/**
 * Calls `again` after a failed load: after 5 s, then 10 s, up to one minute, and at once when the page becomes visible or
 * online. Hidden and offline pages do not retry.
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
      const unwatch = page.onChange((event) => (event === 'visible' || event === 'online') && attempt());
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
