import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Alert } from '../contract/index.ts';
import type { Log, OnError, Page, Timers } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** Why alerts did not load: no answer, the server's refusal, an answer that is none, or the list was emptied meanwhile. */
export interface AlertsError {
  readonly code: 'alerts-unreachable' | 'alerts-refused' | 'alerts-unreadable' | 'superseded';
}

/** The alerts loaded so far, newest first, each once. A failed state keeps them. */
export type AlertsState = {
  readonly items: readonly Alert[];
  /** The last page that has been loaded; 0 before the first. */
  readonly page: number;
  /** Whether the server has older alerts (paging stops at last_page); false before a first page has come. */
  readonly hasMore: boolean;
} & (
  | { readonly status: 'idle' | 'loading' | 'loading-more' | 'ready' }
  | { readonly status: 'failed'; readonly error: AlertsError }
);

export interface Alerts {
  readonly $state: ReadableAtom<AlertsState>;
  /** The server's time in milliseconds since the epoch, moved on while somebody has started the module. */
  readonly $now: ReadableAtom<number>;
  /**
   * Fetches the first page. Alerts that were loaded before stay behind it when the two meet (somebody comes back to the
   * page); where they do not, the list begins anew.
   */
  readonly load: () => Promise<Result<readonly Alert[], AlertsError>>;
  /**
   * Fetches the next page, or the first one while there is none. A page that only repeats what is there (new
   * alerts have moved the older ones on) is followed by the next. After `last_page` it does nothing.
   */
  readonly loadMore: () => Promise<Result<readonly Alert[], AlertsError>>;
  /** Keeps `$now` going while the page is seen. Reference-counted. */
  readonly start: () => () => void;
  /** Takes the running request back and empties the state. The instance can be used again. */
  readonly destroy: () => void;
}

export interface AlertsOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** The server's time; the device's by default. */
  readonly now?: (() => number) | undefined;
  readonly scheduler?: Timers | undefined;
  readonly page?: Page | undefined;
  /** Milliseconds between two steps of `$now`: 30000. */
  readonly tickEvery?: number | undefined;
  readonly log?: Log | undefined;
  readonly onError?: OnError | undefined;
}

/**
 * The public page of one alert.
 *
 * - `no-code`: the address names none. `none`: the server has no alert under it.
 * - `failed`: `message` is the server's own word, or empty.
 */
export type AlertViewState =
  | { readonly status: 'idle' | 'no-code' }
  | { readonly status: 'loading' | 'none'; readonly code: string }
  | { readonly status: 'ready'; readonly code: string; readonly alert: Alert }
  | { readonly status: 'failed'; readonly code: string; readonly message: string };

/** Why an alert cannot be shown. */
export interface AlertViewError {
  readonly code: 'no-code' | 'none' | 'failed' | 'superseded';
  /** The server's own word, or empty. */
  readonly message: string;
}

export interface AlertView {
  readonly $state: ReadableAtom<AlertViewState>;
  /** Shows the alert of a code, as the address gives it. Calls for the same code share a request; else the latest wins. */
  readonly open: (code: string | null) => Promise<Result<Alert, AlertViewError>>;
  readonly destroy: () => void;
}

export interface AlertViewOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly log?: Log | undefined;
}
