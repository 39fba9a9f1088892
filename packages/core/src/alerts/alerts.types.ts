import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Alert } from '../contract/index.ts';
import type { Log, OnError, Page, Timers } from '../ports/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { Result } from '../shared/result.ts';

/** Why alerts did not load: no response, an error status, an invalid response, or the list was reset. */
export interface AlertsError {
  readonly code: 'alerts-unreachable' | 'alerts-refused' | 'alerts-unreadable' | 'superseded';
}

/** The loaded alerts, newest first, without duplicates. A failed state keeps them. */
export type AlertsState = {
  readonly items: readonly Alert[];
  /** The last page that is loaded completely; 0 before the first. */
  readonly page: number;
  /** Whether the server has older alerts (up to `last_page`); false before the first page has loaded. */
  readonly hasMore: boolean;
} & (
  | { readonly status: 'idle' | 'loading' | 'loading-more' | 'ready' }
  | { readonly status: 'failed'; readonly error: AlertsError }
);

export interface Alerts {
  readonly $state: ReadableAtom<AlertsState>;
  /** The server's time in milliseconds since the epoch, updated while started. */
  readonly $now: ReadableAtom<number>;
  /**
   * Loads the first page. Alerts that were loaded before are kept after it if the two overlap; otherwise they are
   * dropped, like those that the page no longer has.
   */
  readonly load: () => Promise<Result<readonly Alert[], AlertsError>>;
  /**
   * Loads the next page, or the first one. If new alerts have shifted the pages and the page has only known alerts, it
   * loads one more. After `last_page` it does nothing.
   */
  readonly loadMore: () => Promise<Result<readonly Alert[], AlertsError>>;
  /**
   * Updates `$now` while the page is visible, adds published alerts, removes retracted ones, and loads the newest page again
   * after a transient failure. Reference-counted.
   */
  readonly start: () => () => void;
  /** Aborts the pending request and resets the state. The instance can be used again. */
  readonly destroy: () => void;
}

export interface AlertsOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** The member socket, which reports published and retracted alerts. Without it the list changes when it is loaded. */
  readonly realtime?: Pick<Realtime, 'start' | 'on'> | undefined;
  /** Returns the server's time in milliseconds since the epoch; the device's time by default. */
  readonly now?: (() => number) | undefined;
  readonly scheduler?: Timers | undefined;
  readonly page?: Page | undefined;
  /** Milliseconds between two updates of `$now`; 30,000 by default. */
  readonly tickEvery?: number | undefined;
  readonly log?: Log | undefined;
  readonly onError?: OnError | undefined;
}

/**
 * The public page of one alert.
 *
 * - `no-code`: the URL has no code. `none`: the server has no alert with this code.
 * - `failed`: `message` is the server's message, or empty. `isRetryable`: the same request may succeed later.
 */
export type AlertViewState =
  | { readonly status: 'idle' | 'no-code' }
  | { readonly status: 'loading' | 'none'; readonly code: string }
  | { readonly status: 'ready'; readonly code: string; readonly alert: Alert }
  | {
      readonly status: 'failed';
      readonly code: string;
      readonly message: string;
      readonly isRetryable: boolean;
    };

/** Why an alert cannot be shown. */
export interface AlertViewError {
  readonly code: 'no-code' | 'none' | 'failed' | 'superseded';
  /** The server's message, or empty. */
  readonly message: string;
}

export interface AlertView {
  readonly $state: ReadableAtom<AlertViewState>;
  /** Loads the alert with the code from the URL. Calls with the same code share a request; otherwise the latest wins. */
  readonly open: (code: string | null) => Promise<Result<Alert, AlertViewError>>;
  readonly destroy: () => void;
}

export interface AlertViewOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly log?: Log | undefined;
}
