import { readInstant } from './entitlement.dates.ts';
import type {
  EntitlementLimits,
  ExpiringUser,
  SubscriptionPeriod,
  SubscriptionStatus,
} from './entitlement.types.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Three days of access after a failed renewal; one day for a late renewal notice. */
export const DEFAULT_ENTITLEMENT_LIMITS: EntitlementLimits = { graceDays: 3, renewalLagHours: 24 };

const STATUSES: ReadonlySet<string> = new Set<SubscriptionStatus>([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
]);

/**
 * Whether the member has or had a plan: `expired_at` is a valid date. Controls the Unsubscribe button.
 */
export function hasPlan(user: ExpiringUser | null | undefined): boolean {
  return expiredAt(user) !== null;
}

/**
 * Whether the member has subscriber access: `expired_at` is a date later than `now`, the server's time in milliseconds
 * since the epoch.
 */
export function isSubscribed(user: ExpiringUser | null | undefined, now: number): boolean {
  const end = expiredAt(user);
  return end !== null && end > now;
}

/** Returns the member's end of access in milliseconds since the epoch; null without a plan. */
export function expiredAt(user: ExpiringUser | null | undefined): number | null {
  return readInstant(user?.expired_at);
}

/** Parses a provider's status: ignores case and spaces; `cancelled` is `canceled`. */
export function readSubscriptionStatus(status: unknown): SubscriptionStatus {
  if (typeof status !== 'string') return 'unknown';
  const word = status.trim().toLowerCase();
  if (word === 'cancelled') return 'canceled';
  return STATUSES.has(word) ? (word as SubscriptionStatus) : 'unknown';
}

/**
 * Returns the end of access by one subscription in milliseconds since the epoch; null for none. Servers set
 * `expired_at` by this rule:
 *
 * - `active`, `trialing`: to the end of the period, and `renewalLagHours` longer.
 * - `past_due`: `graceDays` from the failed payment, at most to the end of the period.
 * - `canceled`: to the end of the period that was paid; when its payment had failed, as `past_due`.
 * - `incomplete`, `incomplete_expired`, `unpaid`, `paused` and unknown words: none.
 */
export function deriveExpiredAt(
  subscription: SubscriptionPeriod,
  limits: Partial<EntitlementLimits> = {},
): number | null {
  const { graceDays, renewalLagHours } = { ...DEFAULT_ENTITLEMENT_LIMITS, ...limits };
  const end = readInstant(subscription.current_period_end);
  if (end === null) return null;
  const failedAt = readInstant(subscription.past_due_since);
  switch (readSubscriptionStatus(subscription.status)) {
    case 'active':
    case 'trialing':
      return end + renewalLagHours * HOUR;
    case 'past_due': {
      const since = failedAt ?? readInstant(subscription.current_period_start);
      return since === null ? null : Math.min(end, since + graceDays * DAY);
    }
    case 'canceled':
      return failedAt === null ? end : Math.min(end, failedAt + graceDays * DAY);
    default:
      return null;
  }
}

/** Returns the latest end of access over all subscriptions of a person; null for none. */
export function latestExpiredAt(
  subscriptions: Iterable<SubscriptionPeriod>,
  limits: Partial<EntitlementLimits> = {},
): number | null {
  let latest: number | null = null;
  for (const subscription of subscriptions) {
    const end = deriveExpiredAt(subscription, limits);
    if (end !== null && (latest === null || end > latest)) latest = end;
  }
  return latest;
}
