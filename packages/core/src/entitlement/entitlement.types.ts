/**
 * An instant: ISO 8601 text (UTC without a zone), a `Date`, or milliseconds since the epoch.
 */
export type DateInput = string | number | Date | null | undefined;

/** The part of a user that decides about access. */
export interface ExpiringUser {
  readonly expired_at?: DateInput;
}

/**
 * The status of a provider's subscription, in the names of card providers. Any other status is `unknown`, without access.
 */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused'
  | 'unknown';

/** The part of a subscription that its end of access is derived from. */
export interface SubscriptionPeriod {
  /** The provider's status; letter case does not matter, and `cancelled` counts as `canceled`. */
  readonly status: string;
  /** Start of the period that is running, or was last billed. */
  readonly current_period_start?: DateInput;
  /** End of the period that is running, or was last billed. */
  readonly current_period_end?: DateInput;
  /**
   * When the payment of the running period first failed; null or absent when it is paid. A `past_due` subscription
   * without it counts from the start of its period, because a renewal fails when the new period begins.
   */
  readonly past_due_since?: DateInput;
}

/** Limits of the derivation; each has a default (`DEFAULT_ENTITLEMENT_LIMITS`). */
export interface EntitlementLimits {
  /** Days of access after a failed renewal. */
  readonly graceDays: number;
  /** Hours of access after the end of a renewing period, because the provider's notice may be late. */
  readonly renewalLagHours: number;
}
