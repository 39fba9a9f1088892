import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../../api-client/index.ts';
import type { SubscriptionInfo } from '../../contract/index.ts';
import type { Log } from '../../ports/index.ts';
import type { Session } from '../../session/index.ts';
import type { Result } from '../../shared/result.ts';

/**
 * What the unsubscribe pages know about the subscription.
 *
 * - `refused`: the answer's error flag was set; `message` is the server's, which the page shows as an alert.
 * - `failed`: it did not load otherwise; trying again is offered instead of an endless 'Loading...'.
 */
export interface SubscriptionInfoState {
  readonly status: 'idle' | 'loading' | 'ready' | 'refused' | 'failed';
  /** The subscription that was asked for; null while `idle`. */
  readonly id: number | null;
  /** What is known about it; a failed reload keeps it. */
  readonly info: SubscriptionInfo | null;
  /** The server's own message, or empty. */
  readonly message: string;
}

/**
 * Where cancelling stands.
 *
 * - `requesting`: asking where to cancel (Edit profile's Unsubscribe). `cancelling`: the cancel itself is under way.
 * - `canceled` and `failed`: how the last cancel ended. The subscriptions themselves follow as soon as they are read again.
 */
export interface CancellingState {
  readonly step: 'idle' | 'requesting' | 'cancelling' | 'canceled' | 'failed';
  /** The subscription being cancelled; null while none is. */
  readonly id: number | null;
}

/**
 * Why cancelling went no further.
 *
 * - `failed`: the server said no, or no answer came and the subscription runs on.
 * - `refused`: the information's error flag was set. `nothing-to-cancel`: the member has no subscription.
 * - `superseded`: somebody else, or nobody, is signed in now; nothing is to be said.
 */
export interface CancellationError {
  readonly code: 'failed' | 'refused' | 'nothing-to-cancel' | 'superseded';
  /** The server's own message, or empty. */
  readonly message: string;
}

/** Where somebody cancels: a page of this app, or an address that the browser has been sent to. */
export type CancelTarget =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'left'; readonly url: string };

export interface CancellationOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state' | 'refreshProfile'>;
  /** Sends the browser to the provider's page; `location.assign` by default. Only checked addresses reach it. */
  readonly redirect?: (url: string) => void;
  /** The site's own origin; the page's by default. */
  readonly origin?: () => string;
  /** Hosts that the answer's `url` may lead to; `PAYMENT_HOSTS` by default. */
  readonly redirectHosts?: readonly string[];
  readonly log?: Log;
}

/** Ending a subscription. */
export interface Cancellation {
  readonly $subscriptionInfo: ReadableAtom<SubscriptionInfoState>;
  readonly $cancelling: ReadableAtom<CancellingState>;

  /** Loads what the details page shows; calls for the same subscription at the same time share one request. */
  loadSubscriptionInfo(id: number): Promise<Result<SubscriptionInfo, CancellationError>>;
  /**
   * Edit profile's Unsubscribe: asks the server where to cancel and sends the browser there, if that is a page of this
   * site or an allowed `https` address; otherwise, and when the server does not answer, the target is
   * `/unsubscribe/{id}` of the displayed subscription, for the caller to open.
   */
  requestCancel(): Promise<Result<CancelTarget, CancellationError>>;
  /**
   * 'Yes, Unsubscribe'. A second call while one is under way joins it. When the answer is lost, the profile is read again
   * and decides whether it was done.
   */
  cancel(id: number): Promise<Result<{ readonly id: number }, CancellationError>>;
}
