import { browserPage, type Cancel, type Page, systemTimers, type Timers } from '../ports/index.ts';
import { isTransient, type RetryPolicy, retryDelay } from './retry.ts';

export interface LoadRetriesOptions {
  readonly scheduler?: Timers | undefined;
  readonly page?: Page | undefined;
}

/** Retries a failed load automatically while started. */
export interface LoadRetries {
  /** Starts retrying, including an earlier failure. Returns the stop function. */
  start(): () => void;
  /** Reports a failed load: its HTTP status (0: no response) and `Retry-After` (seconds). Only transient failures are retried. */
  failed(response: { readonly status: number; readonly retryAfter: number | null }): void;
  /** Reports a load that was started otherwise: cancels the pending retry. */
  reset(): void;
}

const loadRetry: RetryPolicy = { firstMs: 5000, longestMs: 60_000, retryAfterMs: [5000, 86_400_000] };

/**
 * Calls `again` after a failed load: after `Retry-After`, else after 5 s, then 10 s, up to one minute, and at once when the
 * page becomes visible or online, unless the server set the wait. Hidden and offline pages do not retry.
 */
export function createLoadRetries(
  again: () => void,
  { scheduler = systemTimers, page = browserPage }: LoadRetriesOptions,
): LoadRetries {
  let failures = 0;
  /** The server's wait in seconds, until it is over. */
  let retryAfter: number | null = null;
  let isWaiting = false;
  let isStarted = false;
  let cancel: Cancel = () => {};

  function wait(): void {
    cancel();
    if (!isStarted || !isWaiting) return;
    cancel = scheduler.after(retryDelay(loadRetry, failures, retryAfter), () => {
      retryAfter = null;
      attempt();
    });
  }

  function attempt(): void {
    if (!isWaiting || retryAfter !== null || !page.isVisible() || !page.isOnline()) return;
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
    failed(response) {
      failures += 1;
      retryAfter = response.retryAfter;
      isWaiting = isTransient(response.status);
      wait();
    },
    reset() {
      cancel();
      isWaiting = false;
      failures = 0;
    },
  };
}
