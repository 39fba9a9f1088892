// The part of billing that other areas may call.
export { endAllPlans, refuseWhileBuying } from './cancel.ts';
export { readSubscriptions } from './read-subscriptions.ts';
