/** Rules of plans and access, shared by server and client. Pure. */
export { readInstant } from './entitlement.dates.ts';
export {
  DEFAULT_ENTITLEMENT_LIMITS,
  deriveExpiredAt,
  expiredAt,
  hasPlan,
  isSubscribed,
  latestExpiredAt,
  readSubscriptionStatus,
} from './entitlement.rules.ts';
export type {
  DateInput,
  EntitlementLimits,
  ExpiringUser,
  SubscriptionPeriod,
  SubscriptionStatus,
} from './entitlement.types.ts';
