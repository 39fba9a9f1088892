// Calls of membership and billing.
// Each row is everything about a call; docs/contract/openapi.json is made from the rows and their comments.
import {
  type CancelRequestAnswer,
  type CreateSubscriptionAnswer,
  type CreateSubscriptionBody,
  cancelRequestAnswerSchema,
  createSubscriptionAnswerSchema,
  type ExpirationAnswer,
  expirationAnswerSchema,
  type PaymentIntentAnswer,
  type PaymentIntentBody,
  type Program,
  paymentIntentAnswerSchema,
  programsSchema,
  type SubscriptionInfoAnswer,
  subscriptionInfoAnswerSchema,
} from './billing.ts';
import { act, get, post, unknownAnswer } from './endpoint.build.ts';
import type { ContractCall, Id, UnknownAnswer } from './endpoint.types.ts';

/**
 * Lists the plans on sale.
 *
 * The client also accepts a single object. Prices are in dollars.
 */
export const programsEndpoint: ContractCall<'visitor', readonly Program[]> = /* @__PURE__ */ get(
  '/web/program',
  programsSchema,
  { access: 'visitor' },
);

/**
 * Starts a payment.
 *
 * Returns `approveLink` for PayPal, `setupIntentClientSecret` for a card.
 *
 * @response 409 The caller already has a subscription.
 */
export const createPaymentIntentEndpoint: ContractCall<'member', PaymentIntentAnswer, PaymentIntentBody> =
  /* @__PURE__ */ post('/web/create-payment-intent', paymentIntentAnswerSchema, { access: 'member' });

/**
 * Creates a subscription with a card that was set up before.
 *
 * Returns 200 with the existing subscription if there is one.
 *
 * @response 200
 * @response 201
 * @response 409 The same request is still in progress.
 */
export const createSubscriptionEndpoint: ContractCall<
  'member',
  CreateSubscriptionAnswer,
  CreateSubscriptionBody
> = /* @__PURE__ */ post('/web/create-subscription', createSubscriptionAnswerSchema, { access: 'member' });

/**
 * Returns whether the caller has access.
 *
 * The client polls it every second after a payment, one request at a time, until `active` is true.
 */
export const userExpirationEndpoint: ContractCall<'member', ExpirationAnswer> = /* @__PURE__ */ get(
  '/web/user-expiration',
  expirationAnswerSchema,
  { access: 'member' },
);

/**
 * Returns the details of a subscription before it is canceled.
 *
 * Reports a problem by `error` and `message` with status 200.
 *
 * @response 404 A subscription of the caller with this id.
 */
export const subscriptionInfoEndpoint: ContractCall<'member', SubscriptionInfoAnswer, undefined, Id> =
  /* @__PURE__ */ get('/web/subscription-info/{id}', subscriptionInfoAnswerSchema, { access: 'member' });

/**
 * Cancels a subscription at the end of its period.
 *
 * The status becomes `canceled` at once; access lasts until `expired_at`. A second call is 200 as well.
 *
 * @response 404 A subscription of the caller with this id.
 */
export const cancelSubscriptionEndpoint: ContractCall<'member', UnknownAnswer, undefined, Id> =
  /* @__PURE__ */ act('/web/cancel-subscription/{id}', unknownAnswer, { access: 'member' });

/**
 * Returns where to cancel.
 *
 * With a `url`, the browser goes there; without one, to the page of the displayed subscription.
 *
 * @response 404 A subscription of the caller.
 */
export const cancelSubscriptionRequestEndpoint: ContractCall<'member', CancelRequestAnswer> =
  /* @__PURE__ */ act('/web/cancel-subscription-request', cancelRequestAnswerSchema, { access: 'member' });
