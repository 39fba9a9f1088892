import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../../api-client/index.ts';
import type { SubscriptionInfo } from '../../contract/index.ts';
import type { Log } from '../../ports/index.ts';
import type { Session } from '../../session/index.ts';
import type { Result } from '../../shared/result.ts';

/**
 * The subscription on the unsubscribe pages.
 *
 * - `refused`: the response's error flag was set; the page shows `message`, the server's, as an alert.
 * - `failed`: it did not load for another reason. Offer Retry if `isRetryable`.
 */
export interface SubscriptionInfoState {
  readonly status: 'idle' | 'loading' | 'ready' | 'refused' | 'failed';
  /** The requested subscription; null while `idle`. */
  readonly id: number | null;
  /** The loaded details; a failed reload keeps them. */
  readonly info: SubscriptionInfo | null;
  /** The server's own message, or empty. */
  readonly message: string;
  /** Set with `failed`: whether it may load later; false for the subscription of another member, for example. */
  readonly isRetryable?: boolean;
}

/**
 * The progress of a cancellation.
 *
 * - `requesting`: requesting the page to cancel on (Edit profile's Unsubscribe). `cancelling`: the cancellation is pending.
 * - `canceled`, `failed`: the result of the last cancellation. The session's subscriptions change with the next profile.
 */
export interface CancellingState {
  readonly step: 'idle' | 'requesting' | 'cancelling' | 'canceled' | 'failed';
  /** The subscription being canceled, or null. */
  readonly id: number | null;
}

/**
 * Why a cancellation failed.
 *
 * - `failed`: the server rejected it, or there was no response and the subscription is still active.
 * - `refused`: the response's error flag was set. `nothing-to-cancel`: the member has no subscription.
 * - `superseded`: the session has changed; show no message.
 */
export interface CancellationError {
  readonly code: 'failed' | 'refused' | 'nothing-to-cancel' | 'superseded';
  /** The server's own message, or empty. */
  readonly message: string;
}

/** Where to cancel: a page of this app, or a URL that the browser was redirected to. */
export type CancelTarget =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'left'; readonly url: string };

export interface CancellationOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state' | 'refreshProfile'>;
  /** Redirects to the provider's page; `location.assign` by default. Called only with validated URLs. */
  readonly redirect?: (url: string) => void;
  /** The site's own origin; the page's by default. */
  readonly origin?: () => string;
  /** Allowed hosts of the response's `url`; `PAYMENT_HOSTS` by default. */
  readonly redirectHosts?: readonly string[];
  readonly log?: Log;
}

/** Cancels a subscription. */
export interface Cancellation {
  readonly $subscriptionInfo: ReadableAtom<SubscriptionInfoState>;
  readonly $cancelling: ReadableAtom<CancellingState>;

  /** Loads the details of a subscription. Concurrent calls for one subscription share a request. */
  loadSubscriptionInfo(id: number): Promise<Result<SubscriptionInfo, CancellationError>>;
  /**
   * Edit profile's Unsubscribe: requests the URL to cancel at and redirects to it, if it is a page of this site or an
   * allowed `https` URL. Otherwise, also without a response, resolves with `/unsubscribe/{id}` of the displayed
   * subscription, for the caller to open.
   */
  requestCancel(): Promise<Result<CancelTarget, CancellationError>>;
  /**
   * 'Yes, Unsubscribe'. Concurrent calls share a request. Without a response, the profile is loaded to see whether the
   * subscription was canceled.
   */
  cancel(id: number): Promise<Result<{ readonly id: number }, CancellationError>>;
}
