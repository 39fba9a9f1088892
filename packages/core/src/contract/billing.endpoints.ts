// Calls of membership and billing.
// Each row is everything about a call; docs/contract/openapi.json is made from the rows and their comments.
import {
  type CancelRequestResponse,
  type CreateSubscriptionBody,
  type CreateSubscriptionResponse,
  cancelRequestResponseSchema,
  createSubscriptionResponseSchema,
  type ExpirationResponse,
  expirationResponseSchema,
  type PaymentIntentBody,
  type PaymentIntentResponse,
  type Program,
  paymentIntentResponseSchema,
  programsSchema,
  type SubscriptionInfoResponse,
  subscriptionInfoResponseSchema,
  type UpdatePaymentMethodBody,
} from './billing.ts';
import { act, get, post, unknownResponse } from './endpoint.build.ts';
import type { ContractCall, Id, UnknownResponse } from './endpoint.types.ts';

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
export const createPaymentIntentEndpoint: ContractCall<'member', PaymentIntentResponse, PaymentIntentBody> =
  /* @__PURE__ */ post('/web/create-payment-intent', paymentIntentResponseSchema, { access: 'member' });

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
  CreateSubscriptionResponse,
  CreateSubscriptionBody
> = /* @__PURE__ */ post('/web/create-subscription', createSubscriptionResponseSchema, { access: 'member' });

/**
 * Returns whether the caller has access.
 *
 * The client polls it every second after a payment, one request at a time, until `active` is true.
 */
export const userExpirationEndpoint: ContractCall<'member', ExpirationResponse> = /* @__PURE__ */ get(
  '/web/user-expiration',
  expirationResponseSchema,
  { access: 'member' },
);

/**
 * Returns the details of a subscription before it is canceled.
 *
 * Reports a problem by `error` and `message` with status 200.
 *
 * @response 404 A subscription of the caller with this id.
 */
export const subscriptionInfoEndpoint: ContractCall<'member', SubscriptionInfoResponse, undefined, Id> =
  /* @__PURE__ */ get('/web/subscription-info/{id}', subscriptionInfoResponseSchema, { access: 'member' });

/**
 * Cancels a subscription at the end of its period.
 *
 * The status becomes `canceled` at once; access lasts until `expired_at`. A second call is 200 as well.
 *
 * @response 404 A subscription of the caller with this id.
 */
export const cancelSubscriptionEndpoint: ContractCall<'member', UnknownResponse, undefined, Id> =
  /* @__PURE__ */ act('/web/cancel-subscription/{id}', unknownResponse, { access: 'member' });

/**
 * Returns where to cancel.
 *
 * With a `url`, the browser goes there; without one, to the page of the displayed subscription.
 *
 * @response 404 A subscription of the caller.
 */
export const cancelSubscriptionRequestEndpoint: ContractCall<'member', CancelRequestResponse> =
  /* @__PURE__ */ act('/web/cancel-subscription-request', cancelRequestResponseSchema, { access: 'member' });

/**
 * Starts a change of the payment method of the caller's subscription (optional addition).
 *
 * Returns `approveLink` for PayPal, `setupIntentClientSecret` for a card.
 *
 * @response 404 A running subscription of the caller.
 * @response 409 The provider does not allow the change.
 */
export const paymentMethodIntentEndpoint: ContractCall<'member', PaymentIntentResponse> = /* @__PURE__ */ act(
  '/web/payment-method-intent',
  paymentIntentResponseSchema,
  { access: 'member' },
);

/**
 * Changes the card that the caller's subscription charges (optional addition).
 *
 * Pays the open invoice with it at once. A declined card is 402 and changes nothing. Takes an `Idempotency-Key`.
 *
 * @response 402 The card was declined.
 * @response 404 A running subscription of the caller with a card.
 * @response 409 The same request is still in progress, or the subscription has ended.
 */
export const updatePaymentMethodEndpoint: ContractCall<
  'member',
  CreateSubscriptionResponse,
  UpdatePaymentMethodBody
> = /* @__PURE__ */ post('/web/update-payment-method', createSubscriptionResponseSchema, {
  access: 'member',
});
