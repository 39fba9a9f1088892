// The public functions of billing, for other areas and the operator.
export { cancelRenewals, endAllPlans, rejectWhileBuying, rejectWithRenewals } from './cancel.ts';
export { countBilling, readWebhookHealth } from './count-billing.ts';
export { findBilling, findPayment, listPlans } from './find-billing.ts';
export { grantAccess, revokeGrants } from './grant.ts';
export { countLivePlans, readSubscriptions } from './read-subscriptions.ts';
export { refundPayment } from './refund.ts';
export { resyncUser } from './resync.ts';
